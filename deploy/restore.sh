#!/usr/bin/env bash
# Restores a backup that backup.sh made, into a place where nothing is. Stop every server of the installation first.
#
#   restore.sh --from BACKUP --data FOLDER                             an installation on SQLite
#   DATABASE_URL=postgres://… restore.sh --from BACKUP --data FOLDER   one on PostgreSQL: an empty database of that name
#
# --keys FOLDER     where the keys are, if they were kept elsewhere than in BACKUP/keys
# --without-keys    there are none any more: the server makes new ones, everybody has to log in again, and moves that lie
#                   sealed in games that go on are lost (their side moves anew)
# --only-database   the keys are in --data already (a copy of the database beside servers that have their keys)
# Whatever is in --data or in the database is left as it is, and then nothing is restored. Exit codes: 0 done, 1 not done.
set -euo pipefail
umask 077
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"

from='' data='' keys='' with_keys=yes
while [ $# -gt 0 ]; do
    case "$1" in
        --from) from=${2:?--from needs a folder}; shift 2 ;;
        --data) data=${2:?--data needs a folder}; shift 2 ;;
        --keys) keys=${2:?--keys needs a folder}; shift 2 ;;
        --without-keys) with_keys=lost; shift ;;
        --only-database) with_keys=there; shift ;;
        -h | --help) help; exit 0 ;;
        *) die "unknown: $1 (see --help)" ;;
    esac
done
is_set "$from" "$data" || die "say --from and --data (see --help)"
[ -d "$from/database" ] || die "$from is no backup: name the folder that backup.sh printed"
keys=${keys:-$from/keys}
need sha256sum

sound() {
    (cd "$1" && sha256sum --quiet --strict -c SHA256SUMS) >&2 ||
        die "$1 is not as it was written: take another copy of this backup, or an older one; nothing was restored"
}

# Nothing that could be somebody's is written over.
is_free() {
    [ ! -e "$data/$1" ] || die "$data/$1 is there already: move it away or name an empty folder; nothing was restored"
}

same_rows() {
    local differs
    differs=$(diff "$from/database/rows" - | head -4) ||
        die "what was restored has other rows than the backup ($differs): do not use it, and try again from another copy"
}

restore_sqlite() {
    need sqlite3
    local said draft="$data/.restoring.sqlite"
    [ -f "$from/database/tianyuan.sqlite" ] || die "this backup is of a PostgreSQL: set DATABASE_URL to an empty database"
    cp "$from/database/tianyuan.sqlite" "$draft" || { rm -f "$draft"; die "no room in $data? Nothing was restored"; }
    trap 'rm -f "$data/.restoring.sqlite"' EXIT
    said=$(sqlite3 -readonly "$draft" 'PRAGMA integrity_check; PRAGMA foreign_key_check')
    [ "$said" = ok ] || die "the copy is not sound ($said): check the disk, take another copy of the backup"
    rows_of_sqlite "$draft" | same_rows
    sync "$draft"
}

restore_postgres() {
    need psql pg_restore
    local there
    [ -f "$from/database/tianyuan.dump" ] || die "this backup is of a SQLite file: leave DATABASE_URL out"
    hide_password
    there=$(psql -X -A -t -d "$place" -c "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()") ||
        die "the database does not answer: make an empty one (createdb -O USER NAME) and check DATABASE_URL; nothing was restored"
    [ "$there" = 0 ] || die "the database has $there tables already: name an empty one (createdb -O USER NAME); nothing was restored"
    pg_restore --exit-on-error --single-transaction --no-owner --no-privileges -d "$place" "$from/database/tianyuan.dump" ||
        die "pg_restore failed and has undone everything: its version must not be older than the one that dumped, and there must be room"
    ask_rows_of_postgres | psql -X -q -A -t -v ON_ERROR_STOP=1 -d "$place" | same_rows
    psql -X -q -d "$place" -c ANALYZE || true # without it the first minutes are slow
}

mkdir -p "$data" || die "$data cannot be made: choose another --data, or give this user the right"
[ -O "$data" ] || die "$data belongs to another user: run this as the server's user (runuser -u NAME -- $0 …)"
sound "$from/database"
if [ "$with_keys" = yes ]; then
    has_keys "$keys" ||
        die "the keys are not in $keys: say where with --keys, or --without-keys and read in --help what that loses"
    sound "$keys"
fi
if [ "$with_keys" = there ]; then
    has_keys "$data" || die "the keys are not in $data: leave --only-database out"
else
    is_free keys.json
    is_free seals.json
fi
if is_postgres; then
    restore_postgres
else
    for file in tianyuan.sqlite tianyuan.sqlite-wal tianyuan.sqlite-shm .restoring.sqlite; do is_free "$file"; done
    restore_sqlite
fi
if [ "$with_keys" = yes ]; then
    install -m 600 "$keys/keys.json" "$keys/seals.json" "$data/"
    sync "$data/keys.json" "$data/seals.json"
fi
# Last, so that a server that is started too early finds no database rather than one without its keys.
is_postgres || mv -n "$data/.restoring.sqlite" "$data/tianyuan.sqlite"
sync "$data"
printf 'restored %s\n' "$from" >&2
[ "$with_keys" != lost ] || printf 'without keys: everybody has to log in again, and sealed moves of running games are lost\n' >&2
