"""The trials of Scripts/network-trials: the program on the embedded emulator, over networks that delay, break and move.

Loss is imitated by a proxy, as few kernels in containers have netem: a piece that would be lost arrives as late as its repetition would.
"""
import asyncio
import itertools
import json
import os
import queue
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timezone

NAME = "chat.test"
MARKED, WATCHED, RECEIPTS, EVENTS = 1000, 30, 20, 5000


# The proxy, which is a process in the namespace: network-trials.py proxy HOST PORT UPSTREAM-HOST UPSTREAM-PORT DELAY LOSS RESETS


async def proxy(host, port, upstream_host, upstream_port, delay, loss, resets):
    """Passes bytes on after `delay` seconds each way; a share `loss` 300 ms later still; a share `resets` ends the connection instead."""
    dice = random.Random(1)

    def reset(writer):
        writer.transport.abort()

    async def pump(reader, writer, other):
        pieces = asyncio.Queue()

        async def deliver():
            while True:
                due, piece = await pieces.get()
                await asyncio.sleep(max(0, due - time.monotonic()))
                if piece is None:
                    writer.close()
                    return
                writer.write(piece)
                await writer.drain()

        delivering = asyncio.create_task(deliver())
        due = 0
        try:
            while piece := await reader.read(16384):
                if dice.random() < resets:
                    reset(writer)
                    reset(other)
                    delivering.cancel()
                    return
                late = 0.3 if dice.random() < loss else 0
                # What is behind a lost piece waits for it.
                due = max(due, time.monotonic() + delay + late)
                pieces.put_nowait((due, piece))
        except OSError:
            pass
        pieces.put_nowait((max(due, time.monotonic() + delay), None))

    async def serve(reader, writer):
        await asyncio.sleep(delay)
        try:
            up_reader, up_writer = await asyncio.open_connection(upstream_host, upstream_port)
        except OSError:
            return reset(writer)
        await asyncio.gather(pump(reader, up_writer, writer), pump(up_reader, writer, up_writer), return_exceptions=True)

    server = await asyncio.start_server(serve, host, port)
    print("ready", flush=True)
    await server.serve_forever()


# The trials


