import FirestoreRules
import RulesAnalysis
import RulesCore

/// A search without an end: rules that mean the same, in different words.
enum SearchRate {
    private static let requests = 500_000

    private static let condition = """
        request.auth.uid != null
          && resource.data.senderId != request.auth.uid
          && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['status', 'readBy'])
          && request.resource.data.status == 'read' && resource.data.status in ['sent', 'delivered']
          && request.resource.data.readBy.toSet().difference(resource.data.readBy.toSet())
            .hasOnly([request.auth.uid])
          && request.resource.data.readBy.hasAll(resource.data.readBy)
        """

    static func measure() throws {
        var comparison = try RulesComparison(
            old: rules(condition), new: rules("true && \(condition)"), seed: 1)
        let start = ProcessorTime.now
        while comparison.requests < requests { comparison.advance() }
        let rate = Int(Double(comparison.requests) / (ProcessorTime.now - start))
        print(
            "\(rate) requests a second of a core, each decided by two rules; \(comparison.findings.count) differences"
        )
    }

    private static func rules(_ condition: String) -> Ruleset {
        Ruleset(
            SourceFile(
                content: """
                    rules_version = '2';
                    service cloud.firestore {
                      match /databases/{database}/documents/messages/{m} { allow update: if \(condition); }
                    }
                    """))
    }
}
