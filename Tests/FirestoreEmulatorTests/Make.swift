import EmulatorAccess
import FirestoreModel
import Synchronization

@testable import FirestoreEmulator

extension DocumentName {
    /// A document of the database that the tests share.
    static func make(_ path: String) -> DocumentName {
        let segments = path.split(separator: "/").map { ResourceID(String($0)) }
        return DocumentName(
            .test, DocumentPath(segments: segments) ?? DocumentPath(.make("c"), ResourceID("bad")))
    }
}

extension DatabaseID {
    static let test = DatabaseID(project: "p")
}

extension CollectionPath {
    static func make(_ id: String) -> CollectionPath { CollectionPath(parent: nil, id: ResourceID(id)) }
}

extension Timestamp {
    static func make(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds, nanoseconds: 0) }
}

extension StoredDocument {
    static func make(_ path: String, _ fields: MapValue = [:], created: Int64 = 1, updated: Int64 = 1)
        -> StoredDocument
    {
        StoredDocument(
            name: .make(path), fields: fields, createTime: .make(created), updateTime: .make(updated))
    }
}

extension DatabaseState {
    static func make(_ documents: [StoredDocument]) -> DatabaseState {
        var state = DatabaseState()
        for document in documents { state.set(document.name.path, to: document) }
        return state
    }
}

/// The error of a call; nil when it has none.
func refusal<Result>(_ call: () throws(RPCStatus) -> Result) -> RPCStatus? {
    do throws(RPCStatus) {
        _ = try call()
        return nil
    } catch {
        return error
    }
}

/// A clock that shows what it is told to.
final class ManualClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ time: Timestamp = .make(1000)) {
        self.time = Mutex(time)
    }

    var clock: EmulatorClock { EmulatorClock { [self] in time.withLock { $0 } } }

    func set(_ new: Timestamp) {
        time.withLock { $0 = new }
    }
}
