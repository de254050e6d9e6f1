#!/usr/bin/env bash
# Backs up an installation while it runs: the database and the keys.
#
#   backup.sh --data FOLDER --into FOLDER                             an installation on SQLite
#   DATABASE_URL=postgres://… backup.sh --data FOLDER --into FOLDER   one on PostgreSQL
#
# --data is the server's data folder, in which the keys lie. Below --into a new folder is made, named by the moment, with
#   database/   the copy, how many rows each table has, and checksums
#   keys/       keys.json and seals.json, and checksums: keep them elsewhere than the database, since they open its sealed moves
# What was written is read again before it gets its name, so that a folder with a name is a whole backup. Its path is
# printed. An existing one is never touched. Exit codes: 0 done, 1 not done (nothing is left behind).
set -euo pipefail
umask 077
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"

data='' into=''
while [ $# -gt 0 ]; do
    case "$1" in
        --data) data=${2:?--data needs a folder}; shift 2 ;;
        --into) into=${2:?--into needs a folder}; shift 2 ;;
        -h | --help) help; exit 0 ;;
        *) die "unknown: $1 (see --help)" ;;
    esac
done
is_set "$data" "$into" || die "say --data and --into (see --help)"
[ -d "$data" ] || die "the data folder $data is not there: name the server's --data"
[ -O "$data" ] || die "$data belongs to another user: run this as that user (runuser -u NAME -- $0 …), or files of yours may stand in the server's way"
mkdir -p "$into" || die "$into cannot be made: choose another --into, or give this user the right"

name=$(date -u +%Y-%m-%dT%H-%M-%SZ)
whole="$into/$name"
[ ! -e "$whole" ] || die "$whole is there already and stays as it is: wait a second and try again"
part=$(mktemp -d "$into/.$name.XXXXXX") || die "nothing can be written below $into: look at its disk and its owner"
trap 'rm -rf "$part"' EXIT
mkdir "$part/database" "$part/keys"

# Rows of tables from which nothing is ever deleted: the copy must have what was there before, and no more than after.
lasting() {
    sqlite3 -readonly -cmd '.timeout 10000' "$1" 'SELECT (SELECT count(*) FROM journal) || " " || (SELECT count(*) FROM accounts)'
}

between() {
    local before=$1 copy=$2 after=$3
    [ "${before% *}" -le "${copy% *}" ] && [ "${copy% *}" -le "${after% *}" ] &&
        [ "${before#* }" -le "${copy#* }" ] && [ "${copy#* }" -le "${after#* }" ]
}

backup_sqlite() {
    need sqlite3
    local source="$data/tianyuan.sqlite" copy="$part/database/tianyuan.sqlite" before after said
    [ -f "$source" ] || die "$source is not there: name the server's data folder, or set DATABASE_URL if it is on PostgreSQL"
    before=$(lasting "$source") || die "$source cannot be read: is it damaged? Restore an older backup elsewhere and compare"
    # One reading transaction from its beginning to its end: the server goes on writing, and .backup would begin anew each time.
    sqlite3 -readonly -cmd '.timeout 10000' "$source" "VACUUM INTO '${copy//\'/\'\'}'" ||
        die "the copy failed: is there room below $into for another $(du -h "$source" | cut -f1)? Nothing was left behind"
    after=$(lasting "$source")
    said=$(sqlite3 -readonly "$copy" 'PRAGMA integrity_check; PRAGMA foreign_key_check')
    [ "$said" = ok ] || die "the copy is not sound ($said): check the disks, do not delete older backups, and try again"
    between "$before" "$(lasting "$copy")" "$after" ||
        die "the copy has $(lasting "$copy") rows of journal and accounts, which is not between $before and $after: try again, and keep older backups"
    rows_of_sqlite "$copy" >"$part/database/rows"
}

backup_postgres() {
    need psql pg_dump pg_restore
    local dump="$part/database/tianyuan.dump" snapshot line tables
    hide_password
    # The rows are counted in the very snapshot that is dumped, however much is written meanwhile.
    coproc held { psql -X -q -A -t -v ON_ERROR_STOP=1 -d "$place" 2>"$part/said"; }
    local reads=${held[0]}
    printf '%s\n' 'SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0;' \
        'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT pg_export_snapshot();' >&"${held[1]}" || true
    read -r snapshot <&"$reads" || die "the database does not answer ($(tail -1 "$part/said")): check DATABASE_URL, and that PostgreSQL runs"
    { ask_rows_of_postgres && printf '%s\n' '\echo end'; } >&"${held[1]}"
    while read -r line <&"$reads" && [ "$line" != end ]; do printf '%s\n' "$line"; done >"$part/database/rows"
    pg_dump -Fc --no-owner --no-privileges --snapshot="$snapshot" -f "$dump" -d "$place" 2>"$part/said" ||
        die "pg_dump failed ($(tail -1 "$part/said")): its version must not be older than the server's, and there must be room below $into"
    printf '%s\n' '\q' >&"${held[1]}"
    # Once through all of it: a list alone would not see that the end is missing.
    pg_restore -f /dev/null "$dump" || die "the dump cannot be read again: check the disk and try again; keep older backups"
    tables=$(pg_restore --list "$dump" | grep -c ' TABLE DATA ') || true
    [ "$tables" = "$(wc -l <"$part/database/rows")" ] || die "the dump has $tables tables, the database $(wc -l <"$part/database/rows"): was it changed meanwhile? Try again"
    rm -f "$part/said"
}

if is_postgres; then backup_postgres; else backup_sqlite; fi
grep -q '^rows journal [0-9]' "$part/database/rows" || die "there is no journal in this database: is it Tianyuan's? Check DATABASE_URL and --data"

# After the database: a key that closed a move in the copy is then in the copy of the keys, too.
for file in keys.json seals.json; do
    [ -f "$data/$file" ] || die "$data/$file is not there: name the folder with the keys of this installation"
    cp -p "$data/$file" "$part/keys/$file"
    cmp -s "$data/$file" "$part/keys/$file" || die "the copy of $file differs: check the disk and try again"
done
for folder in database keys; do
    (cd "$part/$folder" && sha256sum -- * >SHA256SUMS)
done
find "$part" -type f -exec sync {} + && sync "$part"
mv -n -T "$part" "$whole"
[ ! -e "$part" ] || die "$whole appeared meanwhile: try again"
sync "$into"
printf '%s\n' "$whole"
