#!/usr/bin/env bash
# A whole cluster on this machine, without containers: PostgreSQL, Redis, three nodes, and nginx before them.
#
#   TIANYUAN_BIN=target/release/tianyuan deploy/local-cluster.sh [OPTIONS] [-- NODE SETTINGS]   until Ctrl-C, or the end of its input
#   TIANYUAN_BIN=target/release/tianyuan deploy/local-cluster.sh --check                        tries it out and ends with the result
#
#   --port 8080       where the proxy listens; 0 is any free port
#   --folder DIR      an empty folder in which everything lies and stays; else one that is gone afterwards
#   --describe FILE   addresses and process ids as JSON, written when all of it is there and after each command
#   --ways LIST       the ports by which each node reaches PostgreSQL and Redis, 4001:4002,4003:4004,4005:4006, where somebody
#                     stands between them
#
# Plain HTTP on this machine only. --check plays through the proxy while one node is killed and another one ends in order, on any
# free port. Each line of input starts a part anew that has ended, at its address: `node NUMBER [NAME=VALUE…]` with these in its
# environment, `postgres`, `redis`; the answer is `done` or `failed`. Needs postgresql, redis, nginx (Debian: apt-get install
# postgresql redis-server nginx-light), curl, python3. Exit codes: 0 done or held, 1 not.
set -euo pipefail
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
# shellcheck source=processes.sh
. "$(dirname "$0")/processes.sh"
unset DATABASE_URL REDIS_URL

check='' port=8080 folder='' describe='' ways=()
while [ $# -gt 0 ]; do
    case "$1" in
        --check) check=yes; shift ;;
        --port) port=${2:?--port needs a number}; shift 2 ;;
        --folder) folder=$(realpath "${2:?--folder needs a place}"); shift 2 ;;
        --describe) describe=${2:?--describe needs a file}; shift 2 ;;
        --ways) IFS=, read -ra ways <<<"${2:?--ways needs a list}"; shift 2 ;;
        --) shift; break ;;
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
case "${#ways[@]}" in 0 | 3) ;; *) die "--ways names the ways of three nodes" ;; esac
if [ -n "$check" ] || [ "$port" = 0 ]; then port=$(free_port); fi

trap end_all EXIT
trap 'exit 130' INT TERM
if [ -n "$folder" ]; then
    [ -z "$(ls -A "$folder")" ] || die "$folder is not empty"
    chmod 711 "$folder" # the user of PostgreSQL has to get through
else
    make_folder
fi
password=$(head -c 24 /dev/urandom | base64 | tr -d '+/=')

nodes=() bases=() starts=0

# Starts node NUMBER, at its address if it has one. What follows, NAME=VALUE, is in its environment alone.
start_number() {
    local number=$1 at=$(($1 - 1)) name="node-$1" pair way database redis_url listen
    shift
    for pair in "$@"; do local -x "${pair?}"; done
    database=$(postgres_url "$password" tianyuan) redis_url="redis+unix://$folder/redis"
    if [ "${#ways[@]}" -gt 0 ]; then
        way=${ways[$at]}
        database="postgres://tianyuan:$password@127.0.0.1:${way%:*}/tianyuan" redis_url="redis://127.0.0.1:${way#*:}"
    fi
    listen=${bases[$at]#http://}
    [ ! -e "$folder/$name.log" ] || name+=".$((starts += 1))"
    # One folder for all: they share the keys, which the first of them makes. By the environment: a command line can be read by
    # everybody on the machine.
    DATABASE_URL=$database REDIS_URL=$redis_url start_node "$name" "$folder/keys" --trusted-proxies 127.0.0.1 "${settings[@]}" || return 1
    nodes[at]=$node
}

start_all() {
    (umask 077 && printf '%s' "$password" >"$folder/password")
    start_postgres
    start_redis
    PGPASSWORD=$password psql -X -q -h "$folder/postgres" -U tianyuan postgres -c 'CREATE DATABASE tianyuan'
    local number
    for number in 1 2 3; do
        bases+=("http://127.0.0.1:$(free_port)")
        start_number "$number"
    done
    start_nginx "$port" "${bases[@]}"
}

# Writes down where everything is; whoever reads never sees half of it.
tell_all() {
    [ -n "$describe" ] || return 0
    local at listed=()
    for at in "${!bases[@]}"; do listed+=("{\"base\":\"${bases[$at]}\",\"process\":${nodes[$at]}}"); done
    # shellcheck disable=SC2154 # start_postgres, start_redis and start_nginx set them
    printf '{"front":"http://127.0.0.1:%s","proxy":%s,"postgres":%s,"redis":%s,"nodes":[%s]}\n' \
        "$port" "$proxy" "$postgres" "$redis" "$(IFS=,; printf '%s' "${listed[*]}")" >"$describe.new"
    mv "$describe.new" "$describe"
}

# Starts a part anew when what was there before is gone.
restart() {
    local part=$1
    shift
    case "$part" in
        node)
            case "${1:-}" in [1-3]) ;; *) echo "there is no node ${1:-}" >&2; return 1 ;; esac
            await_end "${nodes[$1 - 1]}" && start_number "$@"
            ;;
        postgres) await_end "$postgres" && run_postgres "$folder/postgres/data" ;;
        redis) await_end "$redis" && start_redis ;;
        *) echo "unknown: $part (see --help)" >&2; return 1 ;;
    esac && tell_all
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

settings=("$@")
start_all
tell_all
printf 'http://127.0.0.1:%s (nginx, process %s)\n' "$port" "$proxy"
for at in "${!bases[@]}"; do printf 'node %s: %s, process %s\n' $((at + 1)) "${bases[$at]}" "${nodes[$at]}"; done
printf 'PostgreSQL: process %s; Redis: process %s; logs in %s\n' "$postgres" "$redis" "$folder"
if [ -n "$check" ]; then
    check_all
    echo 'all of it held'
else
    echo 'Ctrl-C ends all of it.'
    while read -ra command; do
        [ "${#command[@]}" -gt 0 ] || continue
        if restart "${command[@]}"; then echo 'done'; else echo 'failed'; fi
    done
fi
