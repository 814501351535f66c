"""Transactions and bulk writers."""

import threading

from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter

from support import OURS, check, db, raises, same, together


def transactions():
    reference = db.document("counters/c")
    reference.set({"n": 0})

    @firestore.transactional
    def add(transaction):
        number = reference.get(transaction=transaction).get("n")
        transaction.update(reference, {"n": number + 1})
        return number

    # On Google's emulator transactions wait for each other for seconds.
    count = 4 if OURS else 1
    together(count, lambda _: [add(db.transaction(max_attempts=50)) for _ in range(5)])
    same(reference.get().get("n"), 5 * count, "no increment is lost")

    @firestore.transactional
    def fail(transaction):
        reference.get(transaction=transaction)
        raise KeyError("mine")

    raises(KeyError, lambda: fail(db.transaction()))

    @firestore.transactional
    def query(transaction):
        found = list(db.collection("counters").where(filter=FieldFilter("n", ">", 0)).stream(transaction=transaction))
        for document in found:
            transaction.delete(document.reference)
        transaction.set(db.document("counters/sum"), {"n": sum(d.get("n") for d in found)})
        return len(found)

    same(query(db.transaction()), 1, "a query in a transaction")
    same([d.id for d in db.collection("counters").stream()], ["sum"], "its writes")

    @firestore.transactional
    def read(transaction):
        return [d.exists for d in db.get_all([reference, db.document("counters/sum")], transaction=transaction)]

    same(sorted(read(db.transaction(read_only=True))), [False, True], "a read-only transaction")
    raises(ValueError, lambda: db.transaction(read_only=True).update(reference, {"n": 1}))


def contention():
    """A document changes between the read and the commit of a transaction."""
    reference = db.document("counters/contended")
    reference.set({"n": 0})
    attempts = []
    writers = []

    @firestore.transactional
    def double(transaction):
        number = reference.get(transaction=transaction).get("n")
        if not attempts:
            # Google's emulator lets others wait for the transaction; production and ours let the transaction try again.
            writers.append(threading.Thread(target=lambda: reference.update({"n": firestore.Increment(1)})))
            writers[0].start()
            if OURS:
                writers[0].join()
        attempts.append(number)
        transaction.update(reference, {"n": number * 2})

    double(db.transaction())
    writers[0].join()
    same(attempts, [0, 1] if OURS else [0], "what each attempt has read")
    same(reference.get().get("n"), 2 if OURS else 1, "one after the other")
    if not OURS:
        return

    @firestore.transactional
    def lose(transaction):
        reference.get(transaction=transaction)
        reference.update({"n": firestore.Increment(1)})
        transaction.update(reference, {"n": 0})

    error = raises(ValueError, lambda: lose(db.transaction(max_attempts=2)))
    check(isinstance(error.__cause__, exceptions.Aborted), error.__cause__)
    same(reference.get().get("n"), 4, "nothing of it is written")


def bulk_writers():
    writer = db.bulk_writer()
    for number in range(200):
        writer.set(db.document(f"bulk/{number}"), {"n": number})
    writer.close()
    same(db.collection("bulk").count().get()[0][0].value, 200, "all are written")
    results, failures = [], []
    writer = db.bulk_writer()
    writer.on_write_result(lambda reference, result, _: results.append(reference.id))
    writer.on_write_error(lambda failure, _: failures.append((failure.code, failure.operation.reference.id)) and False)
    writer.create(db.document("bulk/7"), {})
    writer.update(db.document("bulk/8"), {"n": -8})
    writer.update(db.document("bulk/none"), {"n": 1})
    writer.delete(db.document("bulk/9"))
    writer.close()
    same(sorted(failures), [(5, "none"), (6, "7")], "the failures, each with its code")
    same(sorted(results), ["8", "9"], "the others")
    same(db.document("bulk/8").get().get("n"), -8, "an update")
    db.recursive_delete(db.collection("bulk"))
    same(list(db.collection("bulk").list_documents()), [], "all are deleted")
