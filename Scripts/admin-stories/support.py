"""What the stories share: apps of the Admin SDK, and checks."""

import os
import queue
import urllib.request

import firebase_admin

from stories import check, raises, same

HOST = os.environ["FIREBASE_DATABASE_EMULATOR_HOST"]
NAMESPACE = f"python-{os.getpid()}"
WAIT = 20


def new_app(name, **options):
    """An app on a database of this run."""
    return firebase_admin.initialize_app(
        options={"databaseURL": f"http://{HOST}/?ns={NAMESPACE}", "projectId": "demo-python", **options}, name=name)


app = new_app("admin")


def set_rules(text):
    request = urllib.request.Request(
        f"http://{HOST}/.settings/rules.json?ns={NAMESPACE}", text.encode(), {"Authorization": "Bearer owner"},
        method="PUT")
    same(urllib.request.urlopen(request, timeout=WAIT).status, 200, "setting rules")


class Heard:
    """The events of a listener, in order. It listens to the end: closing one waits for the next line of its stream."""

    def __init__(self, reference):
        self.events = queue.Queue()
        reference.listen(self.events.put)

    def next(self):
        event = self.events.get(timeout=WAIT)
        return event.event_type, event.path, event.data
