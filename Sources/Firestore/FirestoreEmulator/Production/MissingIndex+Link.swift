import FirestoreModel
import JSONText
import Protobuf

extension MissingIndex {
    /// The message of production, with a link that creates the index.
    func message(in database: DatabaseID) -> String {
        let link = Base64.encodeURLSafe(message(database)).filter { $0 != "=" }
        let verb = present == nil ? "create_composite" : "create_exemption"
        return "The query requires an index. You can create it here: "
            + "https://console.firebase.google.com/v1/r/project/\(database.project)/firestore/indexes?\(verb)=\(link)"
    }

    /// The index as a message of `google.firestore.admin.v1.Index`.
    ///
    /// Source: <https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.admin.v1#index>.
    private func message(_ database: DatabaseID) -> [UInt8] {
        let group = "\(database)/collectionGroups/\(index.collectionID.string)"
        var writer = ProtobufWriter()
        if present != nil, let field = index.fields.first {
            writer.string(1, "\(group)/fields/\(field.path)")
        } else {
            writer.string(1, "\(group)/indexes/_")
        }
        writer.integer(2, index.scope == .collection ? 1 : 2)
        for field in index.fields {
            writer.message(3) { writer in
                writer.string(1, field.path.description)
                switch field.mode {
                case .ascending: writer.integer(2, 1)
                case .descending: writer.integer(2, 2)
                case .contains: writer.integer(3, 1)
                case .vector(let dimension):
                    writer.message(4) { writer in
                        writer.integer(1, dimension)
                        writer.message(2) { _ in }
                    }
                }
            }
        }
        if present == nil {
            writer.message(3) { writer in
                writer.string(1, "__name__")
                writer.integer(2, index.isNameDescending ? 2 : 1)
            }
        }
        return writer.bytes
    }
}
