#!/usr/bin/env python3
"""Two new people play a few moves through a running installation: over HTTP and /ws, by the public protocol alone.

    play.py http://127.0.0.1:8080 [--moves 6] [--accept-at URL] [--meanwhile COMMAND]

--accept-at accepts the challenge at that server, which then has the game. --meanwhile runs a shell command after half of the
moves: kill a server and see that the game goes on. Every lost connection is made anew and every command sent again with its
id, as the protocol says. Prints one JSON object; exit code 0 if the game then stands as it was played, else 1.
Needs nothing but Python. Deliberately absent: anything about boards; the moves never touch each other.
"""

import argparse
import base64
import json
import os
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

# What does not come within so many seconds does not come.
PATIENCE = 30
PASSWORD = "a long enough password"


class Lost(Exception):
    """The connection is gone, or has to be made anew."""


def call(base, method, path, body=None, token=None):
    """One request of the HTTP API, and what it answers."""
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{base}/api/v1{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        sys.exit(f"{method} {path}: {error.code} {error.read().decode(errors='replace')}")
    except OSError as error:
        sys.exit(f"{method} {path}: {error}: is the installation at {base} there?")


class Socket:
    """One WebSocket (RFC 6455), text frames only."""

    def __init__(self, base):
        url = urllib.parse.urlsplit(base)
        self.raw = socket.create_connection((url.hostname, url.port or 80), timeout=5)
        key = base64.b64encode(os.urandom(16)).decode()
        self.raw.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: tianyuan.v1\r\n\r\n".encode()
        )
        self.stream = self.raw.makefile("rb")
        status = self.stream.readline()
        if b" 101 " not in status:
            raise Lost(f"no socket: {status.decode(errors='replace').strip()}")
        while self.stream.readline().strip():
            pass

    def send(self, message, opcode=1):
        data = json.dumps(message).encode() if opcode == 1 else message
        length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + struct.pack(">H", len(data))
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self.raw.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def exactly(self, count):
        data = self.stream.read(count)
        if len(data) < count:
            raise Lost("closed")
        return data

    def next(self):
        while True:
            first, second = self.exactly(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", self.exactly(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.exactly(8))
            data = self.exactly(length)
            if first & 0x0F == 1:
                return json.loads(data)
            if first & 0x0F == 8:
                raise Lost("closed by the server")
            if first & 0x0F == 9:
                self.send(data, 10)


class Player:
    """Somebody at a game, who comes back whenever the connection is lost."""

    def __init__(self, base, token, room):
        self.base, self.token, self.room, self.socket, self.times = base, token, room, None, 0

    def find(self, ident, kinds):
        """The answer to a message: one of these kinds, or a refusal."""
        while True:
            message = self.socket.next()
            if message["type"] in ("lagged", "closing"):
                raise Lost(message["type"])
            if message.get("id") == ident and message["type"] in (*kinds, "refused"):
                if message.get("code") in ("busy", "not_watching"):
                    raise Lost(message["code"])
                return message

    def connect(self):
        self.times += 1
        self.socket = Socket(self.base)
        self.socket.send({"type": "hello", "version": 1, "token": self.token})
        if self.socket.next()["type"] != "welcome":
            raise Lost("no welcome")
        for kind, answers in (("watch", ("snapshot", "resumed")), ("take_seat", ("ack",))):
            ident = str(uuid.uuid4())
            self.socket.send({"type": kind, "id": ident, "room": self.room})
            answer = self.find(ident, answers)
            if answer["type"] == "refused":
                raise Lost(answer["code"])

    def play(self, ply, point):
        """Plays, however often it takes to be answered."""
        command = {"type": "play", "id": str(uuid.uuid4()), "room": self.room, "ply": ply, "point": point}
        end, why = time.monotonic() + PATIENCE, "nothing yet"
        while time.monotonic() < end:
            try:
                if self.socket is None:
                    self.connect()
                self.socket.send(command)
                answer = self.find(command["id"], ("ack",))
            except (Lost, OSError, ValueError) as lost:
                self.socket, why = None, lost
                time.sleep(0.1)
                continue
            if answer["type"] == "ack":
                return
            if answer["code"] == "rate_limited":  # one socket may say ten things a second
                time.sleep(0.2)
                continue
            sys.exit(f"move {ply} was refused: {answer['code']}")
        sys.exit(f"move {ply} was not answered within {PATIENCE} s: {why}")


def begin(base, accept_at):
    """Two people, and a game between them."""
    people = []
    for _ in range(2):
        name = f"play{uuid.uuid4().hex[:12]}"
        body = {"name": name, "password": PASSWORD, "refresh_in_body": True}
        people.append((name, call(base, "POST", "/accounts", body)["access_token"]))
    offer = str(uuid.uuid4())
    clock = {"system": "absolute", "main_ms": 3_600_000}
    body = {"id": offer, "size": 19, "handicap": 0, "placement": "fixed", "clock": clock, "color": "black", "private": False}
    call(base, "POST", "/challenges", body, people[0][1])
    room = call(accept_at, "POST", f"/challenges/{offer}/accept", {"guess_odd": None}, people[1][1])["game"]
    return people, room


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("base")
    options.add_argument("--moves", type=int, default=6, choices=range(1, 181), metavar="1-180")
    options.add_argument("--accept-at")
    options.add_argument("--meanwhile")
    said = options.parse_args()
    people, room = begin(said.base, said.accept_at or said.base)
    players = [Player(said.base, token, room) for _, token in people]
    played, slowest_ms = [], 0
    for ply in range(said.moves):
        if said.meanwhile and ply == said.moves // 2:
            subprocess.run(said.meanwhile, shell=True, check=True)
        point = chr(ord("a") + ply % 19) + chr(ord("a") + ply // 19 * 2)
        start = time.monotonic()
        players[ply % 2].play(ply, point)
        slowest_ms = max(slowest_ms, round((time.monotonic() - start) * 1000))
        played.append(point)
    moves = [move["point"] for move in call(said.base, "GET", f"/games/{room}")["game"]["moves"]]
    names = [name for name, _ in people]
    connected = sum(player.times for player in players)
    print(json.dumps({"game": room, "names": names, "moves": moves, "connected": connected, "slowest_ms": slowest_ms}))
    if moves != played:
        sys.exit(f"played {played}, but the game has {moves}")


if __name__ == "__main__":
    main()
