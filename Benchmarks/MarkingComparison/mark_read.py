"""Marks all messages of a conversation read with Google's official client over its REST transport: mark_read.py CONVERSATION USER.

The same job as `receipts mark-read --all`: whoever is no member is refused, own messages and those that are marked are left out, and the rest
is written in batches of 500.
"""

import os
import sys

from google.auth.credentials import AnonymousCredentials
from google.cloud import firestore
from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports.rest import FirestoreRestTransport


def connect() -> firestore.Client:
    """A client of the emulator that FIRESTORE_EMULATOR_HOST names, over REST."""
    client = firestore.Client(project=os.environ["GCLOUD_PROJECT"], credentials=AnonymousCredentials())
    client._firestore_api_internal = FirestoreClient(
        transport=FirestoreRestTransport(
            host=os.environ["FIRESTORE_EMULATOR_HOST"], url_scheme="http", credentials=AnonymousCredentials()
        )
    )
    return client


def mark_read(client: firestore.Client, conversation_id: str, user: str) -> int:
    conversation = client.document(f"conversations/{conversation_id}")
    if user not in conversation.get(["participants"]).to_dict()["participants"]:
        sys.exit(f"{user} is not a member of {conversation_id}")
    marked = 0
    batch, size = client.batch(), 0
    for message in conversation.collection("messages").select(["senderId", "status", "readBy"]).stream():
        fields = message.to_dict()
        if fields["senderId"] == user or user in fields["readBy"]:
            continue
        batch.update(message.reference, {"status": "read", "readBy": firestore.ArrayUnion([user])})
        size += 1
        if size == 500:
            batch.commit()
            marked += size
            batch, size = client.batch(), 0
    if size:
        batch.commit()
    return marked + size


if __name__ == "__main__":
    print(f"{mark_read(connect(), sys.argv[1], sys.argv[2])} messages marked read")
