"""Uses Google's Python client over gRPC as an application does, and checks what it returns.

Runs on the emulator that FIRESTORE_EMULATOR_HOST names; what only one of the emulators has is marked. Names of stories
as arguments select them.
"""

import os
import sys
import time

from asynchronous import asynchronous
from documents import batches, documents, errors, large_messages
from listeners import listeners, listeners_of_queries, many_listeners, resumed_listeners
from queries import aggregations, collection_groups, pages, partitions, queries
from writers import bulk_writers, contention, transactions

# In this order, as queries are about the documents that batches have written.
STORIES = [documents, batches, large_messages, errors, queries, pages, collection_groups, aggregations, partitions,
           transactions, contention, bulk_writers, listeners, listeners_of_queries, many_listeners,
           resumed_listeners, asynchronous]

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