class Network:
    """A network namespace with names of its own, an emulator, and the programs in it."""

    def __init__(self, receipts, trial, folder, host="127.0.0.1"):
        self.receipts, self.folder, self.host = receipts, folder, host
        self.name = f"receipts-{trial}-{os.getpid()}"
        self.hosts = f"/etc/netns/{self.name}/hosts"
        self.processes = []
        os.makedirs(os.path.dirname(self.hosts))
        self.names()
        with open(f"{os.path.dirname(self.hosts)}/gai.conf", "w") as file:
            # Addresses of the link for the dead one come before this machine's own.
            file.write("scopev4 ::ffff:10.0.0.0/104 2\nscopev4 ::ffff:0.0.0.0/96 14\n")
        self.ip("netns", "add", self.name)
        self.inside("link", "set", "lo", "up")
        if ":" in host:
            self.inside("addr", "del", "127.0.0.1/8", "dev", "lo")
        self.emulator = self.start(
            receipts, "emulator", "start", "--quiet", "--host", host, "--port", "0", "--project", "demo-net",
            "--export-on-exit", f"{folder}/documents.jsonl")
        line = self.emulator.stdout.readline().split()
        if not line:
            sys.exit("error: the emulator did not start")
        self.port = int(line[1].rsplit(":", 1)[1])

    def ip(self, *arguments):
        subprocess.run(["ip", *arguments], check=True)

    def inside(self, *arguments):
        self.ip("-n", self.name, *arguments)

    def names(self, *addresses):
        """Sets the addresses of the server's name. The file stays the same one, as programs in the namespace have it mounted."""
        with open(self.hosts, "w") as file:
            file.writelines(f"{address} {NAME}\n" for address in addresses)

    def start(self, *command, server=None, **options):
        server = server or f"[{self.host}]:{getattr(self, 'port', 0)}" if ":" in self.host else server
        environment = {key: value for key, value in os.environ.items() if not key.startswith("FIRESTORE_")}
        environment |= {"GCLOUD_PROJECT": "demo-net", "FIRESTORE_EMULATOR_HOST": server or f"127.0.0.1:{getattr(self, 'port', 0)}"}
        process = subprocess.Popen(
            ["ip", "netns", "exec", self.name, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, **options)
        self.processes.append(process)
        return process

    def run(self, *command, server=None, meanwhile=lambda: None):
        """Runs the program to its end; how long that took."""
        began = time.monotonic()
        process = self.start(self.receipts, *command, server=server)
        meanwhile()
        output, errors = process.communicate(timeout=300)
        if process.returncode != 0:
            sys.exit(f"error: {' '.join(command)} ended with status {process.returncode}: {output}{errors}")
        return time.monotonic() - began

    def proxy(self, host="127.0.0.1", port=0, delay=0, loss=0, resets=0):
        process = self.start(
            sys.executable, __file__, "proxy", host, str(port), self.host, str(self.port), str(delay), str(loss), str(resets))
        if process.stdout.readline() != "ready\n":
            sys.exit(f"error: the proxy did not start: {process.stderr.read()}")
        return process

    def documents(self):
        """Ends the emulator; its documents."""
        self.emulator.send_signal(2)
        self.emulator.wait(timeout=60)
        with open(f"{self.folder}/documents.jsonl") as file:
            return file.read().splitlines()

    def close(self):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        self.ip("netns", "del", self.name)
        shutil.rmtree(os.path.dirname(self.hosts))


def seed(network):
    conversations = [
        {"id": "marked", "participants": ["alice", "bob"], "messages": {"count": MARKED, "senderId": "alice"}},
        {"id": "watched", "participants": ["alice", "bob"], "messages": {"count": WATCHED, "senderId": "alice"}},
        {"id": "worked", "participants": ["alice", "bob"], "messages": {"count": EVENTS, "senderId": "alice"}},
    ]
    with open(f"{network.folder}/seed.json", "w") as file:
        json.dump({"conversations": conversations}, file)
    with open(f"{network.folder}/events", "w") as file:
        for number in range(1, EVENTS + 1):
            event = {"kind": "read", "conversation": "worked", "message": f"m{number:04}", "user": "bob"}
            file.write(json.dumps(event) + "\n")
    network.run("seed", "--quiet", f"{network.folder}/seed.json")


def listen(network, server, halfway):
    """Marks messages one after the other, past the bad network, and measures when a listener behind it hears of each, in seconds from the
    commit."""
    watch = network.start(network.receipts, "watch", "--admin", "--conversation", "watched", "--format", "json", "--quiet", server=server)
    heard = queue.Queue()

    def hear():
        for line in watch.stdout:
            heard.put((datetime.now(timezone.utc), json.loads(line)))

    threading.Thread(target=hear, daemon=True).start()
    for _ in range(WATCHED):
        heard.get(timeout=60)
    delays = []
    for number in range(1, RECEIPTS + 1):
        if number == RECEIPTS // 2:
            halfway()
        network.run("mark-read", "--quiet", "--conversation", "watched", "--user", "bob", f"m{number:02}")
        at, event = heard.get(timeout=300)
        if event["id"] != f"m{number:02}" or event["readBy"] != ["bob"]:
            sys.exit(f"error: the listener heard {event}")
        delays.append((at - datetime.fromisoformat(event["updateTime"].replace("Z", "+00:00"))).total_seconds())
    watch.kill()
    return delays


def missing(documents):
    """The receipts that are not there exactly once."""
    counts = {"marked": 0, "worked": 0, "watched": 0}
    for line in documents:
        for conversation in counts:
            if f"conversations/{conversation}/messages/" in line and line.count('"bob"') == 1:
                counts[conversation] += 1
    wanted = {"marked": MARKED, "worked": EVENTS, "watched": RECEIPTS}
    return sum(abs(wanted[conversation] - counts[conversation]) for conversation in wanted)


def trial(receipts, name, network, server, halfway=lambda: None):
    seed(network)
    marking = network.run("mark-read", "--quiet", "--conversation", "marked", "--user", "bob", "--all", server=server)
    delays = listen(network, server, halfway)
    working = network.run(
        "worker", "--quiet", "--admin", "--follow", f"{network.folder}/events", "--drain", "--outbox", f"{network.folder}/outbox",
        server=server, meanwhile=lambda: (time.sleep(0.3), halfway()))
    lost = missing(network.documents())
    median, worst = statistics.median(delays), max(delays)
    print(f"| {name} | {marking:.2f} s | {median * 1000:.0f} ms | {worst:.2f} s | {working:.2f} s | {lost} |", flush=True)
    return lost


def main(receipts, names):
    def plain(network):
        network.names("127.0.0.1")
        return f"{NAME}:{network.port}", lambda: None

    def behind(**trouble):
        def prepare(network):
            network.names("127.0.0.2")
            network.proxy("127.0.0.2", 9000, **trouble)
            return f"{NAME}:9000", lambda: None
        return prepare

    def dead(address, prefix):
        # Nobody answers on this link: what is sent to it is lost without a word.
        def prepare(network):
            network.inside("link", "add", "dead", "type", "veth", "peer", "name", "deaf")
            network.inside("addr", "add", prefix, "dev", "dead", *(["nodad"] if ":" in prefix else []))
            network.inside("link", "set", "dead", "up")
            network.inside("link", "set", "deaf", "up")
            network.inside("neigh", "add", address, "lladdr", "02:00:00:00:00:07", "dev", "dead")
            network.names(address, "127.0.0.1")
            return f"{NAME}:{network.port}", lambda: None
        return prepare

    def alone(network):
        network.names("::1")
        return f"{NAME}:{network.port}", lambda: None

    def moves(network):
        addresses = itertools.cycle(["127.0.0.2", "127.0.0.3"])
        current = None

        def move():
            nonlocal current
            if current:
                current.kill()
                current.wait()
            address = next(addresses)
            current = network.proxy(address, 9000)
            network.names(address)

        move()
        return f"{NAME}:9000", move

    trials = {
        "plain": ("nothing in the way", plain, "127.0.0.1"),
        "slow": ("300 ms there and back", behind(delay=0.15), "127.0.0.1"),
        "lossy": ("300 ms, one piece in twenty lost", behind(delay=0.15, loss=0.05), "127.0.0.1"),
        "resets": ("one piece in thirty resets the connection", behind(resets=0.033), "127.0.0.1"),
        "dead4": ("a dead IPv4 address first", dead("10.99.0.7", "10.99.0.1/24"), "127.0.0.1"),
        "dead6": ("a dead IPv6 address first", dead("fd99::7", "fd99::1/64"), "127.0.0.1"),
        "ipv6": ("IPv6 alone", alone, "::1"),
        "moves": ("the server moves to another address", moves, "127.0.0.1"),
    }
    unknown = [name for name in names if name not in trials]
    if unknown:
        sys.exit(f"error: there is no trial {unknown[0]}; there are {', '.join(trials)}")
    print(f"| network | {MARKED:,} marked | receipt heard, median | at most | {EVENTS:,} events | lost or twice |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    lost = 0
    for key, (title, prepare, host) in trials.items():
        if names and key not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            network = Network(receipts, key, folder, host)
            try:
                server, halfway = prepare(network)
                lost += trial(receipts, title, network, server, halfway)
            finally:
                network.close()
    sys.exit(1 if lost else 0)


if sys.argv[1] == "proxy":
    host, port, upstream_host, upstream_port, *trouble = sys.argv[2:]
    asyncio.run(proxy(host, int(port), upstream_host, int(upstream_port), *map(float, trouble)))
else:
    main(sys.argv[1], sys.argv[2:])
