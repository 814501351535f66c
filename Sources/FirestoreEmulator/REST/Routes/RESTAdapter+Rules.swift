import FirestoreModel
import FirestoreREST
import HTTPTransport

/// What only an emulator can do: set and read a project's security rules, and clear a database.
extension RESTAdapter {
    func getRules(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        // Anyone may ask, but a token that is none is refused everywhere.
        _ = try context.identity()
        let files = core.rules.files(project: project) ?? [RESTAdapter.openRules]
        return .message { writer in
            writer.object { writer in
                writer.member("rules") { writer in
                    writer.object { writer in
                        writer.member("files") { writer in
                            writer.array(files) { writer, file in
                                writer.object { writer in
                                    writer.member("content") { $0.string(file.content) }
                                    if let name = file.name { writer.member("name") { $0.string(name) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    func setRules(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let files = try WireDecoder.decode(context.body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(json, "database", "rules", "ignoreErrors")
            _ = try reader.boolean("ignoreErrors")
            var files: [RulesRegistry.File] = []
            for element in try MessageReader(reader["rules"] ?? .object([]), "files").array("files") {
                let file = try MessageReader(element, "name", "content", "fingerprint")
                files.append(
                    RulesRegistry.File(
                        name: try file.string("name"), content: try file.string("content") ?? ""))
            }
            return files
        }
        _ = try context.identity()
        if files.isEmpty {
            throw .invalidArgument("rules.files holds no file: send {\"rules\":{\"files\":[...]}}.")
        }
        if files.contains(where: { $0.content.allSatisfy(\.isWhitespace) }) {
            throw .invalidArgument("Error compiling rules:\nL0:0 Rules content empty. Compilation aborted.")
        }
        core.rules.set(files, project: project)
        return .emptyMessage
    }

    /// Removes a database's documents for good, or a document and everything below it.
    func clear(_ name: ResourceName, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        core.database(name.database).clear(below: name.segments)
        return .emptyMessage
    }

    /// Removes a collection's documents for good, and everything below them.
    func clear(_ name: CollectionName, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        core.database(name.database).clear(below: (name.parent?.segments ?? []) + [name.id])
        return .emptyMessage
    }

    /// What stands for rules where none were set.
    private static let openRules = RulesRegistry.File(
        name: "OPEN_RULES",
        content: """
            rules_version = '2';
            service cloud.firestore {
              match /databases/{database}/documents {
                match /{document=**} {
                  allow read, write: if true;
                }
              }
            }
            """)
}
