import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("Database states")
struct DatabaseStateTests {
    private static let allPaths = ["c/a", "c/a/d/x", "c/a/d/x/e/y", "c/ab/d/x", "c/b", "d/x", "e/y/c/a"]
    private static let state = DatabaseState.make(allPaths.map { .make($0) })

    private func paths(of state: DatabaseState, below parent: DocumentPath? = nil) -> [String] {
        state.collections(below: parent).flatMap { $0.value.documents.map(\.value.name.path.description) }
    }

    @Test func `documents are found by their paths`() {
        for path in Self.allPaths {
            #expect(Self.state.document(DocumentName.make(path).path)?.name == .make(path))
        }
        #expect(Self.state.document(DocumentName.make("c/none").path) == nil)
        #expect(Self.state.collection(.make("none")).documents.isEmpty)
    }

    @Test(
        arguments: [
            (nil, ["c/a", "c/b", "c/a/d/x", "c/a/d/x/e/y", "c/ab/d/x", "d/x", "e/y/c/a"]),
            ("c/a", ["c/a/d/x", "c/a/d/x/e/y"]), ("c/ab", ["c/ab/d/x"]), ("c/b", []), ("e/y", ["e/y/c/a"]),
        ] as [(String?, [String])])
    func `collections below a document are those with its whole name before theirs`(
        parent: String?, expected: [String]
    ) {
        #expect(paths(of: Self.state, below: parent.map { DocumentName.make($0).path }) == expected)
    }

    @Test func `a collection without documents is gone`() {
        var state = Self.state
        state.delete(DocumentName.make("d/x").path, at: .make(9))
        #expect(state.collections.map(\.key.description) == ["c", "c/a/d", "c/a/d/x/e", "c/ab/d", "e/y/c"])
        #expect(paths(of: Self.state).count == Self.allPaths.count, "the copy has changed")
    }

    @Test func `a deletion is remembered until the document is there again`() {
        var state = Self.state
        let path = DocumentName.make("c/b").path
        #expect(state.deletionTime(path) == nil)
        state.delete(path, at: .make(9))
        #expect(state.document(path) == nil && state.deletionTime(path) == .make(9))
        state.set(path, to: .make("c/b"))
        #expect(state.document(path) != nil && state.deletionTime(path) == nil)
    }

    @Test func `deleting all remembers when, and the deletions before`() {
        var state = Self.state
        state.delete(DocumentName.make("c/b").path, at: .make(8))
        state.deleteAll(at: .make(9))
        #expect(state.collections.isEmpty)
        for path in Self.allPaths {
            #expect(state.deletionTime(DocumentName.make(path).path) == .make(path == "c/b" ? 8 : 9))
        }
    }

    @Test func `the latest deletions are remembered, and not all`() {
        func path(_ number: Int) -> DocumentPath { DocumentName.make("c/d\(number)").path }
        var times = DeletionTimes()
        let count = 3 * DeletionTimes.capacity + 1
        for number in 0..<count {
            times.insert(path(number), .make(Int64(number)))
            if number > 0 { times.insert(path(number - 1), .make(Int64(number))) }
        }
        #expect(times.count <= 2 * DeletionTimes.capacity && times[path(0)] == nil)
        for number in (count - DeletionTimes.capacity / 2)..<(count - 1) {
            #expect(times[path(number)] == .make(Int64(number) + 1))
        }
        times.remove(path(count - 1))
        #expect(times[path(count - 1)] == nil)
    }

    @Test(
        arguments: [
            (["c", "a"], ["c/a", "c/a/d/x", "c/a/d/x/e/y"]), (["d"], ["d/x"]),
            (["c", "a", "d"], ["c/a/d/x", "c/a/d/x/e/y"]),
            (["none"], []),
        ] as [([String], [String])])
    func `what lies at or below a path is found`(segments: [String], expected: [String]) {
        let found = Self.state.documents(below: segments.map { ResourceID($0) })
        #expect(Set(found.map(\.path.description)) == Set(expected))
    }
}
