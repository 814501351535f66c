// Tests of rules use the client's API, and read diagnostics and explanations.
@_exported public import FirestoreClient
import FirestoreModel
@_exported public import FirestoreRules
@_exported public import RulesCore

/// In this module, a filter is that of the wire.
typealias Filter = FirestoreModel.Filter
