import FirestoreEmulator

extension TutorialChat {
    /// Members read. They add nobody but themselves to the readers of a message.
    static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents/conversations/{conversation} {
            allow get, list: if request.auth.uid in resource.data.participants;

            match /messages/{message} {
              function members() {
                return get(/databases/$(database)/documents/conversations/$(conversation)).data.participants;
              }
              allow read, create: if request.auth.uid in members();
              allow update: if request.auth.uid in members()
                && request.resource.data.readBy.removeAll(resource.data.readBy).hasOnly([request.auth.uid]);
            }
          }
        }
        """

    /// Lets the rules decide.
    ///
    /// - Returns: The mistakes in them.
    func loadRules() -> [Diagnostic] {
        emulator.setRules(SourceFile(name: "firestore.rules", content: Self.rules), project: Self.project)
    }
}
