"""The client for asyncio, which has a transport of its own."""

import asyncio

from google.api_core import exceptions
from google.cloud import firestore

from support import OURS, check, new_client, same


def asynchronous():
    asyncio.run(story())


async def story():
    db = new_client(kind=firestore.AsyncClient)
    tasks = db.collection("tasks")
    await asyncio.gather(*(tasks.document(f"{n:02}").set({"n": n}) for n in range(50)))
    same([d.id async for d in tasks.order_by("n").limit(3).stream()], ["00", "01", "02"], "a stream")
    same(len([d async for d in db.get_all([tasks.document("00"), tasks.document("none")])]), 2, "both")
    same((await tasks.count().get())[0][0].value, 50, "counted")
    # Many calls at once on one connection.
    found = await asyncio.gather(*(tasks.document(f"{n % 50:02}").get() for n in range(500)))
    same([d.get("n") for d in found], [n % 50 for n in range(500)], "each its own answer")

    @firestore.async_transactional
    async def add(transaction):
        number = (await tasks.document("00").get(transaction=transaction)).get("n")
        transaction.update(tasks.document("00"), {"n": number + 1})

    await asyncio.gather(*(add(db.transaction(max_attempts=20)) for _ in range(5 if OURS else 1)))
    same((await tasks.document("00").get()).get("n"), 5 if OURS else 1, "no increment is lost")
    # A call that is given up does not disturb the others.
    given_up = asyncio.ensure_future(tasks.get())
    await asyncio.sleep(0)
    given_up.cancel()
    try:
        await tasks.document("none").update({"n": 1})
        check(False, "a missing document is not updated")
    except exceptions.NotFound:
        pass
    batch = db.batch()
    async for document in tasks.stream():
        batch.delete(document.reference)
    await batch.commit()
    same([d async for d in tasks.stream()], [], "all are deleted")
