import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("Rule values")
struct RuleValueTests {
    @Test func `a stored reference is a path without its project`() {
        let name = DocumentName(
            DatabaseID(project: "p"),
            DocumentPath(CollectionPath(parent: nil, id: ResourceID("c")), ResourceID("d")))
        guard case .path(let path) = RuleValue(Value.reference(name)) else {
            Issue.record("a reference is a path")
            return
        }
        #expect(path.segments == ["databases", "(default)", "documents", "c", "d"].map { .literal($0) })
    }

    @Test func `a value takes three words`() {
        #expect(MemoryLayout<RuleValue>.stride <= 24)
    }
}
