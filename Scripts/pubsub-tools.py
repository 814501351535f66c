"""What Scripts/soak-pubsub and Scripts/bench-pubsub need beside the program: a publisher, and a proxy that records commits.

publish HOST:PORT PROJECT TOPIC    publishes the events on standard input, one a message, with the conversation as ordering key
proxy PORT HOST:PORT FILE          passes requests on to an emulator of Firestore; for each receipt that a commit has written, it appends
                                   a line `DOCUMENT USER` to the file, and for each commit one line `commit WRITES`
drain HOST:PORT SUBSCRIPTION       pulls and acknowledges all messages, as fast as the emulator lets four connections
"""
import base64
import http.client
import http.server
import json
import sys
import threading
import time


def post(connection, path, body):
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    text = response.read()
    if response.status != 200:
        sys.exit(f"error: {path} answered {response.status}: {text[:300]}")
    return json.loads(text)


def publish(address, project, topic):
    connection = http.client.HTTPConnection(address)
    messages, count, began = [], 0, time.time()

    def send():
        post(connection, f"/v1/projects/{project}/topics/{topic}:publish", {"messages": messages})
        messages.clear()

    for line in sys.stdin:
        count += 1
        data = base64.b64encode(line.strip().encode()).decode()
        messages.append({"data": data, "orderingKey": json.loads(line)["conversation"]})
        if len(messages) == 1000:
            send()
    if messages:
        send()
    print(f"{count} messages published, {count / (time.time() - began):.0f} a second")


def drain(address, subscription):
    lock, total, began = threading.Lock(), [0], time.time()

    def pull():
        connection = http.client.HTTPConnection(address)
        while True:
            body = {"maxMessages": 1000, "returnImmediately": True}
            received = post(connection, f"/v1/{subscription}:pull", body).get("receivedMessages", [])
            if not received:
                return
            post(connection, f"/v1/{subscription}:acknowledge", {"ackIds": [one["ackId"] for one in received]})
            with lock:
                total[0] += len(received)

    threads = [threading.Thread(target=pull) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{total[0]} messages pulled and acknowledged, {total[0] / (time.time() - began):.0f} a second")


def receipts(write):
    """The users whose receipts a write adds, by the arrays to which it appends."""
    for transform in write.get("updateTransforms", []):
        if transform.get("fieldPath") == "readBy":
            for value in transform.get("appendMissingElements", {}).get("values", []):
                yield value["stringValue"]


def proxy(port, address, path):
    log, lock, local = open(path, "a", buffering=1 << 20), threading.Lock(), threading.local()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def pass_on(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if not hasattr(local, "connection"):
                local.connection = http.client.HTTPConnection(address)
            headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
            local.connection.request(self.command, self.path, body, headers)
            response = local.connection.getresponse()
            answer = response.read()
            if response.status == 200 and self.path.split("?")[0].endswith(":commit"):
                writes = json.loads(body).get("writes", [])
                lines = [f"commit {len(writes)}\n"]
                lines += [f"{one['update']['name']} {user}\n" for one in writes if "update" in one for user in receipts(one)]
                with lock:
                    log.write("".join(lines))
                    log.flush()
            # Only now: what was committed is recorded, even if the worker dies before it gets the answer.
            self.send_response_only(response.status)
            for name, value in response.getheaders():
                if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_GET = do_POST = do_PATCH = do_DELETE = pass_on

        def log_message(self, *_):
            pass

        def handle(self):
            try:
                super().handle()
            except ConnectionError:
                pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
    server.daemon_threads = True
    print(f"ready http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    commands = {"publish": publish, "proxy": proxy, "drain": drain}
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](*sys.argv[2:])
