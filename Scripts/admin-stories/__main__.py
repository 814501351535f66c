"""Uses Google's Admin SDK for Python on the Realtime Database's emulator as an application does, and checks what it returns.

Runs on the emulator that FIREBASE_DATABASE_EMULATOR_HOST names. Names of stories as arguments select them.
"""

from data import conditions, data, errors, queries, transactions
from receipts import listeners, receipts, users
from stories import run

STORIES = [data, errors, queries, transactions, conditions, listeners, receipts, users]

run(STORIES)
