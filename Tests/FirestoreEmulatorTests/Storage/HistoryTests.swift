import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("Histories")
struct HistoryTests {
    /// A state that can be told from others by the id of its one document.
    private static func state(_ id: Int) -> DatabaseState { .make([.make("c/\(id)")]) }

    private func id(_ state: DatabaseState?) -> String? {
        state?.collection(.make("c")).documents.first?.value.name.path.id.string
    }

    @Test func `a time finds the state that held then`() {
        var history = History(begin: .make(10), maximumCost: 1000)
        for time in [10, 20, 30] {
            history.append(
                Self.state(time), since: .make(Int64(time)), until: .make(Int64(time) + 10), cost: 1)
        }
        #expect(
            [9, 10, 19, 20, 29, 30, 99].map { id(history.state(at: .make($0))) } == [
                nil, "10", "10", "20", "20", "30", "30",
            ])
    }

    @Test func `the oldest states go first when there are too many`() {
        var history = History(begin: .zero, maximumCost: 100)
        for time in 0..<10 {
            history.append(
                Self.state(time), since: .make(Int64(time)), until: .make(Int64(time) + 1), cost: 30)
        }
        #expect(history.begin == .make(7))
        #expect([6, 7, 9].map { id(history.state(at: .make($0))) } == [nil, "7", "9"])
    }

    @Test func `a commit larger than all memory leaves no past`() {
        var history = History(begin: .zero, maximumCost: 100)
        history.append(Self.state(1), since: .make(1), until: .make(2), cost: 101)
        #expect(history.begin == .make(2))
        #expect(history.state(at: .make(1)) == nil)
        history.append(Self.state(2), since: .make(2), until: .make(3), cost: 1)
        #expect(id(history.state(at: .make(2))) == "2")
    }
}
