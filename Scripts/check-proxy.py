"""Runs a program behind a proxy with a password and a certificate authority of its own, and checks what it says and does."""

import base64
import json
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import threading

DOMAIN = "cloud.invalid"
PASSWORD = base64.b64encode(b"user:pass word").decode()


class Proxy:
    """Listens on this machine, lets whoever knows the password through, and answers in place of the server."""

    def __init__(self, context):
        self.context = context
        self.asked = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            head, _ = self.request(connection)
            target = head.split(" ")[1]
            is_known = f"proxy-authorization: basic {PASSWORD}".lower() in head.lower()
            self.asked.append((target, is_known))
            if not is_known:
                connection.sendall(
                    b"HTTP/1.1 407 Who?\r\nProxy-Authenticate: Basic realm=\"company\"\r\nContent-Length: 0\r\n\r\n")
                return connection.close()
            connection.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
            with self.context.wrap_socket(connection, server_side=True) as secure:
                while True:
                    head, sent = self.request(secure)
                    self.asked.append(head.split("\r\n")[0])
                    body = self.answer(head.split(" ")[1], sent).encode()
                    secure.sendall(
                        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                        % (len(body), body))
        except (OSError, EOFError):
            connection.close()

    @staticmethod
    def request(connection):
        data = b""
        while b"\r\n\r\n" not in data:
            piece = connection.recv(65536)
            if not piece:
                raise EOFError
            data += piece
        head, body = data.split(b"\r\n\r\n", 1)
        text = head.decode()
        length = next(
            (int(line.split(":")[1]) for line in text.split("\r\n") if line.lower().startswith("content-length:")), 0)
        while len(body) < length:
            body += connection.recv(65536)
        return text, body

    @staticmethod
    def answer(path, body):
        if path.startswith("/v1/token"):
            return json.dumps({"access_token": "ya29.t", "expires_in": 3600, "token_type": "Bearer"})
        # A conversation without messages.
        time = "2026-01-02T03:04:05Z"
        names = json.loads(body).get("documents", []) if path.split("?")[0].endswith(":batchGet") else []
        fields = {"members": {"arrayValue": {"values": [{"stringValue": "alice"}]}}}
        found = [{"name": name, "fields": fields, "createTime": time, "updateTime": time} for name in names]
        return json.dumps([{"found": each, "readTime": time} for each in found] or [{"readTime": time}])


def authority(folder):
    """A certificate authority, and a certificate of it for the servers."""

    def run(*arguments):
        subprocess.run(["openssl", *arguments], check=True, cwd=folder, capture_output=True)

    run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2",
        "-subj", "/CN=A company")
    run("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=server")
    with open(os.path.join(folder, "names"), "w") as file:
        file.write(f"subjectAltName=DNS:*.{DOMAIN}\n")
    run("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
        "-extfile", "names", "-out", "server.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, "server.pem"), os.path.join(folder, "server.key"))
    return os.path.join(folder, "ca.pem"), context


def main():
    program = sys.argv[1]
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        ca, context = authority(folder)
        proxy = Proxy(context)
        credentials = os.path.join(folder, "federation.json")
        with open(os.path.join(folder, "token"), "w") as file:
            file.write("subject-token")
        with open(credentials, "w") as file:
            json.dump({
                "type": "external_account", "audience": "//iam.googleapis.com/pool/providers/ci",
                "subject_token_type": "urn:ietf:params:oauth:token-type:jwt", "universe_domain": DOMAIN,
                "credential_source": {"file": os.path.join(folder, "token")},
            }, file)
        os.chmod(credentials, 0o600)
        address = f"http://user:pass%20word@127.0.0.1:{proxy.port}"
        outside = {
            name: value for name, value in os.environ.items()
            if not name.lower().endswith("_proxy") and name not in ("SSL_CERT_FILE", "CURL_CA_BUNDLE")}
        through = [f"sts.{DOMAIN}:443", f"firestore.{DOMAIN}:443"]
        trials = [
            ("without the authority", {"HTTPS_PROXY": address}, [], 1, through[:1],
             ["certificate", "SSL_CERT_FILE"]),
            ("with SSL_CERT_FILE", {"HTTPS_PROXY": address, "SSL_CERT_FILE": ca}, [], 0, through, []),
            ("with CURL_CA_BUNDLE, which comes first",
             {"HTTPS_PROXY": address, "CURL_CA_BUNDLE": ca, "SSL_CERT_FILE": "/none"}, [], 0, through, []),
            ("with --ca-file, which comes before both",
             {"HTTPS_PROXY": address, "CURL_CA_BUNDLE": "/none"}, ["--ca-file", ca], 0, through, []),
            ("with https_proxy", {"https_proxy": address, "SSL_CERT_FILE": ca}, [], 0, through, []),
            ("with ALL_PROXY", {"ALL_PROXY": address, "SSL_CERT_FILE": ca}, [], 0, through, []),
            ("with a wrong password",
             {"HTTPS_PROXY": f"http://user:wrong@127.0.0.1:{proxy.port}", "SSL_CERT_FILE": ca}, [], 69,
             through[:1], ["the proxy asks for a name and a password"]),
            ("with NO_PROXY",
             {"HTTPS_PROXY": address, "SSL_CERT_FILE": ca, "NO_PROXY": f"localhost,.{DOMAIN}"}, [], 69, [],
             ["resolve host"]),
            ("with a file that is not there",
             {"HTTPS_PROXY": address, "SSL_CERT_FILE": "/nowhere/ca.pem"}, [], 1, None, ["/nowhere/ca.pem"]),
        ]
        for name, variables, options, status, targets, words in trials:
            proxy.asked.clear()
            ended = subprocess.run(
                [program, "status", "--project", "p", "--conversation", "c1", "--user", "alice",
                 "--credentials", credentials, *options],
                env={**outside, **variables}, capture_output=True, text=True)
            asked = [entry[0] for entry in proxy.asked if isinstance(entry, tuple)]
            problems = []
            if ended.returncode != status:
                problems.append(f"status {ended.returncode} instead of {status}")
            if targets is not None and list(dict.fromkeys(asked)) != targets:
                problems.append(f"asked for {asked} instead of {targets}")
            problems += [f"does not say {word!r}" for word in words if word not in ended.stderr]
            if "word" in ended.stderr.replace("password", "") or "wrong" in ended.stderr:
                problems.append("shows the password")
            if ended.stderr.count("certificate problem") > 1:
                problems.append("says its cause twice")
            failures += bool(problems)
            print(f"{'FAILED' if problems else 'ok'}: {name}{': ' if problems else ''}{'; '.join(problems)}")
            if ended.stderr:
                print(f"    {ended.stderr.strip()}")
    sys.exit(1 if failures else 0)


main()
