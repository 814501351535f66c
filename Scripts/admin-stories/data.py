"""Reading and writing: values, queries, transactions and conditional writes."""

import threading

from firebase_admin import db, exceptions

from support import app, check, raises, same


def data():
    root = db.reference("data", app=app)
    root.set({"name": "Team", "size": 2, "ratio": 1.5, "open": True, "jörg b?&": {"<b>%": "x"}})
    same(root.child("name").get(), "Team", "a text")
    same(root.get(), {"name": "Team", "size": 2, "ratio": 1.5, "open": True, "jörg b?&": {"<b>%": "x"}}, "a node")
    same(root.get(shallow=True), {key: True for key in ["name", "size", "ratio", "open", "jörg b?&"]}, "keys alone")
    root.update({"size": 3, "people/alice": True, "name": None})
    same(root.child("size").get(), 3, "an update")
    same(root.child("people").get(), {"alice": True}, "a path in an update")
    same(root.child("name").get(), None, "a deleted child")
    keys = [root.child("list").push(number).key for number in range(3)]
    same(sorted(keys), keys, "the order of pushed keys")
    same(list(root.child("list").get().values()), [0, 1, 2], "pushed values")
    root.child("at").set({".sv": "timestamp"})
    check(root.child("at").get() > 1_600_000_000_000, "a server's time")
    root.child("size").set({".sv": {"increment": 2}})
    same(root.child("size").get(), 5, "an increment")
    root.child("array").set([1, 2, None, 4])
    same(root.child("array").get(), [1, 2, None, 4], "an array")
    root.delete()
    same(root.get(), None, "a deleted node")


def errors():
    root = db.reference("errors", app=app)
    for key in ["a.b", "a$b", "a#b", "a[b"]:
        raises(exceptions.InvalidArgumentError, lambda key=key: root.set({key: 1}))
    raises(exceptions.InvalidArgumentError, lambda: root.set("x" * (10 * 1024 * 1024 + 1)))
    raises(ValueError, lambda: db.reference("a.b", app=app))


def queries():
    root = db.reference("queries", app=app)
    root.set({f"m{number}": {"at": number * 10, "by": "bob" if number % 2 else "alice"} for number in range(10)})

    def keys(query):
        return list((query.get() or {}).keys())

    same(keys(root.order_by_key().limit_to_first(2)), ["m0", "m1"], "the first keys")
    same(keys(root.order_by_key().limit_to_last(2)), ["m8", "m9"], "the last keys")
    same(keys(root.order_by_key().start_at("m3").end_at("m4")), ["m3", "m4"], "a range of keys")
    same(keys(root.order_by_child("at").start_at(75)), ["m8", "m9"], "a range of a child")
    same(keys(root.order_by_child("by").equal_to("bob").limit_to_first(2)), ["m1", "m3"], "an equal child")
    values = db.reference("values", app=app)
    values.set({"a": 3, "b": 1, "c": 2})
    same(keys(values.order_by_value()), ["b", "c", "a"], "the order of values")
    same(keys(values.order_by_value().limit_to_last(1)), ["a"], "the largest value")


def transactions():
    count = db.reference("transactions/count", app=app)
    count.set(0)

    def add():
        for _ in range(5):
            count.transaction(lambda value: (value or 0) + 1)

    threads = [threading.Thread(target=add) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    same(count.get(), 15, "increments at once")

    def give_up(_):
        raise ValueError("no")

    raises(ValueError, lambda: count.transaction(give_up))
    same(count.get(), 15, "a transaction that was given up")


def conditions():
    node = db.reference("conditions", app=app)
    node.set("first")
    value, tag = node.get(etag=True)
    same(value, "first", "a value with its tag")
    same(node.get_if_changed(tag)[0], False, "no change")
    same(node.set_if_unchanged(tag, "second")[0], True, "a write on the tag")
    changed, value, newer = node.set_if_unchanged(tag, "third")
    same((changed, value), (False, "second"), "a write on an old tag")
    same(node.get_if_changed(tag), (True, "second", newer), "a change")
