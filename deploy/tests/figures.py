"""The counting of figures.sh."""

import pathlib
import subprocess
import sys
import time

import play

folder, bases, pids, redis = sys.argv[1], sys.argv[2:4], sys.argv[4:6], sys.argv[6]
GAMES, MOVES = 5, 160


def ask(sql):
    command = ["psql", "-X", "-A", "-t", "-h", f"{folder}/postgres", "-U", "tianyuan", "tianyuan", "-c", sql]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def publishes():
    said = subprocess.run(["redis-cli", "-s", f"{folder}/redis", "info", "commandstats"], check=True, capture_output=True, text=True).stdout
    return sum(int(line.split("calls=")[1].split(",")[0]) for line in said.splitlines() if line.startswith("cmdstat_publish"))


def cpu_ms(pid):
    """What all threads of a process have used, in milliseconds."""
    threads = pathlib.Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e6


def counters():
    return {
        "WAL of PostgreSQL, bytes": ask("SELECT pg_current_wal_insert_lsn() - '0/0'"),
        "transactions": ask("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"),
        "notes to Redis": publishes(),
        "CPU of the game's node, ms": cpu_ms(pids[0]),
        "CPU of the other node, ms": cpu_ms(pids[1]),
        "CPU of Redis, ms": cpu_ms(redis),
        "seconds": time.monotonic(),
    }


def since(before):
    time.sleep(1.2)  # what PostgreSQL counts is told with a delay
    return {name: value - before[name] for name, value in counters().items()}


def idle():
    time.sleep(1.2)
    before = counters()
    time.sleep(15)
    gone = since(before)
    return {name: value / gone["seconds"] for name, value in gone.items()}


def games(base, each):
    """The players are at `base`; what a move costs beyond what the idle cluster costs anyway."""
    total = {}
    for _ in range(GAMES):
        people, room = play.begin(bases[0], bases[0])
        players = [play.Player(base, token, room) for _, token in people]
        for player in players:
            player.connect()  # fails at once where the nodes do not hear each other
        time.sleep(1.2)
        before = counters()
        for ply in range(MOVES):
            players[ply % 2].play(ply, chr(ord("a") + ply % 19) + chr(ord("a") + ply // 19 * 2))
        gone = since(before)
        for name, value in gone.items():
            beyond = value - each[name] * gone["seconds"]
            total[name] = total.get(name, 0) + beyond / (GAMES * MOVES)
    return total


def show(what, figures):
    print(what)
    for name, value in figures.items():
        if name != "seconds":
            print(f"   {name}: {value:.3f}")


each = idle()
show("two nodes at rest, each second:", each)
show(f"a move, players at the game's node ({GAMES * MOVES} moves):", games(bases[0], each))
show(f"a move, players at the other node ({GAMES * MOVES} moves):", games(bases[1], each))
rows = ask("SELECT count(*) FROM journal")
print(f"journal with its indexes: {ask('SELECT pg_total_relation_size(' + chr(39) + 'journal' + chr(39) + ')') / rows:.0f} bytes a row, of {rows:.0f}")
connections = ask("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
print(f"connections to PostgreSQL: {connections:.0f}")
