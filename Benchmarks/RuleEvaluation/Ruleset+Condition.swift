import FirestoreRules

extension Ruleset {
    /// Rules that allow to update messages under a condition.
    static func updatingMessages(if condition: String) -> Ruleset {
        Ruleset(
            SourceFile(
                content: """
                    rules_version = '2';
                    service cloud.firestore {
                      match /databases/{database}/documents/conversations/{id}/messages/{message} {
                        allow update: if \(condition);
                      }
                    }
                    """))
    }
}
