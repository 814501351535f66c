import FirestoreClient
import ReadReceipts
import RealtimeDatabase

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Watches the databases of a console, as long as somebody looks.
struct ConnectionWatch: Sendable {
    private let firestore: StoreWatch?
    private let realtimeDatabase: StoreWatch?

    /// Begins to watch.
    ///
    /// - Parameter configuration: The console's; its databases are replaced by the same ones, whose requests are noticed.
    init(_ configuration: inout ConsoleConfiguration, _ pace: ProbePace) throws(ReceiptConsole.Refusal) {
        do {
            if let firestore = configuration.firestore {
                let watch = StoreWatch(.firestore(firestore), pace)
                self.firestore = watch
                configuration.firestore = try Firestore(
                    firestore.settings, transport: WatchedTransport(base: firestore.transport, watch: watch))
            } else {
                firestore = nil
            }
            if let database = configuration.realtimeDatabase {
                let watch = StoreWatch(.realtimeDatabase(database), pace)
                realtimeDatabase = watch
                configuration.realtimeDatabase = try Database(
                    database.settings, transport: WatchedStreams(base: database.transport, watch: watch),
                    streams: WatchedStreams(base: database.streams, watch: watch))
            } else {
                realtimeDatabase = nil
            }
        } catch {
            throw ReceiptConsole.Refusal(description: "the console's database cannot be used: \(error)")
        }
    }

    /// Probes what is due.
    func look() async {
        async let first: Void? = firestore?.look()
        async let second: Void? = realtimeDatabase?.look()
        _ = await (first, second)
    }

    /// How the databases are now.
    func view() -> HealthView {
        HealthView(
            firestore: firestore.map { HealthView.Store($0.current) },
            realtimeDatabase: realtimeDatabase.map { HealthView.Store($0.current) })
    }
}

/// How the databases are, as a page is told.
struct HealthView: Encodable, Sendable, Equatable {
    struct Store: Encodable, Sendable {
        /// Whether it answers.
        let answers: Bool
        /// Why it does not.
        @Nullable var reason: String?
        /// When it answered last, in milliseconds since 1970; nil when it never has.
        @Nullable var answered: Double?

        init(_ health: StoreHealth) {
            reason = health.reason
            answers = health.reason == nil
            answered = health.lastAnswer.map { last in
                let age = (ContinuousClock.now - last) / Duration.milliseconds(1)
                return (Date().timeIntervalSince1970 * 1000 - age).rounded()
            }
        }
    }

    let firestore: Store?
    let realtimeDatabase: Store?

    /// Whether a page has to be told: the time of the last answer goes on all the time.
    static func == (one: HealthView, other: HealthView) -> Bool {
        func isSame(_ one: Store?, _ other: Store?) -> Bool {
            one?.answers == other?.answers && one?.reason == other?.reason
        }
        return isSame(one.firestore, other.firestore) && isSame(one.realtimeDatabase, other.realtimeDatabase)
    }

    /// Whether a database answers again that did not.
    func hasReturned(since before: HealthView) -> Bool {
        before.firestore?.answers == false && firestore?.answers == true
            || before.realtimeDatabase?.answers == false && realtimeDatabase?.answers == true
    }
}
