"""Prints the commands of the image and of compose.yaml as functions of a shell: `image-commands.py DOCKERFILE COMPOSE`.

run_SERVICE runs a service, and check_SERVICE its health check. The service `image` is the image by itself.
"""
import json
import re
import sys

import yaml


def from_dockerfile(text, instruction):
    """The list behind an instruction, of the last stage."""
    return json.loads(re.findall(rf"^{instruction}\b.*?(\[.*\])$", text, flags=re.M)[-1])


def quoted(word):
    """A word in which the shell fills in variables, as Compose does."""
    return '"' + re.sub(r'(["\\`])', r"\\\1", str(word)) + '"'


def function(name, environment, command):
    variables = [f"{key}={quoted(value)}" for key, value in environment.items()]
    print(f"{name}() {{ {' '.join(variables + ['in_image'] + [quoted(word) for word in command])}; }}")


with open(sys.argv[1], encoding="utf-8") as file:
    dockerfile = file.read()
with open(sys.argv[2], encoding="utf-8") as file:
    compose = yaml.safe_load(file)

entry = from_dockerfile(dockerfile, "ENTRYPOINT")
health = from_dockerfile(dockerfile, "HEALTHCHECK")
services = {"image": {"command": from_dockerfile(dockerfile, "CMD")}} | compose["services"]
for name, service in services.items():
    test = service.get("healthcheck", {}).get("test", ["CMD"] + health)
    function(f"run_{name}", service.get("environment", {}), entry + service["command"])
    function(f"check_{name}", {}, test[1:])
