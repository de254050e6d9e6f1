#!/usr/bin/env bash
# Backs real servers up while people play on them, restores each backup elsewhere, and sees that everything is there: people
# log in, every move that was acknowledged before is in its game. On SQLite and on a PostgreSQL of its own.
#
#   TIANYUAN_BIN=target/debug/tianyuan deploy/tests/backup.sh
#
# Needs sqlite3, PostgreSQL, curl, jq, python3. Leaves nothing running and no file.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
: "${TIANYUAN_BIN:?set it to the server program, such as target/debug/tianyuan}"
TIANYUAN_BIN=$(realpath "$TIANYUAN_BIN")
unset DATABASE_URL REDIS_URL
# shellcheck source=../processes.sh
. "$here/../processes.sh"
trap end_all EXIT
trap 'exit 130' INT TERM
make_folder

say() { printf '   %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

# A command has to fail, and to say something.
refuses() {
    local wanted=$1
    shift
    if "$@" >"$folder/said" 2>&1; then fail "was not refused: $*"; fi
    grep -q -- "$wanted" "$folder/said" || fail "refused, but not with '$wanted': $(cat "$folder/said")"
}

restore() {
    "$deploy/restore.sh" --from "$1" --data "$2" 2>"$folder/said" || fail "not restored: $(cat "$folder/said")"
}

log_in() {
    curl -fsS -o /dev/null -H 'content-type: application/json' -d "{\"name\":\"$2\",\"password\":\"a long enough password\"}" \
        "$1/api/v1/sessions" || fail "$2 cannot log in after the restoration"
}

moves_of() {
    curl -fsS "$1/api/v1/games/$2" | jq -c '[.game.moves[].point]'
}

# Whether the first list of moves begins with the second.
begins_with() {
    jq -en --argjson all "$1" --argjson first "$2" '$all[:($first | length)] == $first' >/dev/null
}

# One database from beginning to end: $1 names it, $2 and $3 are the places of the old and the new one (empty for SQLite).
try() {
    local kind=$1 old=$2 new=$3 data="$folder/on-$1" backup first game playing second
    printf '== %s\n' "$kind"
    DATABASE_URL=$old start_node "$kind" "$data"
    local old_node=$node old_base=$base
    first=$(python3 "$here/play.py" "$old_base" --moves 12)
    game=$(jq -r .game <<<"$first")
    say "a game of 12 moves was played"

    # A longer game is on while the backup is taken.
    python3 "$here/play.py" "$old_base" --moves 120 >"$folder/second" &
    playing=$!
    started+=("TERM:$playing")
    until_true "$playing" sh -c "curl -fsS '$old_base/api/v1/games?state=live' | jq -e '.items | length > 1'" || fail "the second game does not begin"
    backup=$(DATABASE_URL=$old "$deploy/backup.sh" --data "$data" --into "$folder/backups")
    say "backed up while another was played: $(grep '^rows journal' "$backup/database/rows")"
    wait "$playing" || fail "the backup disturbed the game"
    second=$(jq -r .game "$folder/second")
    refuses "no backup" "$deploy/restore.sh" --from "$folder" --data "$folder/nowhere"
    DATABASE_URL=$old refuses "already" "$deploy/restore.sh" --from "$backup" --data "$data"
    end_one "TERM:$old_node"

    restored="$folder/on-$kind-restored"
    damaged "$backup" "$new"
    DATABASE_URL=$new restore "$backup" "$restored"
    DATABASE_URL=$new start_node "$kind-restored" "$restored"
    for name in $(jq -r '.names[]' <<<"$first"); do log_in "$base" "$name"; done
    [ "$(moves_of "$base" "$game")" = "$(jq -c .moves <<<"$first")" ] || fail "the first game is not as it was played"
    begins_with "$(jq -c .moves "$folder/second")" "$(moves_of "$base" "$second")" || fail "the second game has moves that nobody played"
    python3 "$here/play.py" "$base" --moves 4 >/dev/null
    say "restored: both log in, the games are there, another is played"
    cmp -s "$data/seals.json" "$restored/seals.json" || fail "the keys are others"
    end_one "TERM:$node"
    DATABASE_URL=$new refuses "already" "$deploy/restore.sh" --from "$backup" --data "$restored"
}

# A backup in which one byte is another is not restored, and leaves nothing.
damaged() {
    local copy="$folder/damaged" file
    cp -r "$1" "$copy"
    file=$(find "$copy/database" -name 'tianyuan.*')
    printf 'x' | dd of="$file" bs=1 seek=5000 conv=notrunc status=none
    DATABASE_URL=$2 refuses "not as it was written" "$deploy/restore.sh" --from "$copy" --data "$folder/elsewhere"
    rm -r "$copy"
    cp -r "$1" "$copy"
    rm -r "$copy/keys"
    DATABASE_URL=$2 refuses "without-keys" "$deploy/restore.sh" --from "$copy" --data "$folder/elsewhere"
    [ -z "$(ls -A "$folder/elsewhere")" ] || fail "a refused restoration left $(ls -A "$folder/elsewhere")"
    rm -r "$copy"
    say "damaged ones were refused"
}

# The server is killed, its log of pages not written back: a backup has that, too.
after_a_kill() {
    local data="$folder/killed" game backup
    start_node killed "$data"
    game=$(python3 "$here/play.py" "$base" --moves 3)
    { kill -KILL "$node" && wait "$node"; } 2>/dev/null || true
    [ -s "$data/tianyuan.sqlite-wal" ] || fail "nothing is in the log of pages, so that this shows nothing"
    refuses "does not answer" env DATABASE_URL=postgres://a@localhost/b?host="$folder" "$deploy/backup.sh" --data "$data" --into "$folder/backups"
    rm -rf "$folder/backups" # names go by the second
    backup=$("$deploy/backup.sh" --data "$data" --into "$folder/backups")
    restore "$backup" "$folder/killed-restored"
    start_node killed-restored "$folder/killed-restored"
    [ "$(moves_of "$base" "$(jq -r .game <<<"$game")")" = "$(jq -c .moves <<<"$game")" ] || fail "moves are missing"
    end_one "TERM:$node"
    say "after a kill: nothing is missing"
}

started_at=$SECONDS
try sqlite '' ''
after_a_kill
# With everything that has to be written otherwise in a URL.
printf '%s' 'p@ss/w%rd:' >"$folder/password"
start_postgres
secret='p%40ss%2Fw%25rd%3A'
PGPASSWORD=$(cat "$folder/password") psql -X -q -h "$folder/postgres" -U tianyuan postgres -c 'CREATE DATABASE old' -c 'CREATE DATABASE new'
try postgres "$(postgres_url "$secret" old)" "$(postgres_url "$secret" new)"
printf 'all of it held, in %s s\n' $((SECONDS - started_at))
