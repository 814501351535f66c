"""Uses Google's Admin SDK for Python on the Realtime Database's emulator as an application does, and checks what it returns.

Runs on the emulator that FIREBASE_DATABASE_EMULATOR_HOST names. Names of stories as arguments select them.
"""

import os
import sys
import time

from data import conditions, data, errors, queries, transactions
from receipts import listeners, receipts, users

STORIES = [data, errors, queries, transactions, conditions, listeners, receipts, users]

selected = sys.argv[1:]
begin = time.monotonic()
run, failed = 0, []
for story in STORIES:
    if selected and story.__name__ not in selected:
        continue
    run += 1
    start = time.monotonic()
    try:
        story()
        print(f"  {story.__name__}: {time.monotonic() - start:.2f} s", flush=True)
    except Exception as error:
        failed.append(story.__name__)
        print(f"  {story.__name__}: failed: {type(error).__name__}: {error}", flush=True)
print(f"  {run - len(failed)} of {run} stories in {time.monotonic() - begin:.1f} s", flush=True)
# Threads of listeners do not keep the process.
os._exit(1 if failed else 0)
