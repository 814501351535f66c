import FirestoreModel
import FirestoreRPC
import JSONText
import TestSupport
import Testing

@testable import FirestoreClient

/// Short forms for what a stream `Listen` says, and for what becomes of it.
enum Watching {
    static let database = DatabaseID(project: "p", database: "(default)")
    /// All documents of the collection `c`.
    static let query = Target.Content.query(
        StructuredQuery(from: [.init("c")]), parent: "projects/p/databases/(default)/documents")

    static func name(_ id: String) -> DocumentName {
        DocumentName(database, DocumentPath(CollectionPath(parent: nil, id: ResourceID("c")), ResourceID(id)))
    }

    /// The document `c/id` with a number in it.
    static func document(_ id: String, _ n: Int) -> Document {
        document(id, ["n": .integer(Int64(n))], version: n)
    }

    static func document(_ id: String, _ fields: MapValue, version: Int = 1) -> Document {
        Document(name: name(id), fields: fields, createTime: time(1), updateTime: time(version))
    }

    /// A target of one document.
    static func content(_ id: String) -> Target.Content { .documents([WrittenName(name(id).description)]) }

    static func time(_ seconds: Int) -> Timestamp { Timestamp(seconds: Int64(seconds), nanoseconds: 0) }

    /// The token of a time.
    static func token(_ seconds: Int) -> [UInt8] { Array("t\(seconds)".utf8) }
}

/// What a server sends.
extension ListenResponse {
    static func add(_ ids: Int32...) -> ListenResponse { .targetChange(TargetChange(.add, targetIDs: ids)) }

    static func put(
        _ id: String, _ n: Int, in targets: [Int32] = [2], out: [Int32] = []
    ) -> ListenResponse {
        .documentChange(
            DocumentChange(Watching.document(id, n), targetIDs: targets, removedTargetIDs: out))
    }

    static func delete(_ id: String, _ targets: Int32...) -> ListenResponse {
        .documentDelete(
            DocumentDelete(
                Watching.name(id), removedTargetIDs: targets.isEmpty ? [2] : targets, readTime: nil))
    }

    static func remove(_ id: String, _ targets: Int32...) -> ListenResponse {
        .documentRemove(
            DocumentRemove(
                Watching.name(id), removedTargetIDs: targets.isEmpty ? [2] : targets, readTime: nil))
    }

    /// The target has all its documents.
    static func current(_ time: Int, _ ids: Int32...) -> ListenResponse {
        .targetChange(
            TargetChange(
                .current, targetIDs: ids.isEmpty ? [2] : ids, resumeToken: Watching.token(time),
                readTime: Watching.time(time)))
    }

    /// All that was sent before holds.
    static func boundary(_ time: Int) -> ListenResponse {
        .targetChange(
            TargetChange(.noChange, resumeToken: Watching.token(time), readTime: Watching.time(time)))
    }

    static func reset(_ ids: Int32...) -> ListenResponse {
        .targetChange(TargetChange(.reset, targetIDs: ids.isEmpty ? [2] : ids))
    }

    static func end(_ id: Int32, _ cause: StatusCode?) -> ListenResponse {
        .targetChange(TargetChange(.remove, targetIDs: [id], cause: cause.map { RPCStatus($0, "no") }))
    }

    /// The number of the target's documents, and their names unless there are none to give.
    static func counted(_ count: Int, in id: Int32 = 2, names: [String]? = nil) -> ListenResponse {
        .filter(
            ExistenceFilter(
                targetID: id, count: Int32(count),
                unchangedNames: names.flatMap { BloomFilter($0.map { Watching.name($0) }) }))
    }
}

/// A stream whose events are read as words.
final class WatchedStream {
    var stream = WatchStream(database: "\(Watching.database)")

    /// What listeners hear of responses: `1: a=1 b- @5`, `1: lost` or `1: PERMISSION_DENIED`.
    func hear(_ responses: ListenResponse...) throws(WatchStream.Damage) -> [String] {
        var events: [WatchStream.Event] = []
        for response in responses { events += try stream.receive(response) }
        return words(events)
    }

    func lose() -> [String] { words(stream.lose()) }

    private func words(_ events: [WatchStream.Event]) -> [String] {
        events.map { event in
            switch event {
            case .update(let key, let update): "\(key): \(update.words)"
            case .failure(let key, let status): "\(key): \(status.code.name)"
            }
        }
    }

    /// What is to be sent, in words: `+2`, `+2 from t5 with 3` or `-2`.
    func asked() -> [String] { stream.takeRequests().map(\.words) }
}

extension TargetUpdate {
    /// `a=1 b- @5`, or `lost`.
    var words: String {
        let documents = changes.sorted { $0.key < $1.key }.map { name, document in
            "\(name.path.id)" + (document.map { "=\($0.number)" } ?? "-")
        }
        return (documents + [isCurrent ? readTime.map { "@\($0.seconds)" } ?? "now" : "lost"])
            .joined(separator: " ")
    }
}

extension Document {
    /// The number in it.
    var number: Int {
        if case .integer(let number)? = fields["n"] { Int(number) } else { -1 }
    }
}
