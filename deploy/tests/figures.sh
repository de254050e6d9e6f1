#!/usr/bin/env bash
# What a move costs PostgreSQL, Redis and the nodes: the figures of SCALING.md. Two nodes, one game after another; the players
# are at the node that has the game, and then at the other one. No verdict: it prints.
#
#   TIANYUAN_BIN=target/release/tianyuan deploy/tests/figures.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
: "${TIANYUAN_BIN:?set it to the server program, a release build}"
TIANYUAN_BIN=$(realpath "$TIANYUAN_BIN")
unset DATABASE_URL REDIS_URL
# shellcheck source=../processes.sh
. "$here/../processes.sh"
trap end_all EXIT
trap 'exit 130' INT TERM
make_folder
printf 'figures' >"$folder/password"
start_postgres
start_redis
export PGPASSWORD=figures
psql -X -q -h "$folder/postgres" -U tianyuan postgres -c 'CREATE DATABASE tianyuan'
# As on a machine that may lose its power, since that is what the journal of PostgreSQL then has to hold.
psql -X -q -h "$folder/postgres" -U tianyuan postgres -c 'ALTER SYSTEM SET full_page_writes = on' -c 'SELECT pg_reload_conf()' >/dev/null
pids=() bases=()
for number in 1 2; do
    DATABASE_URL=$(postgres_url figures tianyuan) REDIS_URL="redis+unix://$folder/redis" \
        start_node "node-$number" "$folder/keys" --limits=false
    pids+=("$node")
    bases+=("$base")
done
# shellcheck disable=SC2154 # start_postgres and start_redis set them
python3 "$here/figures.py" "$folder" "${bases[@]}" "${pids[@]}" "$redis"
