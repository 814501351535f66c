import FirestoreClient
import HTTPTransport
import ReadReceipts
import RealtimeDatabase

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Watches the databases of a console while a page is open.
struct ConnectionWatch: Sendable {
    private let firestore: StoreWatch?
    private let realtimeDatabase: StoreWatch?

    /// Creates a watch.
    ///
    /// - Parameter configuration: The console's configuration. Its databases are wrapped, so that the watch sees their requests.
    init(_ configuration: inout ConsoleConfiguration, _ pace: ProbePace) throws(ReceiptConsole.Refusal) {
        do {
            if let firestore = configuration.firestore {
                let watch = StoreWatch(.firestore(firestore), pace)
                self.firestore = watch
                let streams = (firestore.transport as? any HTTPStreamingTransport).map {
                    WatchedStreams(base: $0, watch: watch)
                }
                configuration.firestore = try Firestore(
                    firestore.settings,
                    transport: streams ?? WatchedTransport(base: firestore.transport, watch: watch))
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

    /// Sends probes that are due.
    func look() async {
        async let first: Void? = firestore?.look()
        async let second: Void? = realtimeDatabase?.look()
        _ = await (first, second)
    }

    /// The current health of the databases.
    func view() -> HealthView {
        HealthView(
            firestore: firestore.map { HealthView.Store($0.current) },
            realtimeDatabase: realtimeDatabase.map { HealthView.Store($0.current) })
    }
}

/// The health of the databases, for a page.
struct HealthView: Encodable, Sendable, Equatable {
    struct Store: Encodable, Sendable {
        /// Whether it answers.
        let answers: Bool
        /// Why it does not.
        @Nullable var reason: String?
        /// When it last answered, in milliseconds since 1970; nil for never.
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

    /// Whether nothing relevant has changed; the time of the last answer always does.
    static func == (one: HealthView, other: HealthView) -> Bool {
        func isSame(_ one: Store?, _ other: Store?) -> Bool {
            one?.answers == other?.answers && one?.reason == other?.reason
        }
        return isSame(one.firestore, other.firestore) && isSame(one.realtimeDatabase, other.realtimeDatabase)
    }

    /// Whether a database answers again.
    func hasReturned(since before: HealthView) -> Bool {
        before.firestore?.answers == false && firestore?.answers == true
            || before.realtimeDatabase?.answers == false && realtimeDatabase?.answers == true
    }
}
