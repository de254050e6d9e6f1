# Servers as plain processes in a temporary folder, for trying out and for tests; they end with whoever started them.
# Each has a session of its own, so that Ctrl-C reaches whoever started them and not them: they end in order.
# Sourced, never run. Whoever sources it calls `make_folder`, and `end_all` in a trap.
# shellcheck shell=bash

# The folder of this file.
deploy=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# What was started: a signal and a process each.
started=()

# Waits until a command succeeds: PATIENCE tenths of a second, or as long as a process lives.
PATIENCE=300
until_true() {
    local pid=$1 turn
    shift
    for ((turn = 0; turn < PATIENCE; turn++)); do
        if "$@" >/dev/null 2>&1; then return 0; fi
        kill -0 "$pid" 2>/dev/null || return 1
        sleep 0.1
    done
    return 1
}

is_gone() {
    ! kill -0 "$1" 2>/dev/null
}

# Ends one process by its signal; by force if it does not listen.
end_one() {
    local signal=${1%:*} pid=${1#*:}
    kill "-$signal" "$pid" 2>/dev/null || true
    kill -CONT "$pid" 2>/dev/null || true # what stands still hears nothing
    until_true "$pid" is_gone "$pid" || is_gone "$pid" || kill -KILL "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
}

# Ends all of them, the last first, and takes the folder away if it was made here.
end_all() {
    local at
    for ((at = ${#started[@]} - 1; at >= 0; at--)); do end_one "${started[$at]}"; done
    started=()
    [ -z "${made:-}" ] || rm -rf "$made"
}

# Waits until a process that was started is gone, and forgets it: another one takes its place.
await_end() {
    local at
    until_true "$1" is_gone "$1" || is_gone "$1" || { echo "process $1 is still there" >&2; return 1; }
    for at in "${!started[@]}"; do [ "${started[$at]#*:}" != "$1" ] || unset "started[$at]"; done
    started=("${started[@]}")
}

# A folder that nobody else reads; its name is short, since sockets lie in it.
make_folder() {
    made=$(mktemp -d /tmp/tianyuan-XXXXXX)
    folder=$made
    chmod 711 "$folder" # the user of PostgreSQL has to get through
}

# PostgreSQL refuses to run as root. Becomes the program, so that in the background its process is the one that was started.
become_postgres() {
    [ "$(id -u)" -eq 0 ] || exec setsid "$@"
    cd /
    exec setsid setpriv --reuid=postgres --regid=postgres --clear-groups -- "$@"
}

postgres_programs() {
    local found
    found=$(find /usr/lib/postgresql -maxdepth 3 -path '*/bin/initdb' 2>/dev/null | sort -V | tail -1)
    found=${found:-$(command -v initdb || true)}
    [ -n "$found" ] || { echo "PostgreSQL is missing (Debian: apt-get install postgresql)" >&2; return 1; }
    dirname "$found"
}

# Starts a PostgreSQL that listens on a socket in the folder only, with the password in the file $folder/password and the
# options that follow. What it holds does not survive a crash of the machine.
start_postgres() {
    local bin home="$folder/postgres"
    bin=$(postgres_programs) || return 1
    mkdir "$home"
    cp "$folder/password" "$home/password"
    [ "$(id -u)" -ne 0 ] || chown -R postgres: "$home"
    (become_postgres "$bin/initdb" -D "$home/data" -A scram-sha-256 -U tianyuan --pwfile="$home/password" --no-sync -E UTF8 --locale=C >"$folder/initdb.log" 2>&1) || {
        tail -5 "$folder/initdb.log" >&2
        return 1
    }
    run_postgres "$home/data" "$@"
}

# The same in a data folder that is there already. Sets `postgres`.
run_postgres() {
    local bin data=$1
    shift
    bin=$(postgres_programs) || return 1
    become_postgres "$bin/postgres" -D "$data" -k "$folder/postgres" -c listen_addresses= -c fsync=off -c full_page_writes=off \
        -c max_connections=200 "$@" </dev/null >"$folder/postgres.log" 2>&1 &
    postgres=$!
    started+=("QUIT:$postgres")
    until_true "$postgres" "$bin/pg_isready" -q -h "$folder/postgres" -U tianyuan || { tail -5 "$folder/postgres.log" >&2; return 1; }
}

# The address of one of its databases; the password as it stands in URLs is $1.
postgres_url() {
    printf 'postgres://tianyuan:%s@localhost/%s?host=%s' "$1" "$2" "$folder/postgres"
}

# Starts a server on a free port, or at the address `listen`: NAME, DATA FOLDER and what else it is told. Sets `node` (the
# process) and `base` (its address); the log is $folder/NAME.log.
start_node() {
    local log="$folder/$1.log" data=$2
    shift 2
    mkdir -p "$data" # with PostgreSQL the server itself does not
    setsid "$TIANYUAN_BIN" --listen "${listen:-127.0.0.1:0}" --data "$data" "$@" </dev/null >/dev/null 2>"$log" &
    node=$!
    started+=("TERM:$node")
    until_true "$node" grep -q 'ready on http' "$log" || { tail -5 "$log" >&2; return 1; }
    # shellcheck disable=SC2034 # for whoever called
    base=$(grep -o 'http://127[0-9.:]*' "$log" | head -1)
}

# Starts a Redis that keeps nothing and listens on the socket $folder/redis.
start_redis() {
    setsid redis-server --port 0 --unixsocket "$folder/redis" --unixsocketperm 700 --save '' --appendonly no --dir "$folder" \
        </dev/null >"$folder/redis.log" 2>&1 &
    redis=$!
    started+=("TERM:$redis")
    until_true "$redis" redis-cli -s "$folder/redis" ping || { tail -5 "$folder/redis.log" >&2; return 1; }
}

# A port of this machine that nobody listens on at this moment, below those that the system gives to outgoing connections:
# nothing takes it while its server is started anew.
free_port() {
    python3 -c '
import random, socket
while True:
    try:
        with socket.socket() as tried:
            tried.bind(("127.0.0.1", random.randrange(20_000, 32_000)))
            print(tried.getsockname()[1])
            break
    except OSError:
        pass'
}

# Starts nginx on a port, before the servers at the addresses that follow. Sets `proxy`.
start_nginx() {
    local port=$1 address conf="$folder/nginx.conf"
    shift
    mkdir "$folder/nginx"
    {
        # When root starts it, it works as somebody else.
        [ "$(id -u)" -ne 0 ] || echo 'user nobody nogroup;'
        echo "daemon off; worker_processes 1; pid $folder/nginx.pid; error_log $folder/nginx.log;"
        echo 'events { worker_connections 4000; }'
        echo 'http {'
        echo "access_log off; client_body_temp_path $folder/nginx/body; proxy_temp_path $folder/nginx/proxy;"
        echo "fastcgi_temp_path $folder/nginx/fastcgi; uwsgi_temp_path $folder/nginx/uwsgi; scgi_temp_path $folder/nginx/scgi;"
        echo 'upstream nodes { least_conn; zone nodes 64k;'
        for address in "$@"; do echo "server ${address#http://} max_fails=2 fail_timeout=2s;"; done
        echo '}'
        echo "server { listen 127.0.0.1:$port; include $deploy/nginx/locations.conf; }"
        echo '}'
    } >"$conf"
    setsid nginx -e "$folder/nginx.log" -p "$folder" -c "$conf" </dev/null >/dev/null 2>&1 &
    proxy=$!
    started+=("TERM:$proxy")
    until_true "$proxy" curl -fsS "http://127.0.0.1:$port/readyz" || { tail -5 "$folder/nginx.log" >&2; return 1; }
}
