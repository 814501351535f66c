import FirestoreModel
import FirestoreREST
import HTTPTransport

/// Setting and reading a project's security rules.
extension RESTAdapter {
    func getRules(_ project: String) -> HTTPExchangeResponse {
        let files = core.rules.files(project: project) ?? [RESTAdapter.openRules]
        return .message { writer in
            writer.object { writer in
                writer.member("rules") { writer in
                    writer.object { writer in
                        writer.member("files") { writer in
                            writer.array(files) { writer, file in
                                writer.object { writer in
                                    writer.member("content") { $0.string(file.content) }
                                    writer.member("name") { $0.string(file.name) }
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
            let reader = try MessageReader(json, "rules", "ignoreErrors")
            var files: [RulesRegistry.File] = []
            for element in try MessageReader(reader["rules"] ?? .object([]), "files").array("files") {
                let file = try MessageReader(element, "name", "content", "fingerprint")
                files.append(
                    RulesRegistry.File(
                        name: try file.string("name") ?? "firestore.rules", content: try file.string("content") ?? ""))
            }
            return files
        }
        if files.isEmpty { throw .invalidArgument("rules.files holds no file: send {\"rules\":{\"files\":[...]}}.") }
        if files.contains(where: { $0.content.allSatisfy(\.isWhitespace) }) {
            throw .invalidArgument("Error compiling rules:\nL0:0 Rules content empty. Compilation aborted.")
        }
        core.rules.set(files, project: project)
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
