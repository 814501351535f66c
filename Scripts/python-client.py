"""Uses Google's Python client over gRPC as an application does, and checks what it returns.

Runs on the emulator that FIRESTORE_EMULATOR_HOST names. What only one of the emulators has is marked.
"""

import datetime
import os
import queue
import socket
import sys
import threading
import time

from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter, Or
from google.cloud.firestore_v1.base_vector_query import DistanceMeasure
from google.cloud.firestore_v1.vector import Vector

HOST, PORT = os.environ["FIRESTORE_EMULATOR_HOST"].rsplit(":", 1)
WAIT = 20
db = firestore.Client(project=f"python-{os.getpid()}")


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def raises(error, call):
    try:
        call()
    except error as caught:
        return caught
    raise AssertionError(f"{error.__name__} was not raised")


def is_googles():
    """Only our emulator explains the decisions of rules."""
    import urllib.request

    try:
        url = f"http://{HOST}:{PORT}/emulator/v1/memory"
        return urllib.request.urlopen(url, timeout=WAIT).status != 200
    except OSError:
        return True


def documents():
    reference = db.collection("docs").document("a")
    now = datetime.datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=datetime.timezone.utc)
    data = {
        "null": None, "yes": True, "int": -(2**63), "double": 0.1, "nan": float("inf"), "text": "é🍵\0",
        "bytes": b"\0\xff", "time": now, "point": firestore.GeoPoint(1.5, -2), "ref": reference,
        "list": [1, {"deep": [2]}], "map": {"a b": {"`": 1}}, "empty": {}, "none": [],
        "vector": Vector([1.0, 2.5]),
    }
    result = reference.set(data)
    snapshot = reference.get()
    check(snapshot.to_dict() == data, f"the document is as it was written: {snapshot.to_dict()}")
    check(snapshot.update_time == result.update_time, "the update time is that of the write")
    reference.update({"map.c": 1, "int": firestore.Increment(2.5), "list": firestore.ArrayUnion([5]),
                      "null": firestore.DELETE_FIELD, "at": firestore.SERVER_TIMESTAMP})
    fields = reference.get(["map", "int", "list", "null", "at"]).to_dict()
    check(fields["map"]["c"] == 1 and fields["list"][-1] == 5 and "null" not in fields, fields)
    check(fields["int"] == -(2.0**63) + 2.5 and fields["at"] is not None, fields)
    raises(exceptions.NotFound, lambda: db.document("docs/missing").update({"a": 1}))
    raises(exceptions.AlreadyExists, lambda: reference.create({}))
    stale = db.write_option(last_update_time=result.update_time)
    raises(exceptions.FailedPrecondition, lambda: reference.update({"a": 1}, option=stale))
    raises(exceptions.InvalidArgument, lambda: reference.set({"__a__": 1}))
    reference.delete()
    check(not reference.get().exists, "the document is deleted")
    batch = db.batch()
    for number in range(300):
        batch.set(db.document(f"many/{number:03}"), {"n": number, "tags": [number % 3], "text": "x" * 1000})
    check(len(batch.commit()) == 300, "a batch has as many results as writes")
    found = list(db.get_all([db.document("many/001"), db.document("many/none")]))
    check(sorted(d.exists for d in found) == [False, True], found)


def large_messages():
    reference = db.document("large/a")
    reference.set({"text": "x" * 1_000_000})
    check(len(reference.get().get("text")) == 1_000_000, "a large document")
    # Google's emulator takes at most 4 MiB; production 10.
    count = 3 if is_googles() else 16
    batch = db.batch()
    for number in range(count):
        batch.set(db.document(f"large/{number}"), {"text": "x" * 1_000_000})
    batch.commit()
    # The client itself takes at most 4 MiB a message, which streams of documents stay below.
    check(len(list(db.collection("large").stream())) == count + 1, "large documents in a stream")


def queries():
    many = db.collection("many")
    check(len(list(many.stream())) == 300, "all documents")
    check([d.id for d in many.order_by("n", direction="DESCENDING").limit(2).stream()] == ["299", "298"], "order")
    check(len(many.where(filter=FieldFilter("n", ">=", 290)).get()) == 10, "inequality")
    check(len(many.where(filter=FieldFilter("tags", "array_contains", 1)).get()) == 100, "array-contains")
    either = Or([FieldFilter("n", "==", 3), FieldFilter("n", "in", [4, 5])])
    check(len(many.where(filter=either).get()) == 3, "or")
    page = many.order_by("n").start_after(many.document("010").get()).end_at({"n": 12}).get()
    check([d.id for d in page] == ["011", "012"], "cursors")
    last = many.order_by("n").limit_to_last(2).get()
    check([d.id for d in last] == ["298", "299"], "limit to last")
    check(many.select(["n"]).limit(1).get()[0].to_dict() == {"n": 0}, "projection")
    check(len(many.offset(295).get()) == 5, "offset")
    db.document("many/000/below/x").set({"n": 7})
    check(len(db.collection_group("below").where(filter=FieldFilter("n", "==", 7)).get()) == 1, "groups")
    check([c.id for c in db.document("many/000").collections()] == ["below"], "collection ids")
    check(sorted(c.id for c in db.collections()) == ["large", "many"], "collection ids of the root")
    check(len(list(many.list_documents(page_size=100))) == 300, "documents in pages")
    error = raises(exceptions.InvalidArgument, lambda: many.where(filter=FieldFilter("n", "in", [])).get())
    check("non-empty ArrayValue" in error.message, error.message)
    vectors = db.collection("vectors")
    for number in range(3):
        vectors.document(str(number)).set({"v": Vector([float(number), 0.0])})
    nearest = vectors.find_nearest(
        "v", Vector([2.0, 0.0]), limit=1, distance_measure=DistanceMeasure.EUCLIDEAN, distance_result_field="d")
    check([(d.id, d.get("d")) for d in nearest.get()] == [("2", 0.0)], "nearest")


