# What backup.sh and restore.sh share. Sourced, never run.
# shellcheck shell=bash

# Tells what went wrong and what to do about it, and ends.
die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# The head of a script is its help.
help() {
    awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
}

# Looks whether programs are there, before anything is done.
need() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null || die "the program $program is missing: install it (Debian: sqlite3, postgresql-client, coreutils)"
    done
}

is_postgres() {
    case "${DATABASE_URL:-}" in
        postgres://* | postgresql://*) true ;;
        *) false ;;
    esac
}

# Takes the password out of DATABASE_URL and gives it to the programs of PostgreSQL by their environment: what stands in a
# command line can be read by everybody on the machine. Sets `place`, the URL without it.
hide_password() {
    local rest=${DATABASE_URL#*://} authority user password
    place=$DATABASE_URL
    case "$rest" in *[?\&]password=*) die "write the password as postgres://USER:PASSWORD@HOST/NAME, not as a parameter" ;; esac
    authority=${rest%%[/?]*}
    user=${authority%@*}
    case "$authority" in *:*@*) ;; *) return ;; esac
    password=${user#*:}
    # `%40` and the like, as in every URL; a backslash stays one.
    password=${password//\\/\\\\}
    PGPASSWORD=$(printf '%b' "${password//%/\\x}")
    export PGPASSWORD
    # shellcheck disable=SC2034 # whoever calls uses it
    place="postgres://${user%%:*}@${authority##*@}${rest#"$authority"}"
}

# The rows of each table, as `rows TABLE NUMBER`, of a SQLite file that nobody writes to.
rows_of_sqlite() {
    local table
    sqlite3 -readonly "$1" "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name" |
        while read -r table; do
            printf 'rows %s %s\n' "$table" "$(sqlite3 -readonly "$1" "SELECT count(*) FROM \"$table\"")"
        done
}

# The same of the PostgreSQL of `hide_password`, as a question to psql, which runs every line of its answer (\gexec).
ask_rows_of_postgres() {
    cat <<'SQL'
SELECT format('SELECT %L || count(*) FROM %I', 'rows ' || tablename || ' ', tablename)
FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename \gexec
SQL
}

is_set() {
    local value
    for value in "$@"; do [ -n "$value" ] || return 1; done
}

has_keys() {
    [ -f "$1/keys.json" ] && [ -f "$1/seals.json" ]
}
