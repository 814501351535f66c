import TestSupport
import Testing

/// Random transactions, recorded at the server, of which it is checked that some order explains them.
@Suite("Histories of transactions")
struct TransactionHistoryTests {
    @Test(.timeLimit(.minutes(5)), arguments: SeededGenerator.seeds(SystemEnvironment.historySeeds))
    func `transactions are strictly serializable, and none is lost or made twice`(seed: UInt64) async throws {
        let server = try TestServer()
        var workload = TransactionWorkload(server: server, seed: seed)
        // Google's emulator lets rivals wait for each other's locks.
        if server.isGoogles { (workload.clients, workload.transactions) = (4, 10) }
        let (history, requests) = try await workload.run()
        #expect(history.anomalies == [])
        let committed = history.transactions.count { $0.outcome == .committed }
        let aborted = history.transactions.count { $0.outcome == .aborted }
        print("seed \(seed): \(requests) requests, \(committed) transactions committed, \(aborted) aborted")
        // Enough must have got through that there was something to find.
        #expect(committed > workload.clients * workload.transactions / 4)
    }

    @Test func `the same without transactions is not serializable, which the check finds`() async throws {
        let server = try TestServer()
        var workload = TransactionWorkload(server: server, seed: 1)
        workload.isIsolated = false
        let (history, _) = try await workload.run()
        #expect(!history.anomalies.isEmpty)
    }
}
