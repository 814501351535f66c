// Who tests rules speaks to Firestore by the client's names, and reads diagnostics and explanations.
@_exported public import FirestoreClient
@_exported public import FirestoreRules
