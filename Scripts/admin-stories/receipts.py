"""A chat's receipts: listeners, marking, and rules for users."""

from firebase_admin import db, exceptions

from support import Heard, app, new_app, raises, same, set_rules

RULES = """{"rules": {
  "messages": {"$chat": {
    ".read": "root.child('conversations').child($chat).child('members').child(auth.uid).val() === true",
    "$message": {"readBy": {"$user": {".write": "auth.uid === $user && !data.exists()", ".validate": "newData.val() === now"}}}
  }}
}}"""


def listeners():
    root = db.reference("listeners", app=app)
    root.set({"a": 1})
    heard = Heard(root)
    same(heard.next(), ("put", "/", {"a": 1}), "the first event")
    root.child("b").set(2)
    same(heard.next(), ("put", "/b", 2), "a child")
    root.update({"a": 3, "c/d": 4})
    same(heard.next(), ("patch", "/", {"a": 3, "c/d": 4}), "an update")
    db.reference("beside", app=app).set(1)
    root.delete()
    same(heard.next(), ("put", "/", None), "a deletion")


def receipts():
    conversation = db.reference("conversations/c1", app=app)
    conversation.set({"members": {"alice": True, "bob": True}})
    messages = db.reference("messages/c1", app=app)
    messages.set({f"m{number}": {"senderID": "alice", "text": "Hi", "serverTimestamp": number} for number in range(50)})
    heard = Heard(messages.child("m49/readBy"))
    same(heard.next(), ("put", "/", None), "nobody has read it")
    messages.update({f"m{number}/readBy/bob": {".sv": "timestamp"} for number in range(50)})
    kind, path, data = heard.next()
    same((kind, path), ("patch", "/"), "the event of a receipt")
    same(list(data), ["bob"], "the reader")
    same(len(messages.order_by_child("readBy/bob").start_at(1).get()), 50, "messages with a receipt")


def users():
    set_rules(RULES)
    bob = new_app("bob", databaseAuthVariableOverride={"uid": "bob"})
    mallory = new_app("mallory", databaseAuthVariableOverride={"uid": "mallory"})
    nobody = new_app("nobody", databaseAuthVariableOverride=None)
    db.reference("messages/c1/m50", app=app).set({"senderID": "alice", "text": "Hi", "serverTimestamp": 50})
    same(db.reference("messages/c1/m50/text", app=bob).get(), "Hi", "what a member reads")
    for other in [mallory, nobody]:
        raises(exceptions.UnauthenticatedError, lambda other=other: db.reference("messages/c1", app=other).get())
    own = db.reference("messages/c1/m50/readBy/bob", app=bob)
    raises(exceptions.UnauthenticatedError, lambda: own.set(5))
    own.set({".sv": "timestamp"})
    raises(exceptions.UnauthenticatedError, lambda: own.set({".sv": "timestamp"}))
    foreign = db.reference("messages/c1/m50/readBy/alice", app=bob)
    raises(exceptions.UnauthenticatedError, lambda: foreign.set({".sv": "timestamp"}))
