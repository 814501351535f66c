"""Queries, in pages too, aggregations and partitions, of the documents that a batch has written."""

from google.api_core import exceptions
from google.cloud.firestore_v1.base_query import And, FieldFilter, Or
from google.cloud.firestore_v1.base_vector_query import DistanceMeasure
from google.cloud.firestore_v1.vector import Vector

from support import OURS, check, db, raises, same


def ids(query):
    return [d.id for d in query.stream()]


def queries():
    many = db.collection("many")
    same(len(list(many.stream())), 300, "all documents")
    same(ids(many.order_by("n", direction="DESCENDING").limit(2)), ["299", "298"], "order")
    same(len(many.where(filter=FieldFilter("n", ">=", 290)).get()), 10, "inequality")
    same(len(many.where(filter=FieldFilter("tags", "array_contains", 1)).get()), 100, "array-contains")
    same(len(many.where(filter=FieldFilter("tags", "array_contains_any", [1, 2])).get()), 200, "one of them")
    same(len(many.where(filter=FieldFilter("n", "not-in", [1, 2])).get()), 298, "not-in")
    same(len(many.where(filter=FieldFilter("n", "!=", 1)).get()), 299, "inequality of one value")
    either = Or([FieldFilter("n", "==", 3), FieldFilter("n", "in", [4, 5])])
    same(ids(many.where(filter=either)), ["003", "004", "005"], "or")
    both = And([either, FieldFilter("tags", "array_contains", 1)])
    same(ids(many.where(filter=both)), ["004"], "and")
    same(many.select(["n"]).limit(1).get()[0].to_dict(), {"n": 0}, "projection")
    same(many.select([]).limit(1).get()[0].to_dict(), {}, "names only")
    same(len(many.offset(295).get()), 5, "offset")
    error = raises(exceptions.InvalidArgument, lambda: many.where(filter=FieldFilter("n", "in", [])).get())
    check("non-empty ArrayValue" in error.message, error.message)
    vectors = db.collection("vectors")
    for number in range(3):
        vectors.document(str(number)).set({"v": Vector([float(number), 0.0])})
    nearest = vectors.find_nearest(
        "v", Vector([2.0, 0.0]), limit=1, distance_measure=DistanceMeasure.EUCLIDEAN, distance_result_field="d")
    same([(d.id, d.get("d")) for d in nearest.get()], [("2", 0.0)], "nearest")
    first = many.limit(1).get()[0]
    db.document("many/000").update({"n": -1})
    same([d.get("n") for d in many.limit(1).get(read_time=first.read_time)], [0], "an earlier time")
    db.document("many/000").update({"n": 0})


def pages():
    many = db.collection("many")
    # By a field with ties, so that the name decides.
    query = many.order_by("tags").order_by("text", direction="DESCENDING")
    whole = ids(query)
    same(whole, sorted((f"{n:03}" for n in range(300)), key=lambda n: (int(n) % 3, -int(n))), "the whole")
    found, last = [], None
    while page := list((query.start_after(last) if last else query).limit(70).stream()):
        found += [d.id for d in page]
        last = page[-1]
    same(found, whole, "pages from a document on")
    by_value = many.order_by("n").start_after(many.document("010").get()).end_at({"n": 12})
    same([d.id for d in by_value.get()], ["011", "012"], "between a document and a value")
    same(ids(many.order_by("n").start_at([298])), ["298", "299"], "from a value on")
    same(ids(many.order_by("__name__").end_before({"__name__": "002"})), ["000", "001"], "by name")
    same([d.id for d in many.order_by("n").limit_to_last(2).get()], ["298", "299"], "limit to last")
    same(len(list(many.list_documents(page_size=70))), 300, "documents in pages")


def collection_groups():
    for parent in ("many/000", "many/001", "elsewhere/x/deep/y"):
        for number in range(3):
            db.document(f"{parent}/below/{number}").set({"n": number, "of": parent})
    group = db.collection_group("below")
    same(len(group.where(filter=FieldFilter("n", "==", 2)).get()), 3, "one of each parent")
    paths = [d.reference.path for d in group.order_by("n").stream()]
    same(len(paths), 9, "all of all parents")
    same([p[-1] for p in paths], list("000111222"), "in order")
    third = group.order_by("n").get()[2]
    same([d.reference.path for d in group.order_by("n").start_after(third).stream()], paths[3:], "after one")
    same(group.count().get()[0][0].value, 9, "counted")
    same([c.id for c in db.document("many/000").collections()], ["below"], "collections of a document")
    roots = {c.id for c in db.collections()}
    check({"many", "elsewhere"} <= roots, roots)
    same([d.id for d in db.collection("elsewhere").list_documents()], ["x"], "a missing document with others below")


def aggregations():
    query = db.collection("many").where(filter=FieldFilter("n", "<", 10))
    results = query.count(alias="c").sum("n", alias="s").avg("n", alias="a").get()[0]
    same({r.alias: r.value for r in results}, {"c": 10, "s": 45, "a": 4.5}, "all three")
    same(db.collection("many").limit(7).count().get()[0][0].value, 7, "of a query with a limit")
    same(db.collection("none").count().get()[0][0].value, 0, "nothing")


def partitions():
    group = db.collection_group("many")
    if not OURS:
        raises(exceptions.MethodNotImplemented, lambda: list(group.get_partitions(4)))
        return
    parts = list(group.get_partitions(4))
    check(len(parts) > 1, parts)
    same([d.id for part in parts for d in part.query().stream()], [f"{n:03}" for n in range(300)], "the whole")
