import FirestoreModel
import OrderedCollections

/// The entries of a map that a rule has made, behind one reference.
final class ComputedEntries: Sendable {
    let entries: OrderedDictionary<FieldName, RuleValue>

    init(_ entries: OrderedDictionary<FieldName, RuleValue>) {
        self.entries = entries
    }
}
