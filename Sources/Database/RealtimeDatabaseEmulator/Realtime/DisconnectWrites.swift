import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseWire

/// The writes that a client wants to happen when its connection ends, in order.
struct DisconnectWrites: Sendable {
    /// One of them, with who asked for it.
    struct Entry: Sendable {
        let path: DatabasePath
        var write: ClientRequest.Write
        let caller: Caller
        let size: Int
    }

    /// The maximum number of writes of a connection.
    static let maximumCount = 1000

    private(set) var entries: [Entry] = []
    private let maximumSize: Int

    /// - Parameter maximumSize: The maximum size of all writes together, in bytes of their requests.
    init(maximumSize: Int) { self.maximumSize = maximumSize }

    /// Whether another write can be added.
    func hasRoom(for size: Int) -> Bool {
        entries.count < DisconnectWrites.maximumCount && entries.reduce(size) { $0 + $1.size } <= maximumSize
    }

    /// Adds a write. It replaces earlier ones of the same paths.
    mutating func add(_ entry: Entry) {
        for path in entry.writtenPaths { cancel(path) }
        entries.append(entry)
    }

    /// Forgets the writes at a path and below.
    mutating func cancel(_ path: DatabasePath) {
        entries = entries.compactMap { entry in
            if path.contains(entry.path) { return nil }
            guard case .merge(let members) = entry.write else { return entry }
            let kept = members.filter { !path.contains(entry.path.appending(member: $0)) }
            if kept.isEmpty { return nil }
            var entry = entry
            entry.write = .merge(kept)
            return entry
        }
    }
}

extension DisconnectWrites.Entry {
    /// The request for the write, once the connection has ended.
    var request: WriteRequest { WriteRequest(path: path, write, by: caller, size: size) }

    fileprivate var writtenPaths: [DatabasePath] {
        switch write {
        case .put: [path]
        case .merge(let members): members.map { path.appending(member: $0) }
        }
    }
}

extension DatabasePath {
    /// The path of a member of an update; the update's own where the name is no path, which is refused before.
    fileprivate func appending(member: JSON.Member) -> DatabasePath {
        (try? DatabasePath(member.name, allowsPriority: true)).map { appending($0) } ?? self
    }
}

extension WriteRequest {
    /// A write over a connection.
    init(path: DatabasePath, _ write: ClientRequest.Write, by caller: Caller, size: Int) {
        switch write {
        case .put(let json): self.init(path: path, content: .put(json))
        case .merge(let members): self.init(path: path, content: .patch(.object(members)))
        }
        self.caller = caller
        self.size = size
    }
}
