"""Compares `receipts mark-read --all` with the same job of Google's official Python client: compare.py RECEIPTS PYTHON.

Both mark 10,000 messages on the embedded emulator, process start included, in turn and each several times; printed are the medians of the
wall time and of the processor time of the client's process.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

MESSAGES = 10_000
ROUNDS = 3
HERE = os.path.dirname(os.path.abspath(__file__))


def run(words: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Runs a command; the wall time and the processor time that it took, in seconds."""
    began = time.monotonic()
    process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE)
    output = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    took = time.monotonic() - began
    if status != 0 or not output.startswith(f"{MESSAGES} messages marked read"):
        sys.exit(f"{words[0]} failed: {output}")
    return took, usage.ru_utime + usage.ru_stime


def main() -> None:
    receipts, python = sys.argv[1:3]
    emulator = subprocess.Popen([receipts, "emulator", "start", "--port", "0"], stdout=subprocess.PIPE)
    try:
        address = emulator.stdout.readline().decode().split("//")[1].strip()
        environment = {**os.environ, "FIRESTORE_EMULATOR_HOST": address, "GCLOUD_PROJECT": "demo-bench"}
        readers = [f"reader{number}" for number in range(2 * ROUNDS)]
        with tempfile.NamedTemporaryFile("w", suffix=".json") as seed:
            messages = {"count": MESSAGES, "senderId": "alice"}
            chat = {"id": "c", "participants": ["alice", *readers], "messages": messages}
            json.dump({"conversations": [chat]}, seed)
            seed.flush()
            subprocess.run([receipts, "seed", "--quiet", seed.name], env=environment, check=True)
        ours, theirs = [], []
        for number in range(ROUNDS):
            command = ["mark-read", "--conversation", "c", "--user", readers[2 * number], "--all"]
            ours.append(run([receipts, *command], environment))
            script = os.path.join(HERE, "mark_read.py")
            theirs.append(run([python, script, "c", readers[2 * number + 1]], environment))
    finally:
        emulator.terminate()
        emulator.wait()
    print(f"| marking {MESSAGES:,} messages, process start included | receipts | Google's Python client | ratio |")
    print("| --- | --- | --- | --- |")
    for index, name in enumerate(["wall time (s)", "processor time of the client (s)"]):
        mine, other = (statistics.median(times[index] for times in all) for all in (ours, theirs))
        print(f"| {name} | {mine:.3f} | {other:.3f} | {other / mine:.1f} × |")


if __name__ == "__main__":
    main()
