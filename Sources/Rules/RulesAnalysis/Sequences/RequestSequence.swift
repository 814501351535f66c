import FirestoreModel
import FirestoreRules

/// Some requests, one after the other, and the documents that the first one finds.
struct RequestSequence: Sendable {
    var world: World
    var requests: [AnalysedRequest]

    /// A request with the documents that those before it have left.
    func scenario(_ index: Int) -> Scenario {
        var world = world
        for request in requests[..<index] {
            switch request.method {
            case .create, .update: world[request.document] = request.data
            case .delete: world[request.document] = nil
            case .get, .list: continue
            }
        }
        return Scenario(world, requests[index])
    }

    var last: Scenario { scenario(requests.count - 1) }
    var earlier: [Scenario] { requests.indices.dropLast().map { scenario($0) } }

    /// Takes over a changed scenario: documents that an earlier request wrote are changed in that request.
    mutating func absorb(_ scenario: Scenario, at index: Int) {
        let before = self.scenario(index).world
        let document = requests[index].document
        requests[index] = scenario.request
        // Other steps speak of the same document.
        requests[index].document = document
        guard scenario.request.document == document else { return }
        // In an order that is the same in every run.
        let paths = before.documents.map(\.path) + scenario.world.documents.map(\.path)
        for path in Set(paths).sorted() where before[path] != scenario.world[path] {
            guard let writer = requests[..<index].lastIndex(where: { $0.document == path && $0.isWrite })
            else {
                world[path] = scenario.world[path]
                continue
            }
            if let fields = scenario.world[path], requests[writer].method != .delete {
                requests[writer].data = fields
            }
        }
        settle()
    }

    /// Makes the first documents fit the methods of the requests.
    mutating func settle() {
        var settled: [DocumentPath] = []
        for request in requests where request.isWrite && !settled.contains(request.document) {
            settled.append(request.document)
            switch request.method {
            case .create: world[request.document] = nil
            case .update: if world[request.document] == nil { world[request.document] = [:] }
            case .get, .list, .delete: continue
            }
        }
    }

    /// Whether each request meets what its method needs.
    var isPossible: Bool {
        requests.indices.allSatisfy { index in
            let scenario = scenario(index)
            let isStored = scenario.world[scenario.request.document] != nil
            switch scenario.request.method {
            case .create: return !isStored
            case .update: return isStored
            case .get, .list, .delete: return true
            }
        }
    }

    var cost: Int { requests.indices.reduce(0) { $0 + ScenarioCost.of(scenario($1)) } }
}

extension AnalysedRequest {
    fileprivate var isWrite: Bool { method == .create || method == .update || method == .delete }
}
