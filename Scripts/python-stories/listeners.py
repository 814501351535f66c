"""Listeners: to documents, to queries, through a cut connection."""

from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter

from support import OURS, Cuttable, Snapshots, check, db, new_client, same, together


def listeners():
    rooms = db.collection("rooms")
    rooms.document("a").set({"n": 1})
    snapshots = Snapshots(rooms.order_by("n"))
    snapshots.next(["a"], "the first snapshot")
    rooms.document("b").set({"n": 0})
    snapshots.next(["b", "a"], "an added document")
    rooms.document("a").update({"n": -1})
    snapshots.next(["a", "b"], "a moved document")
    rooms.document("a").delete()
    snapshots.next(["b"], "a removed document")
    batch = db.batch()
    batch.delete(rooms.document("b"))
    for number in range(3):
        batch.set(rooms.document(str(number)), {"n": number})
    batch.commit()
    snapshots.next(["0", "1", "2"], "a batch is one snapshot")
    same(
        snapshots.changes[:5],
        [("ADDED", "a"), ("ADDED", "b"), ("MODIFIED", "a"), ("REMOVED", "a"), ("REMOVED", "b")], "the changes")
    snapshots.end()

    document = rooms.document("one")
    states = Snapshots(document, lambda documents: [d.to_dict() for d in documents if d.exists])
    states.next([], "a missing document")
    document.set({"x": 1})
    states.next([{"x": 1}], "a document that is created")
    document.update({"at": firestore.SERVER_TIMESTAMP})
    states.next([document.get().to_dict()], "one that is changed")
    document.delete()
    states.next([], "a document that is deleted")
    states.end()


def listeners_of_queries():
    scores = db.collection("scores")
    for number in range(5):
        scores.document(str(number)).set({"n": number, "team": "red" if number % 2 else "blue"})
    lowest = Snapshots(scores.order_by("n").limit(2))
    red = Snapshots(scores.where(filter=FieldFilter("team", "==", "red")))
    between = Snapshots(scores.order_by("n").start_at({"n": 1}).end_before({"n": 3}))
    group = Snapshots(db.collection_group("marks"), lambda documents: sorted(d.reference.path for d in documents))
    lowest.next(["0", "1"], "the lowest two")
    red.next(["1", "3"], "those of one team")
    between.next(["1", "2"], "those between two cursors")
    group.next([], "an empty group")
    scores.document("5").set({"n": -5, "team": "blue"})
    lowest.next(["5", "0"], "one more pushes one out")
    scores.document("5").delete()
    lowest.next(["0", "1"], "one less lets one in")
    scores.document("4").update({"n": -4, "team": "red"})
    lowest.next(["4", "0"], "the last becomes the first")
    red.next(["1", "3", "4"], "and changes its team")
    scores.document("2").update({"n": 3})
    between.next(["1"], "one leaves")
    scores.document("4").collection("marks").document("x").set({"n": 1})
    group.next(["scores/4/marks/x"], "a document below another")
    for snapshots in (lowest, red, between, group):
        snapshots.end()


def many_listeners():
    shared = db.collection("shared").document("a")
    watchers = [Snapshots(shared, lambda documents: [d.get("n") for d in documents if d.exists]) for _ in range(30)]
    for watcher in watchers:
        watcher.next([], "nothing yet")
    together(4, lambda number: shared.parent.document(f"other-{number}").set({}))
    shared.set({"n": 1})
    for watcher in watchers:
        watcher.next([1], "each hears of it")
        watcher.end()


def exists(document):
    """Google's emulator sometimes answers a call after a cut with an error of its own."""
    for _ in range(4):
        try:
            return document.get().exists
        except exceptions.Cancelled:
            if OURS:
                raise
    return False


def resumed_listeners():
    proxy = Cuttable()
    far = new_client(proxy.port)
    rooms = db.collection("resumed")
    for number in range(4):
        rooms.document(str(number)).set({"n": number})
    all_of_them = Snapshots(far.collection("resumed"))
    first_two = Snapshots(far.collection("resumed").order_by("n").limit(2))
    one = Snapshots(far.document("resumed/1"), lambda documents: [d.get("n") for d in documents if d.exists])
    all_of_them.next(["0", "1", "2", "3"], "before the cut")
    first_two.next(["0", "1"], "the first two")
    one.next([1], "one")
    proxy.cut()
    rooms.document("4").set({"n": 4})
    rooms.document("0").delete()
    rooms.document("1").update({"n": 10})
    all_of_them.reach(["1", "2", "3", "4"], "after the cut")
    first_two.reach(["2", "3"], "the first two now")
    one.reach([10], "the one changed")
    check(exists(far.document("resumed/3")), "a read after the cut")
    proxy.cut()
    check(exists(far.document("resumed/3")), "a read after another cut")
    batch = db.batch()
    batch.delete(rooms.document("1"))
    batch.delete(rooms.document("3"))
    batch.commit()
    all_of_them.reach(["2", "4"], "a change after another cut")
    first_two.reach(["2", "4"], "the first two at the end")
    one.reach([], "the one is deleted")
    for snapshots in (all_of_them, first_two, one):
        snapshots.watch.unsubscribe()
