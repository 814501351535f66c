"""What the stories share: the client, checks, and a connection that can be cut."""

import os
import queue
import socket
import threading
import time
import urllib.request

from google.cloud import firestore

from stories import check, raises, same

HOST, PORT = os.environ["FIRESTORE_EMULATOR_HOST"].rsplit(":", 1)
WAIT = 20


def new_client(port=PORT, kind=firestore.Client):
    os.environ["FIRESTORE_EMULATOR_HOST"] = f"{HOST}:{port}"
    client = kind(project=f"python-{os.getpid()}")
    os.environ["FIRESTORE_EMULATOR_HOST"] = f"{HOST}:{PORT}"
    return client


db = new_client()


def is_ours():
    """Only this package's emulator tells how much memory it uses."""
    try:
        return urllib.request.urlopen(f"http://{HOST}:{PORT}/emulator/v1/memory", timeout=WAIT).status == 200
    except OSError:
        return False


OURS = is_ours()


def together(count, work):
    """Does the same on some threads at once, and fails if one of them does."""
    failures = []

    def guarded(number):
        try:
            work(number)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


class Snapshots:
    """The snapshots of a query or document that has been listened to, as a function shows them."""

    def __init__(self, reference, show=lambda documents: [d.id for d in documents]):
        self.received = queue.Queue()
        self.changes = []
        self.watch = reference.on_snapshot(lambda docs, changes, _: self.take(show(docs), changes))

    def take(self, shown, changes):
        self.changes += [(c.type.name, c.document.id) for c in changes]
        self.received.put(shown)

    def reach(self, wanted, text):
        """Waits for a snapshot; earlier ones may differ."""
        end = time.monotonic() + WAIT
        seen = None
        while time.monotonic() < end:
            try:
                seen = self.received.get(timeout=max(end - time.monotonic(), 0.01))
            except queue.Empty:
                break
            if seen == wanted:
                return
        same(seen, wanted, text)

    def next(self, wanted, text):
        """Waits for the next snapshot."""
        same(self.received.get(timeout=WAIT), wanted, text)

    def end(self):
        self.watch.unsubscribe()
        check(self.received.empty(), "nothing comes that nobody has waited for")


class Cuttable:
    """Passes bytes between a client and the emulator until it is cut."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.sockets = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.create_connection((HOST, int(PORT)))
            self.sockets += [client, server]
            for a, b in ((client, server), (server, client)):
                threading.Thread(target=self.copy, args=(a, b), daemon=True).start()

    def copy(self, a, b):
        try:
            while data := a.recv(65536):
                b.sendall(data)
        except OSError:
            pass
        for s in (a, b):
            self.shut_down(s)

    def cut(self):
        for s in self.sockets:
            self.shut_down(s)
        self.sockets = []

    @staticmethod
    def shut_down(s):
        try:
            s.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
