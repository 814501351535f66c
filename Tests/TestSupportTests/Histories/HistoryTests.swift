import TestSupport
import Testing

/// Histories of which it is known whether they can happen.
@Suite("Histories")
struct HistoryTests {
    private typealias Transaction = History.Transaction

    private func names(_ transactions: [History.Transaction], end: [String: [Int]] = [:]) -> [String] {
        History(transactions, end: end).anomalies.map { anomaly in
            switch anomaly {
            case .lost: "lost"
            case .duplicate: "duplicate"
            case .invented: "invented"
            case .incompatibleOrder: "incompatible order"
            case .abortedRead: "G1a"
            case .intermediateRead: "G1b"
            case .cycle(let name, let steps):
                "\(name.rawValue) "
                    + steps.map { "\($0.from)-\($0.kind.rawValue)-\($0.to)" }.joined(separator: " ")
            }
        }
    }

    @Test func `transactions one after the other are in order`() {
        let history: [History.Transaction] = [
            Transaction([.read("x", [], count: 0), .append("x", 1)], span: 1...2),
            Transaction([.read("x", [1], count: 1), .append("x", 2), .append("y", 3)], span: 3...4),
            Transaction([.read("x", [1, 2], count: 2), .read("y", [3], count: 1)], span: 5...6),
            Transaction([.append("x", 9)], .aborted), Transaction([.append("y", 8)], .unknown),
        ]
        #expect(names(history, end: ["x": [1, 2], "y": [3]]).isEmpty)
        // Of one whose answer was lost, both is possible.
        #expect(names(history, end: ["x": [1, 2], "y": [3, 8]]).isEmpty)
    }

    @Test func `lost, repeated and invented elements are found`() {
        let append = Transaction([.append("x", 1)])
        #expect(names([append], end: ["x": []]) == ["lost"])
        #expect(names([append], end: ["x": [1, 1]]) == ["duplicate"])
        #expect(names([append, Transaction([.read("x", [1], count: 2)])]) == ["duplicate"])
        #expect(names([append], end: ["x": [1, 7]]) == ["invented"])
        #expect(names([Transaction([.read("x", [1]), .append("x", 1)])], end: ["x": [1]]) == ["invented"])
    }

    @Test func `reads that disagree about the order are found`() {
        let appends = [Transaction([.append("x", 1)]), Transaction([.append("x", 2)])]
        #expect(
            names(appends + [Transaction([.read("x", [1, 2])]), Transaction([.read("x", [2])])])
                .contains("incompatible order"))
    }

    @Test func `G1a: what an aborted transaction wrote was read`() {
        #expect(names([Transaction([.append("x", 1)], .aborted), Transaction([.read("x", [1])])]) == ["G1a"])
    }

    @Test func `G1b: a state in the middle of a transaction was read`() {
        #expect(
            names(
                [Transaction([.append("x", 1), .append("x", 2)]), Transaction([.read("x", [1])])],
                end: ["x": [1, 2]]
            )
            .first == "G1b")
    }

    @Test func `G0: two transactions wrote in opposite orders`() {
        #expect(
            names(
                [
                    Transaction([.append("x", 1), .append("y", 1)]),
                    Transaction([.append("x", 2), .append("y", 2)]),
                ], end: ["x": [1, 2], "y": [2, 1]]) == ["G0 0-ww-1 1-ww-0"])
    }

    @Test func `G1c: two transactions read each other's writes`() {
        #expect(
            names([
                Transaction([.read("y", [2]), .append("x", 1)]),
                Transaction([.read("x", [1]), .append("y", 2)]),
            ]) == ["G1c 0-wr-1 1-wr-0"])
    }

    @Test func `G-single: an update was lost`() {
        #expect(
            names(
                [
                    Transaction([.read("x", []), .append("x", 1)]),
                    Transaction([.read("x", []), .append("x", 2)]),
                ], end: ["x": [1, 2]]) == ["G-single 1-rw-0 0-ww-1"])
    }

    @Test func `G-single: a transaction read from two moments`() {
        #expect(
            names(
                [
                    Transaction([.append("x", 1), .append("y", 2)]),
                    Transaction([.read("x", []), .read("y", [2])]),
                ], end: ["x": [1], "y": [2]]) == ["G-single 1-rw-0 0-wr-1"])
    }

    @Test func `G2: two transactions each missed the other's write`() {
        #expect(
            names(
                [
                    Transaction([.read("x", []), .read("y", []), .append("x", 1)]),
                    Transaction([.read("x", []), .read("y", []), .append("y", 2)]),
                ], end: ["x": [1], "y": [2]]) == ["G2 0-rw-1 1-rw-0"])
    }

    @Test func `a read of the past after its end is found by the time`() {
        let transactions = [
            Transaction([.append("x", 1)], span: 1...2), Transaction([.read("x", [])], span: 3...4),
        ]
        #expect(names(transactions, end: ["x": [1]]) == ["G-single 1-rw-0 0-time-1"])
        var overlapping = transactions
        overlapping[1].span = 1...4
        #expect(names(overlapping, end: ["x": [1]]).isEmpty)
    }

    @Test func `time counts through transactions in between`() {
        let transactions = [
            Transaction([.append("x", 1)], span: 1...2), Transaction([.read("y", [])], span: 3...4),
            Transaction([.read("z", [])], span: 5...6), Transaction([.read("x", [])], span: 7...8),
        ]
        #expect(
            names(transactions, end: ["x": [1]]) == ["G-single 3-rw-0 0-time-1 1-time-2 2-time-3"])
    }
}
