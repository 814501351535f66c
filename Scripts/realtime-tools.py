"""What Scripts/bench-sockets needs beside the program: clients of the Realtime Database's emulator, without an SDK.

sockets HOST:PORT COUNT SECONDS PID    COUNT WebSockets listen to one conversation, in which one receipt is written each second over REST;
                                       prints when each has it, and which part of a processor the emulator PID took
ways HOST:PORT ROUNDS                  writes receipts over REST and over a WebSocket, and hears them on a stream of REST and on a
                                       WebSocket: how long each takes, with how many bytes and connections
"""
import base64
import http.client
import json
import os
import resource
import selectors
import socket
import struct
import sys
import time

# Linux has the kernel say when data has arrived: https://docs.kernel.org/networking/timestamping.html
SO_TIMESTAMPNS = 35
CHAT, NAMESPACE = "messages/c1", "bench-sockets"


def frame(message):
    """A masked frame of one text."""
    body = json.dumps({"t": "d", "d": message}, separators=(",", ":")).encode()
    size = bytes([0x80 | len(body)]) if len(body) < 126 else bytes([0xFE]) + len(body).to_bytes(2, "big")
    return bytes([0x81]) + size + bytes(4) + body


class Socket:
    """A client of Firebase's protocol."""

    def __init__(self, host, port):
        self.socket = socket.create_connection((host, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        # When the latest data arrived, as time.time() counts.
        self.arrived = 0.0
        key = base64.b64encode(os.urandom(16)).decode()
        self.send_raw(
            f"GET /.ws?v=5&ns={NAMESPACE} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
        self.bytes = b""
        self.sent = self.received = 0
        while b'"t":"c"' not in self.bytes:
            self.read()
        self.bytes = b""
        self.sent = self.received = 0

    def send_raw(self, data):
        self.socket.sendall(data)
        self.sent = getattr(self, "sent", 0) + len(data)

    def send(self, action, body, number=1):
        self.send_raw(frame({"r": number, "a": action, "b": body}))

    def read(self):
        data, extras, _, _ = self.socket.recvmsg(65536, socket.CMSG_SPACE(16))
        if not data:
            sys.exit("error: the emulator has closed a socket")
        for _, _, time in extras:
            seconds, nanoseconds = struct.unpack("ll", time)
            self.arrived = seconds + nanoseconds / 1e9
        self.bytes += data
        self.received += len(data)

    def until(self, text):
        """Reads until a text has come; what came before it is forgotten."""
        while (place := self.bytes.find(text)) < 0:
            self.read()
        self.bytes = self.bytes[place + len(text):]


class REST:
    """One kept connection."""

    def __init__(self, host, port):
        self.connection = http.client.HTTPConnection(host, port)
        self.connection.connect()
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sent = self.received = 0

    def write(self, method, path, value):
        body = json.dumps(value)
        target = f"/{path}.json?ns={NAMESPACE}&print=silent"
        headers = {"Authorization": "Bearer owner"}
        self.connection.request(method, target, body, headers)
        answer = self.connection.getresponse()
        answer.read()
        if answer.status not in (200, 204):
            sys.exit(f"error: {method} {path} answered {answer.status}")
        # The head as it is sent and received, but for its line breaks.
        self.sent += len(method) + len(target) + len(body) + 60 + len("Authorization: Bearer owner\r\n")
        self.received += 20 + sum(len(name) + len(text) + 4 for name, text in answer.getheaders())


class Stream:
    """A stream of REST."""

    def __init__(self, host, port, path):
        self.socket = socket.create_connection((host, port))
        head = (f"GET /{path}.json?ns={NAMESPACE} HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: text/event-stream\r\n"
                "Authorization: Bearer owner\r\n\r\n")
        self.socket.sendall(head.encode())
        self.bytes, self.received = b"", 0
        self.until(b"event: put")

    def until(self, text):
        while (place := self.bytes.find(text)) < 0:
            data = self.socket.recv(65536)
            if not data:
                sys.exit("error: the emulator has closed a stream")
            self.bytes += data
            self.received += len(data)
        self.bytes = self.bytes[place + len(text):]


def processor(process):
    """The processor time of a process, in seconds."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def of_all(delays, part):
    """The delay within which a part of all receipts has arrived, in milliseconds."""
    return delays[min(len(delays) - 1, int(len(delays) * part))] * 1000


def make_chat(rest, messages):
    rest.write("PUT", CHAT, {f"m{number}": {"senderID": "alice", "text": "Hi", "serverTimestamp": number}
                             for number in range(messages)})


def sockets(address, count, seconds, process):
    host, port = address.rsplit(":", 1)
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit, count + 100), limit))
    rest = REST(host, int(port))
    make_chat(rest, 100)
    clients = []
    for _ in range(count):
        client = Socket(host, int(port))
        client.send("q", {"p": f"/{CHAT}", "h": ""})
        client.until(b'"r":1')
        client.bytes = b""
        clients.append(client)
    waiting = selectors.DefaultSelector()
    for client in clients:
        waiting.register(client.socket, selectors.EVENT_READ, client)
    delays, began, used = [], time.monotonic(), processor(process)
    for number in range(seconds):
        time.sleep(max(0, began + number - time.monotonic()))
        left = {client.socket for client in clients}
        # The delay counts from before the write is sent.
        start = time.time()
        rest.connection.request(
            "PATCH", f"/{CHAT}/m{number % 100}/readBy.json?ns={NAMESPACE}&print=silent",
            json.dumps({f"user{number}": {".sv": "timestamp"}}), {"Authorization": "Bearer owner"})
        # This program would take half of the machine to read. When data has arrived, the kernel knows later, too.
        time.sleep(0.3)
        while left:
            ready = waiting.select(10) or sys.exit("error: a socket has heard nothing in ten seconds")
            for key, _ in ready:
                key.data.read()
                if f"user{number}".encode() in key.data.bytes and key.fileobj in left:
                    left.discard(key.fileobj)
                    delays.append(key.data.arrived - start)
                    key.data.bytes = b""
        rest.connection.getresponse().read()
    time.sleep(max(0, began + seconds - time.monotonic()))
    part = (processor(process) - used) / (time.monotonic() - began)
    delays.sort()
    print(f"{count} sockets, one receipt a second for {seconds} s: each socket has a receipt after "
          f"{of_all(delays, 0.5):.1f} ms in the median, {of_all(delays, 0.95):.1f} ms for 95 %, "
          f"{delays[-1] * 1000:.1f} ms at most; the emulator took {part * 100:.1f} % of a processor")


def ways(address, rounds):
    host, port = address.rsplit(":", 1)
    rest, socket_ = REST(host, int(port)), Socket(host, int(port))
    make_chat(rest, 500)
    listener, stream = Socket(host, int(port)), Stream(host, int(port), CHAT)
    listener.send("q", {"p": f"/{CHAT}", "h": ""})
    listener.until(b'"r":1')

    def measure(name, write, hears, counts):
        times, before = [], counts()
        for number in range(rounds):
            start = time.monotonic()
            write(number)
            hears(number)
            times.append(time.monotonic() - start)
        sent, received = (new - old for new, old in zip(counts(), before))
        times.sort()
        print(f"{name}: {times[rounds // 2] * 1000:.2f} ms in the median, {times[rounds * 95 // 100] * 1000:.2f} ms for 95 %; "
              f"the writer sends {sent // rounds} bytes and receives {received // rounds}")

    def patch(name):
        return lambda number: rest.write(
            "PATCH", f"{CHAT}/m{number % 500}/readBy", {f"{name}{number}": {".sv": "timestamp"}})

    def merge(name):
        def write(number):
            socket_.send("m", {"p": f"/{CHAT}/m{number % 500}/readBy", "d": {f"{name}{number}": {".sv": "timestamp"}}},
                         number + 1)
            socket_.until(f'"r":{number + 1},'.encode())
        return write

    def of_rest():
        return rest.sent, rest.received

    def of_socket():
        return socket_.sent, socket_.received

    def nothing(_):
        pass

    measure("REST, until it is answered", patch("a"), nothing, of_rest)
    measure("WebSocket, until it is answered", merge("b"), nothing, of_socket)
    measure("REST to a stream", patch("c"), lambda number: stream.until(f'c{number}"'.encode()), of_rest)
    measure("REST to a WebSocket that listens", patch("d"), lambda number: listener.until(f'd{number}"'.encode()), of_rest)
    measure("WebSocket to a WebSocket that listens", merge("e"),
            lambda number: listener.until(f'e{number}"'.encode()), of_socket)
    before = stream.received, listener.received
    measure("REST to both", patch("f"), lambda number: (stream.until(f'f{number}"'.encode()),
                                                        listener.until(f'f{number}"'.encode())), of_rest)
    print(f"a listener receives {(stream.received - before[0]) // rounds} bytes a receipt on a stream, and "
          f"{(listener.received - before[1]) // rounds} on a WebSocket")
    print("a client that listens to C conversations and writes has C + 1 connections with REST and streams, and 1 with a WebSocket")


if __name__ == "__main__":
    command, *words = sys.argv[1:] or ["help"]
    if command == "sockets" and len(words) == 4:
        sockets(words[0], int(words[1]), int(words[2]), int(words[3]))
    elif command == "ways" and len(words) == 2:
        ways(words[0], int(words[1]))
    else:
        sys.exit(__doc__)
