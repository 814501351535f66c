import FirestoreModel
import Testing

@testable import ReadReceipts

@Suite("Commit refusal")
struct CommitRefusalTests {
    @Test(arguments: StatusCode.allCases)
    func `every status code is of one kind`(code: StatusCode) {
        let stale: Set<StatusCode> = [.failedPrecondition, .aborted]
        let single: Set<StatusCode> = [
            .notFound, .permissionDenied, .invalidArgument, .alreadyExists, .outOfRange,
        ]
        let expected: CommitRefusal =
            stale.contains(code) ? .stale : (single.contains(code) ? .someMessage : .everything)
        #expect(CommitRefusal(code) == expected)
    }
}
