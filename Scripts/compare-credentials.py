"""Has google-auth and this package get a token for each of some credentials files, and compares what a server was asked.

The arguments are the command that runs ComparedCredentialsTests, whose environment names the folder of the files.
"""

import base64
import datetime
import http.server
import json
import os
import ssl
import subprocess
import sys
import tempfile
import threading
import urllib.parse

import google.auth
import google.auth.transport.requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from google.auth import _helpers, aws, external_account, iam

SCOPES = [
    "https://www.googleapis.com/auth/datastore",
    "https://www.googleapis.com/auth/firebase.database",
    "https://www.googleapis.com/auth/userinfo.email",
    "https://www.googleapis.com/auth/pubsub",
]
ACCOUNT = "receipts@my-project.iam.gserviceaccount.com"
POOL = "//iam.googleapis.com/projects/123456/locations/global/workloadIdentityPools/ci/providers/github"
STAFF = "//iam.googleapis.com/locations/global/workforcePools/staff/providers/okta"
JWT = "urn:ietf:params:oauth:token-type:jwt"
MTLS = "urn:ietf:params:oauth:token-type:mtls"
AWS_KEY = {"AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret/example"}


class Server(http.server.BaseHTTPRequestHandler):
    """Answers every request for a token, and keeps it. The first part of a path is the file's name."""

    protocol_version = "HTTP/1.1"
    kept = []

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        fields = dict(self.headers.items())
        if isinstance(self.connection, ssl.SSLSocket):
            fields["shown-certificate"] = str(self.connection.getpeercert()["subject"])
        Server.kept.append((self.command, self.path, fields, body))
        kind = self.path.split("?")[0].rsplit("/", 1)[-1]
        if kind.endswith(":generateAccessToken"):
            text = json.dumps({"accessToken": "ya29.account", "expireTime": "2099-01-02T03:04:05Z"})
        elif kind in ("token", "oauthtoken"):
            text = json.dumps({"access_token": "ya29.token", "expires_in": 3600, "token_type": "Bearer"})
        elif self.path.startswith("/project/"):
            text = json.dumps({"projectId": "my-project"})
        elif kind == "subject":
            text = json.dumps({"value": "eyJ.from-url"})
        elif kind == "role":
            text = json.dumps({"AccessKeyId": "ASIA1", "SecretAccessKey": "secret", "Token": "session"})
        else:
            text = {"session": "imds-session", "zone": "us-east-2b", "keys": "role"}[kind]
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    do_GET = do_POST = do_PUT = answer

    def log_message(self, *arguments):
        pass


def certificates(folder):
    """An authority, and certificates that it has signed for a server on this machine and for a workload, as files of PEM."""
    now = datetime.datetime.now(datetime.timezone.utc)
    keys = {name: ec.generate_private_key(ec.SECP256R1()) for name in ("authority", "localhost", "workload")}

    def named(name):
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])

    for name, key in keys.items():
        certificate = (
            x509.CertificateBuilder().subject_name(named(name)).issuer_name(named("authority"))
            .public_key(key.public_key()).serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.BasicConstraints(name == "authority", None), critical=True)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
            .sign(keys["authority"], hashes.SHA256()))
        with open(os.path.join(folder, f"{name}.pem"), "wb") as file:
            file.write(certificate.public_bytes(serialization.Encoding.PEM))
        with open(os.path.join(folder, f"{name}.key"), "wb") as file:
            file.write(key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))


