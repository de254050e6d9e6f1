#!/usr/bin/env bash
# A whole cluster on this machine, without containers: PostgreSQL, Redis, three nodes, and nginx before them.
#
#   TIANYUAN_BIN=target/release/tianyuan deploy/local-cluster.sh [--port 8080]   until Ctrl-C, or the end of its input
#   TIANYUAN_BIN=target/release/tianyuan deploy/local-cluster.sh --check         tries it out and ends with the result
#
# Plain HTTP on this machine only; everything lies in a folder that is gone afterwards. --check plays through the proxy while
# one node is killed and another one ends in order, on any free port. Needs postgresql, redis, nginx (Debian: apt-get install
# postgresql redis-server nginx-light), curl, python3. Exit codes: 0 done or held, 1 not.
set -euo pipefail
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
# shellcheck source=processes.sh
. "$(dirname "$0")/processes.sh"
unset DATABASE_URL REDIS_URL

check='' port=8080
while [ $# -gt 0 ]; do
    case "$1" in
        --check) check=yes; shift ;;
        --port) port=${2:?--port needs a number}; shift 2 ;;
        -h | --help) help; exit 0 ;;
        *) die "unknown: $1 (see --help)" ;;
    esac
done
[ -x "${TIANYUAN_BIN:-}" ] || die "set TIANYUAN_BIN to the server program (cargo build --release makes target/release/tianyuan)"
TIANYUAN_BIN=$(realpath "$TIANYUAN_BIN")
PATH=$PATH:/usr/sbin
for program in redis-server redis-cli nginx curl python3 psql setpriv; do
    command -v "$program" >/dev/null || die "$program is missing (Debian: apt-get install postgresql redis-server nginx-light curl python3)"
done
[ -z "$check" ] || port=$(free_port)

trap end_all EXIT
trap 'exit 130' INT TERM
make_folder

nodes=() bases=()
start_all() {
    local number password
    password=$(head -c 24 /dev/urandom | base64 | tr -d '+/=')
    (umask 077 && printf '%s' "$password" >"$folder/password")
    start_postgres
    start_redis
    PGPASSWORD=$password psql -X -q -h "$folder/postgres" -U tianyuan postgres -c 'CREATE DATABASE tianyuan'
    # One folder for all: they share the keys, which the first of them makes.
    for number in 1 2 3; do
        # By the environment: a command line can be read by everybody on the machine.
        DATABASE_URL=$(postgres_url "$password" tianyuan) REDIS_URL="redis+unix://$folder/redis" \
            start_node "node-$number" "$folder/keys" --trusted-proxies 127.0.0.1
        nodes+=("$node")
        bases+=("$base")
    done
    start_nginx "$port" "${bases[@]}"
}

step() { printf '   %s\n' "$*"; }

status() { curl -s -o /dev/null -w '%{http_code}' "$@"; }

play() {
    local said
    said=$(python3 "$deploy/tests/play.py" "$front" "$@") || die "the game did not go on as it should: $said"
    step "its slowest move took $(printf '%s' "$said" | grep -o '"slowest_ms": [0-9]*' | grep -o '[0-9]*$') ms"
}

check_all() {
    local front="http://127.0.0.1:$port" turn
    step "a game through the proxy"
    play --moves 8
    step "a game whose node is killed after half of it"
    play --moves 8 --accept-at "${bases[0]}" --meanwhile "kill -KILL ${nodes[0]}"
    step "whatever is asked is answered by the two others"
    for turn in {1..12}; do
        [ "$(status "$front/readyz")" = 200 ] || die "request $turn was not answered while a node is dead"
    done
    step "a game whose node ends in order after half of it"
    play --moves 8 --accept-at "${bases[1]}" --meanwhile "kill -TERM ${nodes[1]}"
    step "metrics are seen by those inside only"
    [ "$(status "$front/metrics")" = 404 ] || die "the proxy shows the metrics"
    [ "$(status "${bases[2]}/metrics")" = 200 ] || die "the node does not show its metrics"
    step "another page may not use it"
    [ "$(status -H 'Origin: http://evil.example' -H 'Upgrade: websocket' -H 'Connection: upgrade' -H 'Sec-WebSocket-Version: 13' \
        -H 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==' -H 'Sec-WebSocket-Protocol: tianyuan.v1' "$front/ws")" = 403 ] ||
        die "a socket was opened for another origin"
}

start_all
printf 'http://127.0.0.1:%s (nginx, process %s)\n' "$port" "$proxy"
for at in "${!bases[@]}"; do printf 'node %s: %s, process %s\n' $((at + 1)) "${bases[$at]}" "${nodes[$at]}"; done
# shellcheck disable=SC2154 # start_postgres and start_redis set them
printf 'PostgreSQL: process %s; Redis: process %s; logs in %s\n' "$postgres" "$redis" "$folder"
if [ -n "$check" ]; then
    check_all
    echo 'all of it held'
else
    echo 'Ctrl-C ends all of it.'
    while read -r _; do :; done
fi
