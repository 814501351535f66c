import FirestoreModel
import FirestoreRPC
import TestSupport

/// A server of `Listen` without a network, as a model: it answers in all ways that the protocol allows, and keeps its history.
struct WatchServer {
    /// What a target has.
    enum Kind: CaseIterable {
        case all, even, one

        var content: Target.Content {
            switch self {
            case .all: Watching.query
            case .even:
                .query(StructuredQuery(from: [.init("even")]), parent: "\(Watching.database)/documents")
            case .one: Watching.content("1")
            }
        }

        func has(_ document: Document) -> Bool {
            switch self {
            case .all: true
            case .even: document.number.isMultiple(of: 2)
            case .one: document.name == Watching.name("1")
            }
        }
    }

    private(set) var generator: SeededGenerator
    private var time = 1
    /// Rises when the server begins again with other documents, and no longer knows the tokens that it gave before.
    private var epoch = 0
    private var documents: [DocumentName: Document] = [:]
    private var history: [Int: [DocumentName: Document]] = [1: [:]]
    /// The targets of the connection.
    private var live: [Int32: Kind] = [:]
    private var lastBoundary = 0
    /// What is on its way to the client.
    private var queue: [ListenResponse] = []
    /// How often something special has happened.
    private(set) var counts: [String: Int] = [:]

    init(_ generator: SeededGenerator) { self.generator = generator }

    /// The documents of a kind at a time.
    func documents(_ kind: Kind, at time: Timestamp) -> [DocumentName: Document]? {
        history[Int(time.seconds)]?.filter { kind.has($0.value) }
    }

    var now: Timestamp { Watching.time(time) }

    var hasResponses: Bool { !queue.isEmpty }

    mutating func takeResponse() -> ListenResponse? { queue.isEmpty ? nil : queue.removeFirst() }

    /// The connection is cut.
    mutating func cut() {
        (live, queue, lastBoundary) = ([:], [], 0)
    }

    /// The server begins again with other documents.
    mutating func restart() {
        cut()
        epoch += 1
        count("restart")
        documents = [:]
        change(generator.int(0...8))
    }

    /// Documents change, all at once.
    mutating func commit() {
        let old = documents
        change(generator.int(1...3))
        if old == documents, generator.oneIn(2) { return }
        queue += difference(old, documents, live)
        boundary(time)
    }

    private mutating func change(_ count: Int) {
        time += 1
        for _ in 0..<count {
            let id = "\(generator.int(0...9))"
            let document = Watching.document(id, ["n": .integer(Int64(generator.int(0...5)))], version: time)
            documents[document.name] = generator.oneIn(3) ? nil : document
        }
        history[time] = documents
    }

    private mutating func boundary(_ time: Int) {
        lastBoundary = time
        queue.append(
            .targetChange(TargetChange(.noChange, resumeToken: token(time), readTime: Watching.time(time))))
    }

    private func token(_ time: Int) -> [UInt8] { Array("\(epoch).\(time)".utf8) }

    private mutating func count(_ event: String) { counts[event, default: 0] += 1 }

    /// What brings targets from one state to the other.
    private mutating func difference(
        _ old: [DocumentName: Document], _ new: [DocumentName: Document], _ targets: [Int32: Kind]
    ) -> [ListenResponse] {
        var responses: [ListenResponse] = []
        let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        for name in names {
            let here = targets.filter { id, kind in new[name].map(kind.has) ?? false }.keys.sorted()
            let left = targets.filter { id, kind in
                !here.contains(id) && old[name].map(kind.has) ?? false
            }.keys.sorted()
            if here.isEmpty, left.isEmpty { continue }
            if let document = new[name], !here.isEmpty || generator.oneIn(2) {
                if generator.oneIn(2) {
                    responses.append(
                        .documentChange(DocumentChange(document, targetIDs: here, removedTargetIDs: left)))
                } else {
                    // One after the other.
                    for id in here {
                        responses.append(.documentChange(DocumentChange(document, targetIDs: [id])))
                    }
                    for id in left {
                        responses.append(
                            .documentChange(DocumentChange(document, targetIDs: [], removedTargetIDs: [id])))
                    }
                }
            } else if new[name] == nil, generator.oneIn(2) {
                responses.append(
                    .documentDelete(DocumentDelete(name, removedTargetIDs: left, readTime: now)))
            } else {
                responses.append(
                    .documentRemove(DocumentRemove(name, removedTargetIDs: left, readTime: now)))
            }
        }
        return responses
    }
}

