#!/usr/bin/env bash
# The proxy's own file, nginx/nginx.conf, before a real server: TLS, sockets, origins, and that nobody can pretend to be at
# another address. Only ports and places are others than in the containers.
#
#   TIANYUAN_BIN=target/debug/tianyuan deploy/tests/proxy.sh
#
# Needs nginx, curl, openssl, python3. Leaves nothing running and no file.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
: "${TIANYUAN_BIN:?set it to the server program, such as target/debug/tianyuan}"
TIANYUAN_BIN=$(realpath "$TIANYUAN_BIN")
PATH=$PATH:/usr/sbin
unset DATABASE_URL REDIS_URL
# shellcheck source=../processes.sh
. "$here/../processes.sh"
trap end_all EXIT
trap 'exit 130' INT TERM
make_folder

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

is() {
    local what=$1 wanted=$2 got
    shift 2
    got=$("$@") || true
    [ "$got" = "$wanted" ] || fail "$what: $got instead of $wanted"
    printf '   %s: %s\n' "$what" "$got"
}

# Through the proxy, as a client that checks the certificate.
ask() { curl -s -m 10 --cacert "$folder/secrets/tls.crt" "$@"; }

status() { ask -o /dev/null -w '%{http_code}' "$@"; }

# A socket is opened, and held until curl has had enough; the status is what counts.
socket() {
    ask -o /dev/null -w '%{http_code}' --http1.1 -m 2 -H 'Connection: Upgrade' -H 'Upgrade: websocket' -H 'Sec-WebSocket-Version: 13' \
        -H 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==' -H 'Sec-WebSocket-Protocol: tianyuan.v1' "$@" "$front/ws"
}

header() { ask -D - -o /dev/null "$front/" | tr -d '\r' | sed -n "s/^$1: //Ip"; }

# Accounts from ever other addresses, as this client says: at one of them there may be 20 at once.
register_many() {
    local turn said
    for turn in {1..40}; do
        said=$(status -H "X-Forwarded-For: 198.51.100.$turn" -H 'content-type: application/json' \
            -d "{\"name\":\"many$turn\",\"password\":\"a long enough password\"}" "$front/api/v1/accounts")
        [ "$said" = 201 ] || { printf '%s' "$said"; return; }
    done
    printf 'never refused'
}

start_node node "$folder/data" --tls-in-front --trusted-proxies 127.0.0.1
plain=$(free_port) tls=$(free_port)
"$here/../secrets.sh" --into "$folder/secrets" --self-signed localhost 2>/dev/null
sed -e "s|/tmp/|$folder/|; s|/etc/nginx/locations.conf|$here/../nginx/locations.conf|; s|/etc/nginx/mime.types|/dev/null|" \
    -e "s|/run/secrets/tls_certificate|$folder/secrets/tls.crt|; s|/run/secrets/tls_key|$folder/secrets/tls.key|" \
    -e "s|^worker_rlimit_nofile.*||; s|worker_connections .*|worker_connections 1000;|; s|/dev/stdout|$folder/access.log|" \
    -e "s|listen 8080|listen 127.0.0.1:$plain|; s|listen 8443|listen 127.0.0.1:$tls|" \
    -e "s|172.30.77.11:8080|${base#http://}|; /172.30.77.12/d" "$here/../nginx/nginx.conf" >"$folder/nginx.conf"
setsid nginx -e "$folder/nginx.log" -p "$folder" -c "$folder/nginx.conf" -g 'daemon off;' </dev/null >/dev/null 2>"$folder/nginx.err" &
started+=("TERM:$!")
front="https://localhost:$tls"
until_true "$!" status "$front/healthz" || fail "nginx does not start: $(cat "$folder"/nginx.err "$folder"/nginx.log)"

is "plain HTTP is sent to TLS" 308 status "http://localhost:$plain/x"
is "the page" 200 status "$front/"
is "browsers are told to insist on TLS" max-age=31536000 header strict-transport-security
is "HTTP/2" 2 ask -o /dev/null -w '%{http_version}' "$front/"
is "a socket from our page" 101 socket -H "Origin: $front"
is "a socket from another page" 403 socket -H 'Origin: https://evil.example'
is "a socket from our host at another port" 403 socket -H 'Origin: https://localhost'
is "metrics" 404 status "$front/metrics"
is "a body that is too long gets the server's own answer" too_large sh -c "head -c 30000 /dev/zero | curl -s -m 10 --cacert '$folder/secrets/tls.crt' \
    -H 'content-type: application/json' --data-binary @- '$front/api/v1/accounts' | grep -o too_large | head -1"
is "whoever says to be at other addresses" 429 register_many
if grep -q 'api/v1' "$folder/access.log"; then fail "the log of the proxy has paths in it"; fi
echo 'all of it held'
