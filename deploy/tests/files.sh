#!/usr/bin/env bash
# Looks at the files of deploy/ without starting anything: by tests/files.py, and by the programs that will read them.
#
#   deploy/tests/files.sh
#
# A program that is missing is a visible skip; with TIANYUAN_NO_SKIP=1 it fails instead. With TIANYUAN_BIN the settings
# are read by the server, too. Needs bash, python3-yaml; shellcheck, nginx, promtool (Debian: prometheus), systemd-analyze,
# openssl where they are there.
# shellcheck disable=SC2317 # the steps are called by `step`
set -euo pipefail
deploy=$(cd "$(dirname "$0")/.." && pwd)
PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# Runs a step; what a step says is shown only if it fails.
step() {
    local name=$1 program=$2
    shift 2
    printf '== %s\n' "$name"
    if ! command -v "$program" >/dev/null; then
        printf 'SKIPPED: %s is missing\n' "$program"
        [ "${TIANYUAN_NO_SKIP:-}" != 1 ] || failed=1
    elif ! "$@" >"$folder/said" 2>&1; then
        cat "$folder/said" >&2
        printf 'FAILED: %s\n' "$name" >&2
        failed=1
    else
        grep '^   ' "$folder/said" || true
    fi
}

scripts() { shellcheck "$deploy"/*.sh "$deploy"/tests/*.sh; }

rules() {
    promtool check rules "$deploy/prometheus/rules.yaml" &&
        promtool check config "$deploy/prometheus/prometheus.yaml" &&
        promtool test rules "$deploy"/prometheus/*_test.yaml
}

# As it is, but with the places of this machine.
proxy() {
    "$deploy/secrets.sh" --into "$folder/secrets" --self-signed localhost &&
        sed -e "s|/tmp/|$folder/|" -e "s|/etc/nginx/locations.conf|$deploy/nginx/locations.conf|" \
            -e "s|/run/secrets/tls_certificate|$folder/secrets/tls.crt|; s|/run/secrets/tls_key|$folder/secrets/tls.key|" "$deploy/nginx/nginx.conf" >"$folder/nginx.conf" &&
        nginx -t -q -e stderr -p "$folder" -c "$folder/nginx.conf"
}

secrets_stay() {
    local before
    before=$(cat "$folder/secrets/tianyuan.toml") || return 1
    if "$deploy/secrets.sh" --into "$folder/secrets"; then
        echo 'secrets.sh has made secrets a second time'
        return 1
    fi
    [ "$before" = "$(cat "$folder/secrets/tianyuan.toml")" ]
}

# The program need not be installed here.
unit() {
    sed 's|^ExecStart=/usr/local/bin/tianyuan|ExecStart=/bin/true|' "$deploy/tianyuan.service" >"$folder/tianyuan.service"
    systemd-analyze verify --man=no "$folder/tianyuan.service" >"$folder/unit" 2>&1 || return 1
    # What the systemd of this machine does not know is a warning to it, and an error here.
    ! grep . "$folder/unit"
}

settings() {
    local file
    for file in "$deploy/tianyuan.toml" "$folder/secrets/tianyuan.toml"; do
        env -u DATABASE_URL -u REDIS_URL "$TIANYUAN_BIN" settings --config "$file" || return 1
    done
}

step "what the files say" python3 python3 "$deploy/tests/files.py"
step "scripts" shellcheck scripts
step "alerts" promtool rules
step "proxy" nginx proxy
step "secrets are made once" openssl secrets_stay
step "service" systemd-analyze unit
[ -z "${TIANYUAN_BIN:-}" ] || step "settings" "$TIANYUAN_BIN" settings
[ "$failed" = 0 ] && echo 'all of it held'
exit "$failed"
