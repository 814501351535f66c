import FirestoreModel
import Testing

@testable import ReadReceipts

@Suite("Commit planner")
struct CommitPlannerTests {
    /// The sizes of the commits that writes are planned into.
    private func plan(_ entries: [CommitPlanner<String>.Entry]) -> [[CommitPlanner<String>.Entry]] {
        var planner = CommitPlanner<String>()
        var commits: [[CommitPlanner<String>.Entry]] = []
        for entry in entries {
            if let full = planner.add(entry) { commits.append(full) }
        }
        if let last = planner.finish() { commits.append(last) }
        return commits
    }

    private func entries(_ count: Int, textSize: Int = 0) -> [CommitPlanner<String>.Entry] {
        (0..<count).map { number in
            let document = Document.message("m\(number)", fields: [:])
            let text = String(repeating: "x", count: textSize)
            return CommitPlanner.Entry(
                "m\(number)", Write(.update(document.name, ["text": .string(text)], mask: nil)))
        }
    }

    @Test(arguments: [
        (0, []), (1, [1]), (100, [100]), (499, [499]), (500, [500]), (501, [500, 1]), (600, [500, 100]),
        (10_000, Array(repeating: 500, count: 20)),
    ])
    func `a commit holds at most 500 writes`(count: Int, sizes: [Int]) {
        #expect(plan(entries(count)).map(\.count) == sizes)
    }

    @Test func `a commit stays below four megabytes`() {
        let commits = plan(entries(10, textSize: 900_000))
        #expect(commits.map(\.count) == [4, 4, 2])
    }

    @Test func `a write that is too large by itself gets a commit of its own`() {
        let commits = plan(entries(1) + entries(1, textSize: 5_000_000) + entries(1))
        #expect(commits.map(\.count) == [1, 1, 1])
    }

    @Test func `nothing is lost and the order is kept`() {
        let all = entries(1234, textSize: 20_000)
        #expect(plan(all).flatMap { $0 } == all)
    }
}
