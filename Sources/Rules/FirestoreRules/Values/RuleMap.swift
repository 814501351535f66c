package import FirestoreModel
package import OrderedCollections

/// A map with string keys: from a document, made by a rule, or of the environment, such as `request`.
package struct RuleMap: Sendable {
    private enum Storage: Sendable {
        case stored(StoredFields)
        case computed(ComputedEntries)
        case record(any RuleRecord)
    }

    private let storage: Storage

    package init(stored fields: MapValue) {
        storage = .stored(StoredFields(fields))
    }

    init(_ fields: StoredFields) {
        storage = .stored(fields)
    }

    package init(_ entries: OrderedDictionary<FieldName, RuleValue>) {
        storage = .computed(ComputedEntries(entries))
    }

    package init(record: any RuleRecord) {
        storage = .record(record)
    }

    /// The stored fields, if this is the map of a document.
    package var storedFields: StoredFields? {
        if case .stored(let fields) = storage { fields } else { nil }
    }

    /// The record, if this is a map of the environment.
    var record: (any RuleRecord)? {
        if case .record(let record) = storage { record } else { nil }
    }

    package var count: Int {
        switch storage {
        case .stored(let fields): fields.map.count
        case .computed(let computed): computed.entries.count
        case .record(let record): record.names.count
        }
    }

    /// The names in the order of the source.
    package var names: [FieldName] {
        switch storage {
        case .stored(let fields): Array(fields.map.names)
        case .computed(let computed): Array(computed.entries.keys)
        case .record(let record): record.names
        }
    }

    package func contains(_ name: FieldName) -> Bool {
        switch storage {
        case .stored(let fields): fields.map.storage.index(forKey: name) != nil
        case .computed(let computed): computed.entries.index(forKey: name) != nil
        case .record(let record): record.names.contains(name)
        }
    }

    /// The value of a key; nil if there is none.
    ///
    /// - Throws: ``EvaluationFailure`` if a record does not know it.
    package func value(_ name: FieldName) throws(EvaluationFailure) -> RuleValue? {
        switch storage {
        case .stored(let fields): fields[name]
        case .computed(let computed): computed.entries[name]
        case .record(let record): try record.value(name)
        }
    }
}

/// A map of the environment whose values are computed on demand.
package protocol RuleRecord: Sendable, AnyObject {
    var names: [FieldName] { get }

    /// The value of a key; nil if there is none.
    ///
    /// - Throws: ``EvaluationFailure/unknown`` for data that is not available yet.
    func value(_ name: FieldName) throws(EvaluationFailure) -> RuleValue?
}
