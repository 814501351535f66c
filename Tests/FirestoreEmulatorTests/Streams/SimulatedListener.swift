import FirestoreModel
import FirestoreRPC
import Testing

@testable import FirestoreEmulator

/// A client that applies the messages of a stream of listeners as Google's SDKs do, and holds the documents of each target.
struct SimulatedListener {
    struct Held {
        let request: Target
        var isAdded = false
        var isCurrent = false
        var documents: [DocumentName: Document] = [:]
        var token: [UInt8] = []
    }

    /// What the client does, or what a test looks at.
    enum Event: Equatable {
        /// All targets that are current hold what the database did at this time.
        case boundary(Timestamp)
        case removed(Int32, RPCStatus?)
        /// A filter has shown that the target's documents are wrong: the client wants all of them again.
        case mismatch(Int32)
    }

    private(set) var targets: [Int32: Held] = [:]
    /// The targets at the latest boundary: what came after it does not outlive a connection.
    private var confirmed: [Int32: Held] = [:]
    private(set) var time: Timestamp?
    private var isFirstOfStream = true
    /// Mistakes of the server, in words.
    private(set) var mistakes: [String] = []
    /// How many documents were told to be gone by a filter.
    private(set) var droppedByFilters = 0

    /// The client has sent a target. It keeps the documents of an earlier stream if it resumes.
    mutating func add(_ target: Target) {
        let known = target.resumePoint == nil ? nil : targets[target.id]
        targets[target.id] = Held(
            request: target, documents: known?.documents ?? [:], token: known?.token ?? [])
    }

    /// The connection is lost: targets and their documents stay.
    mutating func disconnect() {
        isFirstOfStream = true
        for (id, target) in targets {
            var known = confirmed[id] ?? Held(request: target.request)
            known.isAdded = false
            known.isCurrent = false
            targets[id] = known
        }
    }

    /// The client does not want a target any more; the answer is still to come.
    mutating func forget(_ id: Int32) {
        targets[id] = nil
        confirmed[id] = nil
    }

    mutating func apply(_ response: ListenResponse) -> Event? {
        switch response {
        case .targetChange(let change): return apply(change)
        case .documentChange(let change):
            for id in change.targetIDs { hold(change.document, in: id) }
            for id in change.removedTargetIDs { drop(change.document.name, from: id) }
        case .documentDelete(let delete):
            for id in delete.removedTargetIDs { drop(delete.name, from: id) }
        case .documentRemove(let remove):
            for id in remove.removedTargetIDs { drop(remove.name, from: id) }
        case .filter(let filter): return apply(filter)
        }
        return nil
    }

    private mutating func hold(_ document: Document, in id: Int32) {
        guard let target = targets[id] else { return }
        if !target.isAdded { mistakes.append("a document before its target \(id) was added") }
        if let known = target.documents[document.name], let old = known.updateTime,
            let new = document.updateTime, new < old, known.createTime == document.createTime
        {
            mistakes.append("\(document.name) went back in time")
        }
        targets[id]?.documents[document.name] = document
    }

    private mutating func drop(_ name: DocumentName, from id: Int32) {
        targets[id]?.documents[name] = nil
    }

    private mutating func apply(_ change: TargetChange) -> Event? {
        switch change.kind {
        case .add:
            for id in change.targetIDs where targets[id] != nil {
                if targets[id]?.isAdded == true { mistakes.append("target \(id) was added twice") }
                targets[id]?.isAdded = true
            }
        case .reset: for id in change.targetIDs { targets[id]?.documents = [:] }
        case .current:
            for id in change.targetIDs {
                targets[id]?.isCurrent = true
                targets[id]?.token = change.resumeToken
            }
        case .remove:
            guard let id = change.targetIDs.first else { return nil }
            forget(id)
            return .removed(id, change.cause)
        case .noChange: return boundary(change)
        }
        return nil
    }

    private mutating func boundary(_ change: TargetChange) -> Event? {
        guard let time = change.readTime, change.targetIDs.isEmpty else { return nil }
        if let last = self.time, time < last || (time == last && !isFirstOfStream) {
            mistakes.append("the read time went from \(last) to \(time)")
        }
        isFirstOfStream = false
        if change.resumeToken.isEmpty { mistakes.append("a boundary without a token") }
        self.time = time
        for id in targets.keys where targets[id]?.isCurrent == true {
            targets[id]?.token = change.resumeToken
        }
        confirmed = targets
        return .boundary(time)
    }

    private mutating func apply(_ filter: ExistenceFilter) -> Event? {
        guard var target = targets[filter.targetID] else { return nil }
        if target.documents.count == Int(filter.count) { return nil }
        if let names = filter.unchangedNames, !names.bitmap.isEmpty {
            let gone = target.documents.keys.filter { names.mayContain($0.description) == false }
            for name in gone { target.documents[name] = nil }
            droppedByFilters += gone.count
            targets[filter.targetID] = target
            if target.documents.count == Int(filter.count) { return nil }
        }
        if case .documents = target.request.content, filter.count == 0 {
            targets[filter.targetID]?.documents = [:]
            return nil
        }
        return .mismatch(filter.targetID)
    }
}
