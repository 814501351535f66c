import ReceiptConsole
import Synchronization

/// Suites and their rules in memory, which tests change as an editor would.
final class HeldSuites: Sendable {
    private let texts: Mutex<[String: String]>

    /// A suite with a case that passes and one that fails.
    static var failing: HeldSuites {
        HeldSuites([
            "firestore.rules": """
            service cloud.firestore { match /databases/{d}/documents {
              match /rooms/{room} { allow read: if request.auth.uid == 'alice'; }
            } }
            """,
            "rooms.yaml": """
            suite: Rooms
            rules: firestore.rules
            cases:
              - {name: alice reads, as: alice, get: rooms/a, expect: allowed}
              - {name: bob reads, as: bob, get: rooms/a, expect: allowed}
            """,
        ])
    }

    init(_ texts: [String: String]) {
        self.texts = Mutex(texts)
    }

    subscript(path: String) -> String? {
        get { texts.withLock { $0[path] } }
        set { texts.withLock { $0[path] = newValue } }
    }

    var files: SuiteFiles {
        SuiteFiles {
            self.texts.withLock { Array($0.keys) }.filter { $0.hasSuffix(".yaml") }.sorted()
        } read: {
            self[$0]
        } write: {
            self[$1] = $0
        }
    }
}
