import FirestoreModel
import FirestoreRPC

/// The responses of a stream of listeners that nobody has taken yet, in order.
///
/// Documents become responses only when they are taken, so a large target costs a list of references.
struct ListenOutput: Sendable {
    private enum Part: Sendable {
        case response(ListenResponse)
        case changed(ArraySlice<StoredDocument>, ListenTarget)
        case left(ArraySlice<StoredDocument>, ListenTarget)
        case deleted(ArraySlice<DocumentName>, Int32, Timestamp)
    }

    /// About how many responses, and bytes of fields, are taken at once.
    private static let bounds = (responses: 256, bytes: 256 << 10)

    /// The next one last.
    private var parts: [Part] = []
    private var added: [Part] = []

    var isEmpty: Bool { parts.isEmpty && added.isEmpty }

    mutating func append(_ change: TargetChange) {
        added.append(.response(.targetChange(change)))
    }

    mutating func append(_ filter: ExistenceFilter) {
        added.append(.response(.filter(filter)))
    }

    /// Adds documents that a target holds.
    mutating func append(_ documents: [StoredDocument], in target: ListenTarget) {
        if !documents.isEmpty { added.append(.changed(documents[...], target)) }
    }

    /// Adds names of documents that do not exist.
    mutating func append(missing names: [DocumentName], of target: ListenTarget, at time: Timestamp) {
        if !names.isEmpty { added.append(.deleted(names[...], target.id, time)) }
    }

    /// Adds a difference.
    mutating func append(_ difference: TargetDifference, of target: ListenTarget, at time: Timestamp) {
        append(missing: difference.deleted, of: target, at: time)
        if !difference.left.isEmpty { added.append(.left(difference.left[...], target)) }
        append(difference.changed, in: target)
    }

    /// Takes the next responses.
    mutating func take() -> [ListenResponse] {
        var responses: [ListenResponse] = []
        var size = 0
        while responses.count < ListenOutput.bounds.responses, size < ListenOutput.bounds.bytes {
            if parts.isEmpty {
                parts = added.reversed()
                added = []
            }
            guard let part = parts.popLast() else { break }
            let (response, rest, bytes) = ListenOutput.first(of: part)
            responses.append(response)
            size += bytes
            if let rest { parts.append(rest) }
        }
        return responses
    }

    /// The first response of a part, and what remains.
    private static func first(of part: Part) -> (ListenResponse, rest: Part?, size: Int) {
        switch part {
        case .response(let response): return (response, nil, 0)
        case .changed(let documents, let target):
            let document = documents[documents.startIndex]
            let change = DocumentChange(document.document(mask: target.mask), targetIDs: [target.id])
            let rest = documents.dropFirst()
            return (
                .documentChange(change), rest.isEmpty ? nil : .changed(rest, target),
                document.fields.storageSize
            )
        case .left(let documents, let target):
            let document = documents[documents.startIndex]
            let change = DocumentChange(document.document(mask: target.mask), removedTargetIDs: [target.id])
            let rest = documents.dropFirst()
            return (
                .documentChange(change), rest.isEmpty ? nil : .left(rest, target), document.fields.storageSize
            )
        case .deleted(let names, let id, let time):
            let delete = DocumentDelete(names[names.startIndex], removedTargetIDs: [id], readTime: time)
            let rest = names.dropFirst()
            return (.documentDelete(delete), rest.isEmpty ? nil : .deleted(rest, id, time), 0)
        }
    }
}
