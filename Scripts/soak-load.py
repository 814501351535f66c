"""Feeds a worker over HTTP at fixed rates, on the embedded emulator, and observes it: what Scripts/soak-load runs.

soak-load.py RECEIPTS SECONDS PLOT RATE ...
"""
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time

CONVERSATIONS, READERS, BATCHES = 200, 20, 10
COLOURS = ["#2a7de1", "#e07b00", "#3a9d4a", "#a04ad0"]


def start(*command):
    """Starts a program; the address that it says it is ready at."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    line = process.stdout.readline().split()
    if not line:
        sys.exit(f"error: {' '.join(command[1:3])} did not start")
    return process, line[1].removeprefix("http://")


def events(messages):
    """Endless receipts, each once: all readers of all messages, mixed."""
    for reader in range(READERS):
        for message in range(1, messages + 1):
            for conversation in range(CONVERSATIONS):
                yield json.dumps({
                    "kind": "read", "conversation": f"c{conversation}", "message": f"m{message:0{len(str(messages))}}",
                    "user": f"r{(reader + conversation) % READERS}"})


def memory(process):
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))


def processor(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def metrics(connection):
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


def observe(receipts, rate, seconds):
    """Each second's memory in MB, queue, mean latency in seconds, and share of a processor; then what is in the database in the end."""
    messages = max(1, -(-rate * seconds // (CONVERSATIONS * READERS)))
    readers = [f"r{number}" for number in range(READERS)]
    conversations = [
        {"id": f"c{number}", "participants": ["alice", *readers], "messages": {"count": messages, "senderId": "alice"}}
        for number in range(CONVERSATIONS)
    ]
    with tempfile.TemporaryDirectory() as folder:
        emulator, server = start(receipts, "emulator", "start", "--quiet", "--port", "0", "--project", "demo-load")
        os.environ |= {"FIRESTORE_EMULATOR_HOST": server, "GCLOUD_PROJECT": "demo-load"}
        with open(f"{folder}/seed.json", "w") as file:
            json.dump({"conversations": conversations}, file)
        subprocess.run([receipts, "seed", "--quiet", f"{folder}/seed.json"], check=True)
        worker, address = start(
            receipts, "worker", "--quiet", "--admin", "--listen", "127.0.0.1:0", "--outbox", f"{folder}/outbox")
        connection, observer = http.client.HTTPConnection(address), http.client.HTTPConnection(address)
        source, samples, sent, refused = events(messages), [], 0, 0
        before, used = metrics(observer), processor(worker)
        began = time.monotonic()
        for second in range(seconds):
            for part in range(BATCHES):
                due = began + second + part / BATCHES
                time.sleep(max(0, due - time.monotonic()))
                body = "\n".join(next(source) for _ in range(rate // BATCHES))
                while True:
                    connection.request("POST", "/v1/receipts", body)
                    response = connection.getresponse()
                    response.read()
                    if response.status == 202:
                        break
                    refused += 1
                    time.sleep(0.1)
                sent += rate // BATCHES
            now, spent = metrics(observer), processor(worker)
            written = now["receipts_latency_seconds_count"] - before["receipts_latency_seconds_count"]
            latency = (now["receipts_latency_seconds_sum"] - before["receipts_latency_seconds_sum"]) / written if written else 0
            samples.append((memory(worker), now["receipts_queue_depth"], latency, spent - used))
            before, used = now, spent
        took = time.monotonic() - began
        drained = time.monotonic()
        while metrics(observer)["receipts_queue_depth"] > 0:
            time.sleep(0.1)
        drained = time.monotonic() - drained
        written = metrics(observer)["receipts_written_total"]
        buckets = {name: value for name, value in metrics(observer).items() if name.startswith("receipts_latency_seconds_bucket")}
        late = next(
            (name.split('"')[1] for name, value in buckets.items() if value >= 0.99 * metrics(observer)["receipts_latency_seconds_count"]))
        worker.terminate()
        emulator.terminate()
        worker.wait()
        emulator.wait()
    if written != sent:
        sys.exit(f"error: of {sent} receipts {written:.0f} were written")
    return samples, sent / took, late, drained, refused


def plot(results, file):
    """Draws memory, queue and latency over time, a line a rate."""
    width, height, left, top, gap = 860, 150, 70, 30, 50
    titles = ["memory, MB", "receipts in the queue", "mean latency, s"]
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 20} {top + 3 * (height + gap) + 20}" font-family="sans-serif" '
        'font-size="13" fill="#777">']
    for row, title in enumerate(titles):
        y = top + row * (height + gap)
        most = max(sample[row] for samples in results.values() for sample in samples) or 1
        out.append(f'<text x="{left}" y="{y - 8}">{title}</text>')
        for share in (0, 0.5, 1):
            line = y + height * (1 - share)
            out.append(f'<path d="M{left} {line:.1f}h{width}" stroke="#777" stroke-opacity=".3"/>')
            out.append(f'<text x="{left - 8}" y="{line + 4:.1f}" text-anchor="end">{most * share:,.{0 if most > 10 else 2}f}</text>')
        for colour, samples in zip(COLOURS, results.values()):
            points = " ".join(
                f"{left + width * index / max(1, len(samples) - 1):.1f},{y + height * (1 - sample[row] / most):.1f}"
                for index, sample in enumerate(samples))
            out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.2"/>')
    y = top + 3 * (height + gap) - 20
    for place, (colour, (rate, samples)) in enumerate(zip(COLOURS, results.items())):
        out.append(f'<text x="{left + place * 200}" y="{y}" fill="{colour}">{rate:,} events a second</text>')
    out.append(f'<text x="{left + width}" y="{y}" text-anchor="end">{len(next(iter(results.values()))):,} seconds</text></svg>')
    with open(file, "w") as target:
        target.write("\n".join(out) + "\n")


def main(receipts, seconds, file, *rates):
    results = {}
    print("| events a second | taken a second | memory, at most | queue, at most | latency, mean | 99 % within | of a processor | left when they end |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for rate in map(int, rates):
        samples, taken, late, drained, refused = observe(receipts, rate, int(seconds))
        results[rate] = samples
        most, queue = max(sample[0] for sample in samples), max(sample[1] for sample in samples)
        latency = sum(sample[2] for sample in samples) / len(samples)
        share = sum(sample[3] for sample in samples) / len(samples)
        print(
            f"| {rate:,} | {taken:,.0f} | {most:.0f} MB | {queue:,.0f} | {latency:.2f} s | {late} s | {100 * share:.0f} % | {drained:.1f} s |",
            flush=True)
        if refused:
            print(f"{refused} requests were refused for lack of room, and sent again", file=sys.stderr)
    if file:
        plot(results, file)


main(*sys.argv[1:])
