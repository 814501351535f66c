import FirestoreEmulator
import FirestoreModel
import FirestoreRPC

/// An emulator in this process, a writer, and those who listen to its messages.
final class ListeningScene {
    private static let database = DatabaseID(project: "benchmark")
    private static let parent = "\(database)/documents"

    private let emulator = Emulator()
    private let writer: any RPCStream<WriteRequest, WriteResponse>
    private var listeners: [any RPCStream<ListenRequest, ListenResponse>] = []
    private var version: Int64 = 0

    /// - Parameter messages: How many messages there are, in a collection.
    init(messages: Int) throws {
        writer = try emulator.write(authorization: "Bearer owner") {}
        writer.receive(WriteRequest(database: Self.database.description))
        for start in stride(from: 0, to: messages, by: 500) { try commit(start..<min(start + 500, messages)) }
    }

    /// Changes messages in one commit.
    func commit(_ messages: Range<Int>, in collection: String = "messages") throws {
        version += 1
        let writes = try messages.map { number in
            let name = try DocumentName(wire: "\(Self.parent)/\(collection)/m\(number)")
            let fields: MapValue = [
                "text": .string("Message number \(number)"), "status": "sent", "version": .integer(version),
            ]
            return Write(.update(name, fields, mask: nil))
        }
        writer.receive(WriteRequest(writes: Decoded(writes)))
        if case .failed(let status)? = writer.take().end { throw status }
    }

    /// Adds listeners to all messages that were sent, or to the first by their version.
    func listen(count: Int, limit: Int? = nil, in collection: String = "messages") throws {
        var query = StructuredQuery(
            from: [.init(collection)], filter: .field(FieldPath(["status"]), .equal, "sent"), limit: limit)
        if limit != nil { query.orderBy = [.init(FieldPath(["version"]))] }
        for _ in 0..<count {
            let listener = try emulator.listen(authorization: "Bearer owner") {}
            listener.receive(
                ListenRequest(
                    database: Self.database.description,
                    .addTarget(Target(.query(query, parent: Self.parent), id: 1))))
            listeners.append(listener)
        }
    }

    /// Takes everything that waits for the listeners.
    ///
    /// - Returns: How many documents that were.
    @discardableResult
    func take() -> Int {
        var documents = 0
        for listener in listeners {
            while true {
                let output = listener.take()
                for case .documentChange in output.responses { documents += 1 }
                if !output.hasMore { break }
            }
        }
        return documents
    }
}
