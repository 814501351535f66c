import Comparison
import FirestoreClient

/// Listeners, each in a client of its own as in many apps, who say which round of writes they have seen.
struct Audience: Sendable {
    private let rounds: AsyncStream<Int>
    private let seen: AsyncStream<Int>.Continuation
    private var listeners: [Task<Void, any Error>] = []

    init() { (rounds, seen) = AsyncStream.makeStream() }

    /// Adds a listener who sees rounds, and waits until it has seen the first.
    mutating func add<Rounds: AsyncSequence<Int, any Error> & Sendable>(
        port: Int, _ rounds: (Firestore) -> Rounds
    ) async throws {
        let rounds = rounds(try Firestore(ComparedServer.settings(port: port)))
        listeners.append(
            Task { [seen] in
                defer { seen.finish() }
                for try await round in rounds { seen.yield(round) }
            })
        await hear(of: 0, by: 1)
    }

    /// Adds a listener to all documents of a collection.
    mutating func add(port: Int, collection: String) async throws {
        try await add(port: port) { firestore in
            firestore.collection(collection).snapshots.map { snapshot in
                snapshot.documentChanges.compactMap { $0.document.get("round") as? Int }.max() ?? 0
            }
        }
    }

    /// Waits until all have seen a round.
    func hear(of round: Int) async { await hear(of: round, by: listeners.count) }

    private func hear(of round: Int, by count: Int) async {
        var rest = count
        for await other in rounds where other >= round {
            rest -= 1
            if rest == 0 { return }
        }
        preconditionFailure("a listener has ended")
    }

    /// Ends all listeners.
    func leave() { for listener in listeners { listener.cancel() } }
}
