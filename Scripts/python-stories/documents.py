"""Documents and batches."""

import datetime

from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1.vector import Vector

from support import OURS, WAIT, check, db, new_client, raises, same


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
    same(snapshot.to_dict(), data, "the document is as it was written")
    same(snapshot.update_time, result.update_time, "the update time is that of the write")
    same(snapshot.create_time, result.update_time, "and so is the time of creation")
    reference.update({"map.c": 1, "int": firestore.Increment(2.5), "list": firestore.ArrayUnion([5]),
                      "null": firestore.DELETE_FIELD, "at": firestore.SERVER_TIMESTAMP})
    fields = reference.get(["map", "int", "list", "null", "at"]).to_dict()
    check(fields["map"]["c"] == 1 and fields["list"][-1] == 5 and "null" not in fields, fields)
    check(fields["int"] == -(2.0**63) + 2.5 and fields["at"] is not None, fields)
    reference.set({"map": {"d": 2}, "list": firestore.ArrayRemove([5])}, merge=True)
    merged = reference.get().to_dict()
    same((merged["map"]["c"], merged["map"]["d"], merged["list"]), (1, 2, data["list"]), "fields are merged")
    reference.set({"map": {"e": 3}, "yes": False}, merge=["map.e"])
    merged = reference.get().to_dict()
    same((merged["map"]["e"], merged["yes"]), (3, True), "only named fields are merged")
    check(not db.document("docs/missing").get().exists, "a document that is missing")
    _, added = db.collection("docs").add({"n": 1})
    same(added.get().to_dict(), {"n": 1}, "a document with an id of the client's")
    reference.delete()
    check(not reference.get().exists, "the document is deleted")
    reference.delete()


def batches():
    batch = db.batch()
    for number in range(300):
        batch.set(db.document(f"many/{number:03}"), {"n": number, "tags": [number % 3], "text": "x" * 1000})
    same(len(batch.commit()), 300, "a batch has as many results as writes")
    same({d.exists for d in db.get_all([db.document("many/001"), db.document("many/002")])}, {True}, "both")
    found = list(db.get_all([db.document("many/001"), db.document("many/none")], ["n"]))
    same(sorted((d.exists, d.to_dict()) for d in found), [(False, None), (True, {"n": 1})], "one of two")
    batch = db.batch()
    batch.delete(db.document("many/000"))
    batch.create(db.document("many/001"), {})
    raises(exceptions.AlreadyExists, batch.commit)
    check(db.document("many/000").get().exists, "nothing of a batch is written if one write fails")


def large_messages():
    reference = db.document("large/a")
    reference.set({"text": "x" * 1_000_000})
    same(len(reference.get().get("text")), 1_000_000, "a large document")
    # Google's emulator takes at most 4 MiB; production 10.
    count = 16 if OURS else 3
    batch = db.batch()
    for number in range(count):
        batch.set(db.document(f"large/{number}"), {"text": "x" * 1_000_000})
    batch.commit()
    # The client itself takes at most 4 MiB a message, which streams of documents stay below.
    same(len(list(db.collection("large").stream())), count + 1, "large documents in a stream")
    # The client gives up the rest of the stream.
    stream = db.collection("large").stream()
    check(next(stream).exists, "the first of them")
    stream.close()
    raises(exceptions.InvalidArgument, lambda: reference.set({"text": "x" * 1_100_000}))


def errors():
    reference = db.document("errors/a")
    result = reference.set({"n": 1})
    raises(exceptions.NotFound, lambda: db.document("errors/missing").update({"a": 1}))
    raises(exceptions.AlreadyExists, lambda: reference.create({}))
    reference.set({"n": 2})
    stale = db.write_option(last_update_time=result.update_time)
    raises(exceptions.FailedPrecondition, lambda: reference.update({"a": 1}, option=stale))
    raises(exceptions.NotFound, lambda: db.document("errors/b").delete(option=db.write_option(exists=True)))
    raises(exceptions.InvalidArgument, lambda: reference.set({"__a__": 1}))
    error = raises(exceptions.NotFound, lambda: db.document("errors/é 100 % 🍵").update({"a": 1}))
    # The emulators show names in a notation of their own.
    check(r'name: "\351 100 % \ud83c\udf75"' in error.message, error.message)
    wrong = type(db)(project="a/b")
    raises(exceptions.GoogleAPICallError, lambda: wrong.document("a/b").get(retry=None, timeout=WAIT))
    old = datetime.datetime(1969, 1, 1, tzinfo=datetime.timezone.utc)
    raises(exceptions.InvalidArgument, lambda: reference.get(read_time=old))
    same(new_client().document("errors/a").get().to_dict(), {"n": 2}, "another client")
