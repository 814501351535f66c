"""What Scripts/bench-large-group needs beside the program.

seed MEMBERS                             prints a seed file of a group whose members have all read an older message
read HOST:PORT PROJECT READERS WATCH     sends a message as alice, has READERS members read it within a second, each by a commit of their own, and reads
                                         the lines of `receipts watch --format json` in the file WATCH until alice's count is right
"""
import base64
import http.client
import json
import sys
import threading
import time

CHAT = "conversations/crowd"


def bearer(user):
    """The token of an emulator's user."""
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
    return f"Bearer {part({'alg': 'none', 'typ': 'JWT'})}.{part({'sub': user, 'user_id': user})}."


def seed(members):
    users = ["alice"] + [f"u{number}" for number in range(1, members)]
    old = {"id": "old", "senderId": "alice", "text": "Hi", "timestamp": "2026-01-02T03:04:05Z", "readBy": users[1:]}
    print(json.dumps({"conversations": [{"id": "crowd", "participants": users, "messages": [old]}]}))


def commit(connection, project, user, writes):
    path = f"/v1/projects/{project}/databases/(default)/documents:commit"
    headers = {"Authorization": bearer(user), "Content-Type": "application/json"}
    connection.request("POST", path, json.dumps({"writes": writes}), headers)
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        sys.exit(f"error: a commit of {user} was answered {answer.status}: {body[:300]}")
    return json.loads(body)


def read(address, project, readers, watched):
    documents = f"projects/{project}/databases/(default)/documents"
    time_of = lambda field: {"fieldPath": field, "setToServerValue": "REQUEST_TIME"}
    message = {"senderId": {"stringValue": "alice"}, "text": {"stringValue": "Hello"}}
    sent = commit(http.client.HTTPConnection(address), project, "alice", [
        {"update": {"name": f"{documents}/{CHAT}/messages/new", "fields": message},
         "updateTransforms": [time_of("timestamp")], "currentDocument": {"exists": False}}])["commitTime"]
    lines = open(watched)

    def wait(count):
        """Waits until alice's client shows the count; returns when, and how often its number changed."""
        changes, rest, end = 0, "", time.monotonic() + 60
        while time.monotonic() < end:
            rest += lines.read()
            while "\n" in rest:
                line, rest = rest.split("\n", 1)
                if not line.startswith("{"):
                    continue
                update = json.loads(line)
                if update["id"] == "new":
                    changes += 1
                    if update.get("readCount") == count:
                        return time.monotonic(), changes
            time.sleep(0.001)
        sys.exit(f"error: the count did not become {count} in a minute")

    wait(0)
    fields = {f"{stage}UpTo{part}": value for stage in ["delivered", "read"]
              for part, value in [("", {"timestampValue": sent}), ("ID", {"stringValue": "new"})]}
    bodies = [(f"u{number}", [{"update": {"name": f"{documents}/{CHAT}/reads/u{number}", "fields": fields},
                               "updateMask": {"fieldPaths": list(fields)}, "updateTransforms": [time_of("updatedAt")]}])
              for number in range(1, readers + 1)]
    threads, lanes, ended = [], 8, []
    began = time.monotonic()

    def lane(first):
        connection = http.client.HTTPConnection(address)
        for place in range(first, readers, lanes):
            # Evenly within nine tenths of a second.
            time.sleep(max(0, began + 0.9 * place / readers - time.monotonic()))
            commit(connection, project, *bodies[place])
        ended.append(time.monotonic())

    for first in range(lanes):
        threads.append(threading.Thread(target=lane, args=(first,)))
        threads[-1].start()
    right, changes = wait(readers)
    for thread in threads:
        thread.join()
    print(f"{readers} readers committed within {max(ended) - began:.2f} s; the sender's count was right "
          f"{right - began:.2f} s after the first and {right - max(ended):.2f} s after the last, in {changes} steps")


if __name__ == "__main__":
    command, *words = sys.argv[1:] or ["help"]
    if command == "seed" and len(words) == 1:
        seed(int(words[0]))
    elif command == "read" and len(words) == 4:
        read(words[0], words[1], int(words[2]), words[3])
    else:
        sys.exit(__doc__)
