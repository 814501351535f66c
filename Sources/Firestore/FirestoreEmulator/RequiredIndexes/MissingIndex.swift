import FirestoreModel
import JSONText

/// An index that a query needs and that does not exist.
struct MissingIndex: Sendable, Equatable {
    let index: QueryIndex
    /// For a single-field index: the existing indexes of the field, without the missing one.
    let present: [FieldOverride.Index]?

    /// The message of the refusal, which ends with the entry to add to firestore.indexes.json.
    var message: String {
        "The query requires an index. Add this entry to \"\(list)\" in firestore.indexes.json: \(entry)"
    }

    /// The list of firestore.indexes.json that the entry is for.
    var list: String { present == nil ? "indexes" : "fieldOverrides" }

    /// The entry to add, as JSON.
    var entry: String {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member("collectionGroup") { $0.string(index.collectionID.string) }
            if let present, let field = index.fields.first {
                writer.member("fieldPath") { $0.string(field.path.description) }
                let wanted = FieldOverride.Index(mode: field.mode, scope: index.scope)
                writer.member("indexes") { writer in
                    writer.array(present + [wanted]) { writer, index in
                        writer.object { writer in
                            writer.mode(index.mode)
                            writer.member("queryScope") { $0.string(index.scope.rawValue) }
                        }
                    }
                }
            } else {
                writer.member("queryScope") { $0.string(index.scope.rawValue) }
                writer.member("fields") { $0.array(fields) { $0.indexField($1) } }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The fields, with the name if its direction does not follow from the last of them.
    private var fields: [QueryIndex.Field] {
        if (index.fields.last?.mode == .descending) == index.isNameDescending { return index.fields }
        return index.fields + [
            .init(path: .documentID(), mode: index.isNameDescending ? .descending : .ascending)
        ]
    }
}

extension JSONWriter {
    fileprivate mutating func indexField(_ field: QueryIndex.Field) {
        object { writer in
            writer.member("fieldPath") { $0.string(field.path.description) }
            writer.mode(field.mode)
        }
    }

    fileprivate mutating func mode(_ mode: QueryIndex.Mode) {
        switch mode {
        case .ascending: member("order") { $0.string("ASCENDING") }
        case .descending: member("order") { $0.string("DESCENDING") }
        case .contains: member("arrayConfig") { $0.string("CONTAINS") }
        case .vector(let dimension):
            member("vectorConfig") { writer in
                writer.object { writer in
                    writer.member("dimension") { $0.integer(dimension) }
                    writer.member("flat") { $0.object { _ in } }
                }
            }
        }
    }
}