def files(folder, origin, secure):
    """The files by name, each with its environment. The server at `secure` asks for a certificate."""

    def write(name, text, mode=0o600):
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, mode)
        return path

    def external(name, source, **changes):
        return {
            "type": "external_account", "audience": POOL, "subject_token_type": JWT,
            "token_url": f"{origin}/{name}/token", "credential_source": source, **changes,
        }

    def impersonation(name):
        return f"{origin}/{name}/v1/projects/-/serviceAccounts/{ACCOUNT}:generateAccessToken"

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()

    def service_account(name, **changes):
        return {
            "type": "service_account", "project_id": "my-project", "private_key_id": "0123456789",
            "private_key": key, "client_email": ACCOUNT, "token_uri": f"{origin}/{name}/token", **changes,
        }

    def external_user(name):
        return {
            "type": "external_account_authorized_user", "audience": STAFF, "client_id": "client",
            "client_secret": "pass:word+/", "refresh_token": "refresh/token+1",
            "token_url": f"{origin}/{name}/oauthtoken", "quota_project_id": "quota-project",
        }

    text = write("subject.txt", "eyJ.from-file", 0o644)
    member = write("subject.txt2", json.dumps({"id_token": "eyJ.member"}), 0o644)
    answer = json.dumps({"version": 1, "success": True, "token_type": JWT, "id_token": "eyJ.program"})
    program = write("a program.sh", f"#!/bin/sh\n[ \"$1\" = 'two words' ] && echo '{answer}'\n", 0o700)
    allowed = {"GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES": "1", "PATH": "/usr/bin:/bin"}
    aws_source = {
        "environment_id": "aws1",
        "regional_cred_verification_url":
            "https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15",
    }
    aws_type = {"subject_token_type": "urn:ietf:params:aws:token-type:aws4_request"}
    configuration = write("certificate_config", json.dumps({"cert_configs": {"workload": {
        "cert_path": os.path.join(folder, "workload.pem"), "key_path": os.path.join(folder, "workload.key")}}}))
    usual_certificate = {"certificate": {"use_default_certificate_config": True}}
    all = {
        "certificate": external(
            "certificate", {"certificate": {
                "certificate_config_location": configuration,
                "trust_chain_path": os.path.join(folder, "authority.pem"),
            }}, subject_token_type=MTLS, token_url=f"{secure}/certificate/token"),
        "usual-certificate": external(
            "usual-certificate", usual_certificate, subject_token_type=MTLS,
            token_url=f"{secure}/usual-certificate/token"),
        "file": external("file", {"file": text}),
        "file-json": external(
            "file-json",
            {"file": member, "format": {"type": "json", "subject_token_field_name": "id_token"}}),
        "url": external(
            "url", {
                "url": f"{origin}/url/subject?audience=https%3A%2F%2Fiam.googleapis.com%2F&v=2",
                "headers": {"Authorization": "Bearer request-token", "Metadata": "True"},
                "format": {"type": "json", "subject_token_field_name": "value"},
            }),
        "program": external("program", {
            "executable": {"command": f"'{program}' \"two words\"", "timeout_millis": 5000}}),
        "acting": external(
            "acting", {"file": text}, service_account_impersonation_url=impersonation("acting"),
            service_account_impersonation={"token_lifetime_seconds": 1800},
            quota_project_id="quota-project"),
        "acting-for-an-hour": external(
            "acting-for-an-hour", {"file": text},
            service_account_impersonation_url=impersonation("acting-for-an-hour")),
        "client": external("client", {"file": text}, client_id="client", client_secret="pass:word+/é"),
        "workforce": external(
            "workforce", {"file": text}, audience=STAFF, workforce_pool_user_project="billed-project"),
        "workforce-client": external(
            "workforce-client", {"file": text}, audience=STAFF, workforce_pool_user_project="billed-project",
            client_id="client", client_secret="secret"),
        "aws": external("aws", aws_source, **aws_type),
        "aws-session": external("aws-session", aws_source, **aws_type),
        "aws-machine": external(
            "aws-machine", {
                **aws_source, "region_url": f"{origin}/aws-machine/zone",
                "url": f"{origin}/aws-machine/keys",
                "imdsv2_session_token_url": f"{origin}/aws-machine/session",
            }, **aws_type),
        "company-user": external_user("company-user"),
        "service-account": service_account("service-account"),
        "account-by-account": {
            "type": "impersonated_service_account",
            "service_account_impersonation_url": impersonation("account-by-account"),
            "delegates": ["a@p.example", "b@p.example"],
            "source_credentials": service_account("account-by-account"),
        },
        "account-by-company-user": {
            "type": "impersonated_service_account",
            "service_account_impersonation_url": impersonation("account-by-company-user"),
            "source_credentials": external_user("account-by-company-user"),
        },
    }
    environments = {
        "usual-certificate": {"GOOGLE_API_CERTIFICATE_CONFIG": configuration}, "program": allowed, "aws": {**AWS_KEY, "AWS_REGION": "eu-west-1"},
        "aws-session": {**AWS_KEY, "AWS_DEFAULT_REGION": "eu-west-1", "AWS_SESSION_TOKEN": "session/token=="},
    }
    for name, content in all.items():
        write(f"{name}.json", json.dumps(content))
        write(f"{name}.env", "\n".join(f"{a}={b}" for a, b in environments.get(name, {}).items()))
    return {name: environments.get(name, {}) for name in sorted(all)}


def seconds(moment):
    return datetime.datetime.strptime(moment, "%Y%m%dT%H%M%SZ").replace(tzinfo=None)


