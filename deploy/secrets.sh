#!/usr/bin/env bash
# Makes the secrets of compose.yaml in deploy/secrets: passwords of PostgreSQL and Redis that nobody has seen, and the settings
# of the nodes that hold them.
#
#   secrets.sh                     then put the certificate there as tls.crt (with its chain) and its key as tls.key
#   secrets.sh --self-signed HOST  makes a certificate for trying it out; browsers warn of it
#
# What is there already stays as it is, and then nothing is made. --into FOLDER makes them elsewhere.
set -euo pipefail
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"

into="$(dirname "$0")/secrets" host=''
while [ $# -gt 0 ]; do
    case "$1" in
        --self-signed) host=${2:?--self-signed needs a host}; shift 2 ;;
        --into) into=${2:?--into needs a folder}; shift 2 ;;
        -h | --help) help; exit 0 ;;
        *) die "unknown: $1 (see --help)" ;;
    esac
done
for file in postgres_password redis.conf tianyuan.toml; do
    [ ! -e "$into/$file" ] || die "$into/$file is there already and stays as it is: the database knows the password in it"
done
[ -z "$host" ] || [ ! -e "$into/tls.key" ] || die "$into/tls.key is there already and stays as it is"

# Letters and digits only, so that they mean the same in a URL and in a file of settings.
secret() {
    local all
    all=$(head -c 64 /dev/urandom | base64 | tr -d '+/=\n')
    printf '%s' "${all:0:40}"
}

mkdir -p "$into"
# The containers' users are others than this one, and read the files as they lie here: whoever may not enter the folder
# cannot read them on this machine.
chmod 700 "$into"
postgres=$(secret)
redis=$(secret)
printf '%s' "$postgres" >"$into/postgres_password"
printf 'requirepass %s\n' "$redis" >"$into/redis.conf"
cat >"$into/tianyuan.toml" <<TOML
database-url = "postgres://tianyuan:$postgres@postgres/tianyuan"
redis-url = "redis://:$redis@redis:6379"
TOML
if [ -n "$host" ]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
        -keyout "$into/tls.key" -out "$into/tls.crt" 2>/dev/null || die "openssl made no certificate: is it installed, and is $host a host's name?"
fi
find "$into" -type f -exec chmod 444 {} +
printf 'made in %s\n' "$into" >&2
[ -e "$into/tls.key" ] || printf 'still missing: tls.crt and tls.key, readable by all (chmod 444) inside this folder that nobody else enters\n' >&2
