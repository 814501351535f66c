import FirestoreModel
import FirestoreRPC
import TestSupport
import Testing

@testable import FirestoreClient

/// A stream against a server that answers in all ways that the protocol allows, over connections that are cut anywhere.
struct WatchStreamModelTests {
    @Test(arguments: SeededGenerator.seeds(40))
    func `listeners hear what the server has, at every boundary`(_ seed: UInt64) throws {
        var model = WatchModel(seed: seed)
        for _ in 0..<300 { try model.step() }
        try model.settle()
        #expect(model.problems == [], "seed \(seed)")
    }

    @Test func `the model meets everything that it is made for`() throws {
        var counts: [String: Int] = [:]
        for seed in SeededGenerator.seeds(30) {
            var model = WatchModel(seed: seed)
            for _ in 0..<300 { try model.step() }
            try model.settle()
            counts.merge(model.counts, uniquingKeysWith: +)
        }
        for event in [
            "restart", "difference", "replay", "filter with names", "filter without names", "reset unasked",
            "reset on resuming", "mismatch", "cut", "lost", "joined", "told",
        ] {
            #expect(counts[event, default: 0] > 10, "\(event): \(counts)")
        }
    }
}

private struct WatchModel {
    private var generator: SeededGenerator
    private var server: WatchServer
    private var stream = WatchStream(database: "\(Watching.database)")
    private var kinds: [Int: WatchServer.Kind] = [:]
    /// What each listener has been told.
    private var told: [Int: [DocumentName: Document]] = [:]
    private(set) var problems: [String] = []
    private var events: [String: Int] = [:]

    var counts: [String: Int] {
        server.counts.merging(events, uniquingKeysWith: +).merging(
            ["mismatch": stream.mismatches], uniquingKeysWith: +)
    }

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        server = WatchServer(SeededGenerator(seed: seed &+ 1))
    }

    mutating func step() throws {
        switch generator.int(0...20) {
        case 0...5: server.commit()
        case 6...11: try deliver(generator.int(1...6))
        case 12...15: send()
        case 16: add()
        case 17 where generator.oneIn(3):
            guard let key = kinds.keys.sorted().randomElement(using: &generator) else { return }
            stream.remove(key)
            kinds[key] = nil
            told[key] = nil
        case 18: server.surprise()
        case 19: cut()
        case 20: join()
        case _: break
        }
    }

    mutating func settle() throws {
        if kinds.isEmpty { add() }
        repeat {
            send()
            try deliver(1)
        } while stream.hasRequests || server.hasResponses
        for (key, kind) in kinds where told[key] != server.documents(kind, at: server.now) {
            problems.append("the listener \(key) ends with \(words(told[key]))")
        }
    }

    private mutating func add() {
        let kind = generator.pick(WatchServer.Kind.allCases)
        // A listener of changes has a target of its own; listeners of snapshots share theirs.
        let isShared = generator.oneIn(2)
        if kinds.count == 5 || isShared && stream.key(of: kind.content) != nil { return }
        kinds[stream.add(kind.content, isShared: isShared)] = kind
    }

    private mutating func send() {
        for request in stream.takeRequests() { server.receive(request) }
    }

    private mutating func cut() {
        count("cut")
        if generator.oneIn(6) { server.restart() } else { server.cut() }
        for _ in 0..<generator.int(0...2) { server.commit() }
        if generator.oneIn(2) {
            for event in stream.lose() {
                if case .update(_, let update) = event, !update.isCurrent, update.changes.isEmpty {
                    count("lost")
                } else {
                    problems.append("a loss tells \(event)")
                }
            }
        }
        stream.connect()
        // The requests of a connection that is cut again may never have left.
        if generator.oneIn(4) { stream.connect() }
    }

    private mutating func join() {
        for key in kinds.keys {
            guard let everything = stream.everything(of: key) else { continue }
            count("joined")
            if everything.changes.compactMapValues({ $0 }) != told[key] {
                problems.append("who joins \(key) hears \(everything.words), not \(words(told[key]))")
            }
        }
    }

    private mutating func deliver(_ count: Int) throws {
        for _ in 0..<count {
            guard let response = server.takeResponse() else { return }
            for event in try stream.receive(response) { hear(event) }
            guard case .targetChange(let change) = response, change.targetIDs.isEmpty,
                let time = change.readTime
            else { continue }
            for (key, target) in stream.targets where target.isCurrent {
                guard let kind = kinds[key], told[key] != server.documents(kind, at: time) else { continue }
                problems.append("\(key) holds \(words(told[key])) at \(time.seconds)")
            }
        }
    }

    private mutating func hear(_ event: WatchStream.Event) {
        guard case .update(let key, let update) = event, update.isCurrent, kinds[key] != nil else {
            problems.append("\(event)")
            return
        }
        count("told")
        var held = told[key] ?? [:]
        for (name, document) in update.changes {
            if held[name] == document { problems.append("\(key) is told \(name.path.id) again") }
            held[name] = document
        }
        told[key] = held
    }

    private mutating func count(_ event: String) { events[event, default: 0] += 1 }

    private func words(_ documents: [DocumentName: Document]?) -> String {
        documents.map { documents in
            documents.values.map { "\($0.name.path.id)=\($0.number)" }.sorted().joined(separator: " ")
        } ?? "nothing"
    }
}
