import Foundation
import Testing

/// The walls between targets, each with a sample that breaks it, so that a check which finds nothing any more is noticed.
@Suite("Imports")
struct ImportTests {
    private static let imports = Result { SourceImport.all(in: try Sources.files()) }
    private static let order = Result {
        Walls.order(
            of: try String(contentsOf: Sources.root.appending(path: "Package.swift"), encoding: .utf8))
    }

    private static func sample(_ path: String, _ text: String) -> [SourceImport] {
        let others = [
            "JSONText": "Base", "HTTPTransport": "HTTP", "FirestoreModel": "Firestore",
            "FirestoreREST": "Firestore",
            "RealtimeDatabaseModel": "Database", "FirestoreClient": "Clients",
            "FirestoreEmulator": "Firestore",
            "ReadReceipts": "Receipts",
        ]
        var files = Dictionary(uniqueKeysWithValues: others.map { ("Sources/\($1)/\($0)/File.swift", "") })
        files[path] = text
        return SourceImport.all(in: files)
    }

    @Test func `the sources are found`() throws {
        let imports = try Self.imports.get()
        #expect(imports.count > 1000)
        #expect(Set(imports.map(\.target.tier)) == Set(Walls.tiers.keys))
    }

    @Test func `a tier imports only the tiers that it may`() throws {
        #expect(Walls.upwards(try Self.imports.get()) == [])
    }

    @Test(arguments: [
        ("Sources/Base/JSONText/File.swift", "import FirestoreModel"),
        ("Sources/HTTP/HTTPTransport/File.swift", "public import FirestoreModel"),
        ("Sources/Database/RealtimeDatabaseModel/File.swift", "package import FirestoreModel"),
        ("Sources/Firestore/FirestoreModel/File.swift", "import struct FirestoreClient.Firestore"),
        ("Sources/Clients/FirestoreClient/File.swift", "import Foundation\n@testable import ReadReceipts"),
    ])
    func `an import into a higher tier is found`(path: String, text: String) {
        #expect(Walls.upwards(Self.sample(path, text)).map(\.file) == [path])
    }

    @Test func `a target imports only those that Package.swift lists before it`() throws {
        #expect(Walls.outOfOrder(try Self.imports.get(), try Self.order.get()) == [])
    }

    @Test func `an import of a target that is listed later, or nowhere, is found`() {
        let imports = Self.sample("Sources/Firestore/FirestoreREST/File.swift", "import FirestoreModel")
        let manifest = #".target(name: "FirestoreModel"), .target(\#n name: "FirestoreREST", path: "x")"#
        #expect(Walls.order(of: manifest) == ["FirestoreModel", "FirestoreREST"])
        #expect(Walls.outOfOrder(imports, ["FirestoreModel", "FirestoreREST"]) == [])
        #expect(Walls.outOfOrder(imports, ["FirestoreREST", "FirestoreModel"]) == imports)
        #expect(Walls.outOfOrder(imports, ["FirestoreREST"]) == imports)
    }

    @Test func `only Firestore's own targets, its client and the test kit know its wire forms`() throws {
        #expect(Walls.wireForms(try Self.imports.get()) == [])
    }

    @Test func `a wire form above the client is found`() {
        let imports = Self.sample("Sources/Receipts/ReadReceipts/File.swift", "import FirestoreREST")
        #expect(Walls.wireForms(imports) == imports && imports.count == 1)
    }

    @Test func `clients and emulators meet only over HTTP`() throws {
        #expect(Walls.acrossTheWire(try Self.imports.get()) == [])
    }

    @Test(arguments: [
        ("Sources/Clients/FirestoreClient/File.swift", "import FirestoreEmulator"),
        ("Sources/Firestore/FirestoreEmulator/File.swift", "import FirestoreClient"),
    ])
    func `a client that knows an emulator is found, and the other way round`(path: String, text: String) {
        #expect(Walls.acrossTheWire(Self.sample(path, text)).count == 1)
    }
}
