"""Uses Google's Python client over gRPC as an application does, and checks what it returns.

Runs on the emulator that FIRESTORE_EMULATOR_HOST names; what only one of the emulators has is marked. Names of stories
as arguments select them.
"""

from asynchronous import asynchronous
from documents import batches, documents, errors, large_messages
from listeners import listeners, listeners_of_queries, many_listeners, resumed_listeners
from queries import aggregations, collection_groups, pages, partitions, queries
from writers import bulk_writers, contention, transactions

from stories import run

# In this order, as queries are about the documents that batches have written.
STORIES = [documents, batches, large_messages, errors, queries, pages, collection_groups, aggregations, partitions,
           transactions, contention, bulk_writers, listeners, listeners_of_queries, many_listeners,
           resumed_listeners, asynchronous]

run(STORIES)
