#!/usr/bin/env bash
# A PostgreSQL that is destroyed and restored to a moment, by the commands of RUNBOOK.md: what was played before that moment is
# there, what was played after it is not, and play goes on.
#
#   TIANYUAN_BIN=target/debug/tianyuan deploy/tests/point_in_time.sh
#
# Needs PostgreSQL, curl, jq, python3. Leaves nothing running and no file.
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
bin=$(postgres_programs)
export PGPASSWORD=point PGHOST="$folder/postgres" PGUSER=tianyuan

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
say() { printf '   %s\n' "$*"; }
ask() { psql -X -q -A -t -v ON_ERROR_STOP=1 -d "${2:-tianyuan}" -c "$1"; }
status() { curl -s -o /dev/null -w '%{http_code}' "$base/api/v1/games/$1"; }
# The file of the log with the last of what was played is in the archive.
archived() { [ -f "$archive/$1" ]; }

archive="$folder/archive" backups="$folder/backups"
mkdir "$archive" "$backups"
[ "$(id -u)" -ne 0 ] || chown postgres: "$archive"
printf 'point' >"$folder/password"
start_postgres -c wal_level=replica -c archive_mode=on \
    -c archive_command="test ! -f $archive/%f && cp %p $archive/.%f && sync $archive/.%f && mv $archive/.%f $archive/%f"
ask 'CREATE DATABASE tianyuan' postgres
DATABASE_URL=$(postgres_url point tianyuan) start_node before "$folder/keys"
"$bin/pg_basebackup" -D "$backups/base" -Ft -z -X stream -c fast
early=$(python3 "$here/play.py" "$base" --moves 8 | jq -r .game)
moment=$(ask 'SELECT now()')
late=$(python3 "$here/play.py" "$base" --moves 8 | jq -r .game)
last=$(ask 'SELECT pg_walfile_name(pg_current_wal_lsn())')
ask 'SELECT pg_switch_wal()' >/dev/null
# shellcheck disable=SC2154 # start_postgres sets it
until_true "$postgres" archived "$last" || fail "the log is not archived: $(ask 'SELECT last_failed_wal FROM pg_stat_archiver')"
end_one "TERM:$node"
end_one "QUIT:$postgres"
rm -rf "$folder/postgres/data"
say "a base backup, a game, the moment, another game; the database is gone"

restored="$folder/postgres/restored"
mkdir -m 700 "$restored"
tar -xzf "$backups/base/base.tar.gz" -C "$restored"
tar -xzf "$backups/base/pg_wal.tar.gz" -C "$restored/pg_wal"
cp "$backups/base/backup_manifest" "$restored/"
"$bin/pg_verifybackup" -q "$restored" || fail "the base backup is not sound"
cat >>"$restored/postgresql.auto.conf" <<CONF
restore_command = 'cp $archive/%f %p'
recovery_target_time = '$moment'
CONF
touch "$restored/recovery.signal"
[ "$(id -u)" -ne 0 ] || chown -R postgres: "$restored"
run_postgres "$restored"
until_true "$postgres" sh -c "psql -X -A -t -d tianyuan -c 'SELECT pg_get_wal_replay_pause_state()' | grep -qx paused" ||
    fail "it does not come to the moment: $(tail -3 "$folder/postgres.log")"
ask 'SELECT pg_wal_replay_resume()' >/dev/null
until_true "$postgres" sh -c "psql -X -A -t -d tianyuan -c 'SELECT pg_is_in_recovery()' | grep -qx f" || fail "it stays in recovery"
DATABASE_URL=$(postgres_url point tianyuan) start_node after "$folder/keys"
[ "$(status "$early")" = 200 ] || fail "the game from before the moment is not there"
[ "$(status "$late")" = 404 ] || fail "the game from after the moment is there"
python3 "$here/play.py" "$base" --moves 4 >/dev/null
say "restored to the moment: the first game is there, the second is not, another is played"
echo 'all of it held'