/// Targets.
extension WatchServer {
    mutating func receive(_ request: ListenRequest) {
        switch request.change {
        case .addTarget(let target): add(target)
        case .removeTarget(let id):
            live[id] = nil
            queue.append(.targetChange(TargetChange(.remove, targetIDs: [id])))
        case .none: break
        }
    }

    private mutating func add(_ target: Target) {
        guard let kind = Kind.allCases.first(where: { $0.content == target.content }) else { return }
        queue.append(.targetChange(TargetChange(.add, targetIDs: [target.id])))
        if case .token(let token)? = target.resumePoint {
            resume(target.id, kind, token)
        } else {
            if generator.oneIn(4) {
                queue.append(.targetChange(TargetChange(.reset, targetIDs: [target.id])))
            }
            queue += difference([:], documents, [target.id: kind])
        }
        live[target.id] = kind
        finish(target.id)
    }

    private mutating func finish(_ id: Int32) {
        queue.append(
            .targetChange(
                TargetChange(.current, targetIDs: [id], resumeToken: token(time), readTime: now)))
        boundary(time)
    }

    private mutating func resume(_ id: Int32, _ kind: Kind, _ token: [UInt8]) {
        let parts = String(decoding: token, as: UTF8.self).split(separator: ".").compactMap { Int($0) }
        let (epoch, start) = (parts.first ?? -1, parts.last ?? 0)
        guard epoch == self.epoch, let old = history[start], !generator.oneIn(5) else {
            return reset(id, kind, "reset on resuming")
        }
        let isAlone = start >= lastBoundary
        if isAlone, generator.oneIn(2) { boundary(start) }
        switch generator.int(0...3) {
        case 0:
            count("difference")
            queue += difference(old, documents, [id: kind])
        case 1...2 where isAlone:
            count("replay")
            var before = old
            for moment in start..<time {
                guard let after = history[moment + 1] else { continue }
                queue += difference(before, after, [id: kind])
                boundary(moment + 1)
                before = after
            }
        case _:
            // Deletions are not named; a filter makes up for them.
            let (filter, held) = (kind, documents.filter { kind.has($0.value) })
            for (name, document) in held.sorted(by: { $0.key < $1.key })
            where old[name] != document || !filter.has(document) {
                queue.append(.documentChange(DocumentChange(document, targetIDs: [id])))
            }
            let hasNames = generator.oneIn(2)
            count(hasNames ? "filter with names" : "filter without names")
            queue.append(
                .filter(
                    ExistenceFilter(
                        targetID: id, count: Int32(held.count),
                        unchangedNames: hasNames ? BloomFilter(held.keys.sorted()) : nil)))
        }
    }

    private mutating func reset(_ id: Int32, _ kind: Kind, _ event: String) {
        count(event)
        queue.append(.targetChange(TargetChange(.reset, targetIDs: [id], resumeToken: token(time))))
        queue += difference([:], documents, [id: kind])
    }

    /// Something that the server does unasked.
    mutating func surprise() {
        guard let (id, kind) = live.sorted(by: { $0.key < $1.key }).randomElement(using: &generator) else {
            return
        }
        if generator.oneIn(2) {
            reset(id, kind, "reset unasked")
            finish(id)
        } else {
            let held = documents.filter { kind.has($0.value) }
            queue.append(
                .filter(
                    ExistenceFilter(
                        targetID: id, count: Int32(held.count),
                        unchangedNames: generator.oneIn(2) ? BloomFilter(held.keys.sorted()) : nil)))
            boundary(time)
        }
    }
}
