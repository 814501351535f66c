public import ClientCore
package import FirestoreModel
public import HTTPTransport
public import Logging

/// A Cloud Firestore database, spoken to over REST.
///
/// Names follow Firebase's SDK for Apple's platforms. Nothing is kept locally: every read asks the server,
/// and a write is done when its call returns. May be used from any task; connections are the transport's.
///
///     let db = try Firestore(settings, transport: transport)
///     let message = try await db.document("conversations/c1/messages/m1").getDocument()
public final class Firestore: Sendable {
    /// The settings that the client was made with.
    public var settings: FirestoreSettings { channel.settings }

    package let database: DatabaseID
    /// What carries the requests.
    package var transport: any HTTPTransport { channel.transport }
    let channel: Channel

    /// Creates a client. Sends nothing yet.
    ///
    /// - Parameters:
    ///   - settings: The database, the identity, and the rules for trying again.
    ///   - transport: What carries the requests.
    ///   - logger: Told of repeated requests, at level debug; never of tokens or content.
    ///   - clock: Measures and makes the waits between attempts.
    ///   - generator: The source of automatic ids and of the jitter of the waits.
    /// - Throws: ``FirestoreError`` with `.invalidArgument` for settings that cannot work, and for a token
    ///   that would be sent over plain http to another machine.
    public init(
        _ settings: FirestoreSettings, transport: any HTTPTransport,
        logger: Logger = Logger(label: "firestore-client") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock(),
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws(FirestoreError) {
        try settings.check()
        channel = Channel(
            settings, transport: transport,
            CallChannel(generator: SharedGenerator(generator), clock: clock, logger: logger))
        database = DatabaseID(project: settings.projectID, database: settings.databaseID)
    }

    private init(_ channel: Channel, _ database: DatabaseID) {
        self.channel = channel
        self.database = database
    }

    /// The same database as somebody else sees it, over the same connections.
    ///
    /// - Parameter credentials: Whom to act as.
    /// - Throws: ``FirestoreError`` with `.invalidArgument` for credentials that cannot be sent to the server.
    public func acting(as credentials: Credentials) throws(FirestoreError) -> Firestore {
        var settings = settings
        settings.credentials = credentials
        try settings.check()
        return Firestore(channel.with(settings), database)
    }

    /// What has been done so far, for summaries and tests.
    public var usage: FirestoreUsage { channel.usage }

    /// The collection at a path, such as `conversations/c1/messages`. A bad path is reported when it is used.
    public func collection(_ collectionPath: String) -> CollectionReference {
        CollectionReference(self, PathReader.collection(collectionPath), path: collectionPath)
    }

    /// The document at a path, such as `conversations/c1`. A bad path is reported when it is used.
    public func document(_ documentPath: String) -> DocumentReference {
        DocumentReference(self, documentPath)
    }

    /// All collections with an id, wherever they lie. A bad id is reported when the query runs.
    public func collectionGroup(_ collectionID: String) -> Query {
        Query(self, QuerySpec(database, collectionGroup: collectionID))
    }

    /// A new batch of writes.
    ///
    /// - Returns: The batch.
    public func batch() -> WriteBatch { WriteBatch(self) }

    /// Reads documents, missing ones too: one request for every 300 of them.
    ///
    /// - Parameters:
    ///   - references: The documents. One that is given twice is read once.
    ///   - fields: The fields to return; nil for all, empty for none.
    /// - Returns: One snapshot for each reference, in the same order.
    /// - Throws: ``FirestoreError``; one document that may not be read fails the whole call.
    public func getDocuments(
        _ references: [DocumentReference], fields: [FieldPath]? = nil
    ) async throws(FirestoreError) -> [DocumentSnapshot] {
        var names: [DocumentName] = []
        for reference in references { names.append(try reference.name(for: "getDocuments")) }
        let documents = try await batchGet(names, mask: .fields(fields))
        return zip(references, documents).map { DocumentSnapshot($0, $1) }
    }

    var writeBuilder: WriteBuilder { WriteBuilder(database: database) }

    /// An id for a new document.
    func autoID() -> String { channel.generator.autoID() }
}