def aggregations():
    query = db.collection("many").where(filter=FieldFilter("n", "<", 10))
    results = query.count(alias="c").sum("n", alias="s").avg("n", alias="a").get()[0]
    check({r.alias: r.value for r in results} == {"c": 10, "s": 45, "a": 4.5}, results)


def partitions():
    group = db.collection_group("many")
    if is_googles():
        raises(exceptions.MethodNotImplemented, lambda: list(group.get_partitions(4)))
        return
    parts = list(group.get_partitions(4))
    check(len(parts) > 1, parts)
    ids = [d.id for part in parts for d in part.query().stream()]
    check(sorted(ids) == [f"{n:03}" for n in range(300)], "the parts are the whole")


def transactions():
    reference = db.document("counters/c")
    reference.set({"n": 0})

    @firestore.transactional
    def add(transaction):
        number = reference.get(transaction=transaction).get("n")
        transaction.update(reference, {"n": number + 1})
        return number

    def work():
        for _ in range(5):
            add(db.transaction(max_attempts=50))

    # On Google's emulator transactions wait for each other for seconds.
    threads = [threading.Thread(target=work) for _ in range(1 if is_googles() else 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(reference.get().get("n") == 5 * len(threads), "no increment is lost")

    @firestore.transactional
    def fail(transaction):
        reference.get(transaction=transaction)
        raise KeyError("mine")

    raises(KeyError, lambda: fail(db.transaction()))
    read_only = db.transaction(read_only=True)
    read_only._begin()
    check(next(iter(db.get_all([reference], transaction=read_only))).exists, "a read-only transaction")
    read_only._rollback()


def bulk_writer():
    writer = db.bulk_writer()
    failures = []
    writer.on_write_error(lambda failure, _: failures.append(failure.code) and False)
    for number in range(200):
        writer.set(db.document(f"bulk/{number}"), {"n": number})
    writer.create(db.document("counters/c"), {})
    writer.close()
    check(db.collection("bulk").count().get()[0][0].value == 200, "all are written")
    check(failures == [6], f"one exists already: {failures}")


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
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        for s in self.sockets:
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.sockets = []


def await_state(snapshots, wanted, text):
    """Waits for a snapshot of this content."""
    end = time.monotonic() + WAIT
    seen = None
    while time.monotonic() < end:
        try:
            seen = snapshots.get(timeout=max(end - time.monotonic(), 0.01))
        except queue.Empty:
            break
        if seen == wanted:
            return
    raise AssertionError(f"{text}: {seen} instead of {wanted}")


def listeners():
    rooms = db.collection("rooms")
    rooms.document("a").set({"n": 1})
    snapshots = queue.Queue()
    watch = rooms.order_by("n").on_snapshot(lambda docs, changes, _: snapshots.put([d.id for d in docs]))
    await_state(snapshots, ["a"], "the first snapshot")
    rooms.document("b").set({"n": 0})
    await_state(snapshots, ["b", "a"], "an added document")
    rooms.document("a").update({"n": -1})
    await_state(snapshots, ["a", "b"], "a moved document")
    rooms.document("a").delete()
    await_state(snapshots, ["b"], "a removed document")
    watch.unsubscribe()

    states = queue.Queue()
    document = rooms.document("one")
    watch = document.on_snapshot(lambda docs, _, __: states.put([d.to_dict() for d in docs if d.exists]))
    await_state(states, [], "a missing document")
    document.set({"x": 1})
    await_state(states, [{"x": 1}], "a document that is created")
    document.delete()
    await_state(states, [], "a document that is deleted")
    watch.unsubscribe()


def resumed_listener():
    proxy = Cuttable()
    os.environ["FIRESTORE_EMULATOR_HOST"] = f"127.0.0.1:{proxy.port}"
    far = firestore.Client(project=db.project)
    os.environ["FIRESTORE_EMULATOR_HOST"] = f"{HOST}:{PORT}"
    rooms = db.collection("resumed")
    for number in range(3):
        rooms.document(str(number)).set({"n": number})
    snapshots = queue.Queue()
    watch = far.collection("resumed").on_snapshot(lambda docs, _, __: snapshots.put(sorted(d.id for d in docs)))
    await_state(snapshots, ["0", "1", "2"], "before the cut")
    proxy.cut()
    rooms.document("3").set({"n": 3})
    rooms.document("0").delete()
    await_state(snapshots, ["1", "2", "3"], "after the cut")
    check(far.document("resumed/3").get().exists, "a read after the cut")
    watch.unsubscribe()


def errors():
    wrong = firestore.Client(project="a/b")
    raises(exceptions.GoogleAPICallError, lambda: wrong.document("a/b").get(retry=None, timeout=WAIT))
    old = datetime.datetime(1969, 1, 1, tzinfo=datetime.timezone.utc)
    raises(exceptions.InvalidArgument, lambda: db.document("a/b").get(read_time=old))


CHECKS = [documents, large_messages, queries, aggregations, partitions, transactions, bulk_writer, listeners,
          resumed_listener, errors]

selected = sys.argv[1:]
failed = []
for run in CHECKS:
    if selected and run.__name__ not in selected:
        continue
    start = time.monotonic()
    try:
        run()
        print(f"  {run.__name__}: {time.monotonic() - start:.2f} s", flush=True)
    except Exception as error:
        failed.append(run.__name__)
        print(f"  {run.__name__}: failed: {type(error).__name__}: {error}", flush=True)
sys.stdout.flush()
# Threads of listeners do not keep the process.
os._exit(1 if failed else 0)
