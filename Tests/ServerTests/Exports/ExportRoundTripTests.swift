import FirestoreEmulator
import FirestoreModel
import FirestoreREST
import Foundation
import HTTPTypes
import JSONText
import TestSupport
import Testing

@Suite("Exports from one emulator to another")
struct ExportRoundTripTests {
    private let folder: TemporaryFolder
    private let server: TestServer

    init() throws {
        folder = try TemporaryFolder()
        server = try TestServer()
    }

    private var database: DatabaseID { DatabaseID(project: server.project) }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// An emulator with documents.
    private func emulator(_ documents: [Document]) throws -> Emulator {
        let lines = documents.flatMap { DocumentLine.encode($0) }
        try Data(lines).write(to: URL(filePath: path("documents.jsonl")))
        let emulator = Emulator()
        try emulator.importDocuments(from: path("documents.jsonl"))
        return emulator
    }

    /// The fields of all documents of an emulator.
    private func fields(_ emulator: Emulator) throws -> [DocumentName: MapValue] {
        try emulator.exportDocuments(to: path("fields.jsonl"))
        let lines = try Data(contentsOf: URL(filePath: path("fields.jsonl"))).split(separator: 0x0A)
        let documents = try lines.map { try DocumentLine.decode(Array($0)) }
        return Dictionary(uniqueKeysWithValues: documents.map { ($0.name, $0.fields) })
    }

    private func post(_ verb: String, _ members: [String: String]) async throws {
        let body = JSON.object(members.map { JSON.Member($0.key, .string($0.value)) }).compactText
        let answer = try await server.exchange(
            .post, "/emulator/v1/projects/\(server.project):\(verb)", body: body)
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// Sends documents to the server and back by exports, and returns what came back.
    private func sent(_ documents: [Document]) async throws -> [DocumentName: MapValue] {
        let first = try emulator(documents)
        let there = TestServer.Export(folder: folder.path, name: "there", database: database)
        try await there.make(on: first)
        try await post("import", ["database": "\(database)", "export_directory": there.metadata])
        try await post(
            "export",
            ["database": "\(database)", "export_directory": folder.path, "export_name": "back"])
        let second = Emulator()
        try second.importDocuments(from: path("back"))
        #expect(try fields(first).count == documents.count)
        return try fields(second)
    }

    private func document(_ id: String, _ fields: MapValue) throws -> Document {
        let path = try #require(DocumentPath(segments: ["c", id].map { ResourceID($0) }))
        return Document(name: DocumentName(database, path), fields: fields)
    }

    @Test func `every type of value arrives as it was`() async throws {
        let target = try document("__id7__", [:]).name
        let far = DocumentName(DatabaseID(project: "other", database: "db2"), target.path)
        let vector = Value.map(["__type__": "__vector__", "value": [.double(1), .double(-2.5)]])
        let values: [Value] = [
            .null, true, false, 0, .integer(.max), .integer(.min), .double(1.5), .double(0), .double(3),
            .double(.nan), .double(.infinity), .double(-.infinity), .double(.leastNonzeroMagnitude),
            .timestamp(.zero), .timestamp(Timestamp(microseconds: 1_767_323_045_678_000)),
            .timestamp(Timestamp(microseconds: 1_767_323_045_678_901)),
            .timestamp(Timestamp(seconds: Timestamp.secondsRange.lowerBound, nanoseconds: 0)),
            .timestamp(Timestamp(seconds: Timestamp.secondsRange.upperBound, nanoseconds: 999_999_000)),
            "", "é\u{0}x😀", .string(String(repeating: "x", count: 900_000)), .bytes([]), .bytes([0, 255]),
            .bytes(Array(repeating: 7, count: 70_000)), .reference(target), .reference(far),
            .geoPoint(GeoPoint(latitude: -12.5, longitude: 180)),
            .geoPoint(GeoPoint(latitude: 0, longitude: 0)),
            [], [1], [1, "x", .null, .map(["k": [1, 2], "e": []]), .map([:]), .double(.nan)], .map([:]),
            .map(["z": 1, "a": .map(["q": .map(["deep": .null])]), "v": vector, "n": .null]), vector,
        ]
        var documents = try values.enumerated().map { try document("v\($0.offset)", ["f": $0.element]) }
        documents.append(try document("__id7__", ["a.b": "dot", "weird `\\ name é": 1, "e": []]))
        documents.append(try document("empty", [:]))
        let below = documents[0].name.path.segments + ["sub", "é ü%"].map { ResourceID($0) }
        let path = try #require(DocumentPath(segments: below))
        documents.append(Document(name: DocumentName(database, path), fields: ["n": 1]))
        let back = try await sent(documents)
        #expect(back.count == documents.count)
        for document in documents { #expect(back[document.name] == document.fields, "\(document.name)") }
    }

    @Test func `thousands of random documents arrive as they were`() async throws {
        let seed: UInt64 = 20_261_126
        var random = SeededGenerator(seed: seed)
        var documents: [DocumentName: Document] = [:]
        while documents.count < 5100 {
            let name = DocumentName(database, random.randomDocumentName().path)
            documents[name] = Document(name: name, fields: random.randomFields(depth: 1))
        }
        let back = try await sent(Array(documents.values))
        #expect(back.count == documents.count, "seed \(seed)")
        for (name, document) in documents where back[name] != document.fields {
            Issue.record("seed \(seed): \(name) is \(back[name] as Any), not \(document.fields)")
            break
        }
    }
}

extension TestServer {
    /// An export that an embedded emulator makes.
    fileprivate struct Export {
        let folder: String
        let name: String
        let database: DatabaseID

        var metadata: String { "\(folder)/\(name)/\(name).overall_export_metadata" }

        func make(on emulator: Emulator) async throws {
            let body = JSON.object([
                JSON.Member("database", .string("\(database)")),
                JSON.Member("export_directory", .string(folder)), JSON.Member("export_name", .string(name)),
            ])
            let request = HTTPRequest(
                method: .post, scheme: "http", authority: "e",
                path: "/emulator/v1/projects/\(database.project):export",
                headerFields: [.authorization: "Bearer owner"])
            let response = try await emulator.transport.send(request, body: Array(body.compactText.utf8))
            #expect(response.head.status == .ok)
        }
    }
}
