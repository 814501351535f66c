// Who tests rules speaks to Firestore by the client's names, and reads diagnostics and explanations.
@_exported public import FirestoreClient
import FirestoreModel
@_exported public import FirestoreRules

/// Within this module a filter is that of the wire.
typealias Filter = FirestoreModel.Filter
