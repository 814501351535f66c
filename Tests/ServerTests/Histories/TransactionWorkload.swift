import FirestoreClient
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport

/// Clients that run random transactions over a few lists, all at the same time.
struct TransactionWorkload {
    let server: TestServer
    let seed: UInt64
    var clients = 6
    var transactions = 25
    var lists = 4
    /// False to read and write without transactions, which must be noticed.
    var isIsolated = true

    /// The transactions as the server has seen them.
    func run() async throws -> (history: History, requests: Int) {
        let names = (0..<lists).map { "\(server.root)/lists/l\($0)" }
        let recorder = HistoryRecorder(server.transport, lists: names)
        try await withThrowingTaskGroup { group in
            for client in 0..<clients {
                group.addTask {
                    var client = WorkloadClient(
                        server: server, transport: recorder, lists: names, isIsolated: isIsolated,
                        generator: SeededGenerator(seed: seed &+ UInt64(client) &* 1_000_003),
                        next: client * 1_000_000)
                    for _ in 0..<transactions { try await client.run() }
                }
            }
            try await group.waitForAll()
        }
        let reader = HistoryRecorder(server.transport, lists: names)
        var client = WorkloadClient(
            server: server, transport: reader, lists: names, isIsolated: true,
            generator: SeededGenerator(seed: seed), next: 0)
        let end = try await client.read(names, by: nil).lists
        return (recorder.history(end: end), recorder.count)
    }
}

private struct WorkloadClient {
    let server: TestServer
    let transport: HistoryRecorder
    let lists: [String]
    let isIsolated: Bool
    var generator: SeededGenerator
    /// The last number used; each is used once.
    var next: Int

    mutating func run() async throws {
        switch generator.int(0...9) {
        case 0: try await readAll()
        case 1: _ = try await commit(some(1...3).map { append(to: $0) }, by: nil)
        case 2: try await queryAndAppend()
        default: try await readAndAppend()
        }
    }

    private mutating func some(_ count: ClosedRange<Int>) -> [String] {
        Array(lists.shuffled(using: &generator).prefix(generator.int(count)))
    }

    /// Reads some lists in one or two steps, and appends to some, perhaps to others.
    private mutating func readAndAppend() async throws {
        var read = try await read(some(1...2), by: isIsolated ? .new : nil)
        if isIsolated, read.transaction == nil { return }
        if isIsolated, let id = read.transaction, generator.oneIn(3) {
            let more = try await self.read(some(1...2), by: .known(id))
            guard more.isAnswered else { return }
            read.lists.merge(more.lists) { $1 }
        }
        var writes: [JSON] = []
        for list in some(1...2) {
            if let values = read.lists[list], generator.oneIn(2) {
                writes.append(rewrite(list, values))
            } else {
                writes.append(append(to: list))
            }
        }
        if let id = read.transaction, generator.oneIn(8) {
            _ = try await post(":rollback", ["transaction": .string(id)])
            return
        }
        _ = try await commit(writes, by: read.transaction)
        // As a client does whose answer was lost.
        if let id = read.transaction, generator.oneIn(8) { _ = try await commit(writes, by: id) }
    }

    private mutating func queryAndAppend() async throws {
        let begun = try await post(":beginTransaction", [:])
        guard let id = begun.json["transaction"]?.string else { return }
        let query: JSON = ["from": [["collectionId": "lists"]]]
        let answer = try await post(":runQuery", ["structuredQuery": query, "transaction": .string(id)])
        guard answer.status == 200 else { return }
        _ = try await commit(some(1...2).map { append(to: $0) }, by: id)
    }

    private mutating func readAll() async throws {
        let begun = try await post(":beginTransaction", ["options": ["readOnly": [:]]])
        guard let id = begun.json["transaction"]?.string else { return }
        let (first, second) = (lists.prefix(lists.count / 2), lists.dropFirst(lists.count / 2))
        for part in [first, second] where !(try await read(Array(part), by: .known(id)).isAnswered) { return }
        _ = try await commit([], by: id)
    }

    // MARK: Requests

    enum Reader {
        case new
        case known(String)
    }

    mutating func read(
        _ names: [String], by reader: Reader?
    ) async throws -> (lists: [String: [Int]], transaction: String?, isAnswered: Bool) {
        var members: [JSON.Member] = [.init("documents", .array(names.map { .string($0) }))]
        switch reader {
        case .new: members.append(.init("newTransaction", ["readWrite": [:]]))
        case .known(let id): members.append(.init("transaction", .string(id)))
        case nil: break
        }
        let answer = try await post(":batchGet", .object(members))
        var lists: [String: [Int]] = [:]
        for part in answer.json.array ?? [] {
            if let name = part["missing"]?.string { lists[name] = [] }
            guard let document = part["found"], let name = document["name"]?.string else { continue }
            let values = document["fields"]?["values"]?["arrayValue"]?["values"]?.array ?? []
            lists[name] = values.compactMap { $0["integerValue"]?.string.flatMap { Int($0) } }
        }
        let transaction = answer.json.array?.lazy.compactMap { $0["transaction"]?.string }.first
        return (lists, transaction, answer.status == 200)
    }

    private mutating func commit(_ writes: [JSON], by transaction: String?) async throws -> Int {
        var members: [JSON.Member] = [.init("writes", .array(writes))]
        if let transaction { members.append(.init("transaction", .string(transaction))) }
        return try await post(":commit", .object(members)).status
    }

    private mutating func number() -> JSON {
        next += 1
        return ["integerValue": "\(next)"]
    }

    /// Counts an append.
    private let increment: JSON = ["fieldPath": "count", "increment": ["integerValue": "1"]]

    private mutating func append(to list: String) -> JSON {
        [
            "update": ["name": .string(list)], "updateMask": [:],
            "updateTransforms": [
                ["fieldPath": "values", "appendMissingElements": ["values": [number()]]], increment,
            ],
        ]
    }

    private mutating func rewrite(_ list: String, _ values: [Int]) -> JSON {
        let all = values.map { ["integerValue": "\($0)"] as JSON } + [number()]
        return [
            "update": [
                "name": .string(list), "fields": ["values": ["arrayValue": ["values": .array(all)]]],
            ], "updateMask": ["fieldPaths": ["values"]], "updateTransforms": [increment],
        ]
    }

    private mutating func post(_ call: String, _ body: JSON) async throws -> (status: Int, json: JSON) {
        // A server in the same process would answer before another client asks.
        for _ in 0..<generator.int(0...8) { await Task.yield() }
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: "\(server.endpoint.host):\(server.endpoint.port)",
            path: "/v1/\(server.root)\(call)",
            headerFields: [.authorization: "Bearer owner", .contentType: "application/json"])
        let response = try await transport.send(request, body: Array(body.compactText.utf8))
        return (response.head.status.code, (try? JSONParser.parse(response.body)) ?? .null)
    }
}