def same(request):
    """A request without what differs from one sending to the next: times, signatures, what libraries call themselves."""
    method, path, fields, body = request
    kept = {
        name.lower(): value for name, value in fields.items()
        if name.lower() in ("authorization", "x-goog-user-project", "metadata", "content-type", "shown-certificate")
        or name.lower().startswith("x-aws-")
    }
    if kept.get("content-type", "").startswith("application/json"):
        body = {name: value for name, value in json.loads(body).items() if value is not None}
    elif body:
        body = dict(urllib.parse.parse_qsl(body, strict_parsing=True))
        if "options" in body:
            body["options"] = json.loads(urllib.parse.unquote(body["options"]))
        if "assertion" in body:
            head, claims = [
                json.loads(base64.urlsafe_b64decode(part + "==")) for part in body["assertion"].split(".")[:2]]
            # google-auth names Google's server even where a file names another, as these here do.
            if claims["aud"].endswith(path):
                claims["aud"] = "https://oauth2.googleapis.com/token"
            times = claims.pop("exp") - claims.pop("iat")
            body["assertion"] = [head, claims, times]
        if body.get("subject_token_type") == MTLS:
            body["subject_token"] = json.loads(body["subject_token"])
        if "aws" in body.get("subject_token_type", ""):
            body["subject_token"] = signed(body["subject_token"])
    return method, path, kept, body


def signed(token):
    """A signed request for AWS, with whether google-auth signs the same at that time."""
    request = json.loads(urllib.parse.unquote(token))
    fields = {field["key"]: field["value"] for field in request["headers"]}
    credential = fields["Authorization"].split("Credential=")[1].split(",")[0].split("/")
    is_of_machine = credential[0] == "ASIA1"
    key = aws.AwsSecurityCredentials(
        credential[0], "secret" if is_of_machine else AWS_KEY["AWS_SECRET_ACCESS_KEY"],
        fields.get("x-amz-security-token"))
    now, _helpers.utcnow = _helpers.utcnow, lambda: seconds(fields["x-amz-date"])
    try:
        expected = aws.RequestSigner(credential[2]).get_request_options(key, request["url"], "POST")
    finally:
        _helpers.utcnow = now
    is_right = expected["headers"]["Authorization"] == fields.pop("Authorization")
    fields.pop("x-amz-date")
    return request["url"], request["method"], fields, credential[2:], is_right


def by_file(requests):
    """What each file made somebody ask. A session of AWS that is asked for twice counts once."""
    found = {}
    for request in requests:
        name = request[1].split("/")[1]
        simple = same(request)
        if simple not in found.setdefault(name, []):
            found[name].append(simple)
    return found


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        origin = f"http://127.0.0.1:{server.server_port}"
        certificates(folder)
        authority = os.path.join(folder, "authority.pem")
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=authority)
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_cert_chain(os.path.join(folder, "localhost.pem"), os.path.join(folder, "localhost.key"))
        asking = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        asking.socket = context.wrap_socket(asking.socket, server_side=True)
        threading.Thread(target=asking.serve_forever, daemon=True).start()
        environments = files(folder, origin, f"https://localhost:{asking.server_port}")
        os.environ["REQUESTS_CA_BUNDLE"] = os.environ["CURL_CA_BUNDLE"] = authority
        # google-auth also asks for the project's name, which is no request for a token.
        external_account._CLOUD_RESOURCE_MANAGER = f"{origin}/project/"
        outside = dict(os.environ)
        for name, environment in environments.items():
            os.environ.update(environment)
            # google-auth takes the account from an impersonated_service_account's URL, and the server from here.
            iam._IAM_ENDPOINT = f"{origin}/{name}/v1/projects/-/serviceAccounts/{{}}:generateAccessToken"
            credentials, _ = google.auth.load_credentials_from_file(
                os.path.join(folder, f"{name}.json"), scopes=SCOPES)
            credentials.refresh(google.auth.transport.requests.Request())
            os.environ.clear()
            os.environ.update(outside)
        theirs = by_file(Server.kept)
        Server.kept = []
        command = sys.argv[1] if len(sys.argv) == 2 else subprocess.list2cmdline(sys.argv[1:])
        ended = subprocess.run(command, shell=True, env={**outside, "CREDENTIALS_TO_COMPARE": folder})
        if ended.returncode != 0:
            sys.exit(ended.returncode)
        ours = by_file(Server.kept)
    differences = 0
    for name in environments:
        if ours.get(name) == theirs.get(name) and ours.get(name):
            print(f"same: {name}, {len(ours[name])} requests")
            continue
        differences += 1
        print(f"DIFFERENT: {name}\n  google-auth: {theirs.get(name)}\n  this package: {ours.get(name)}")
    sys.exit(1 if differences else 0)


main()
