import Testing

/// That an app for a platform without libcurl can use the clients and the receipts.
@Suite("Libraries without libcurl")
struct PortabilityTests {
    @Test(arguments: [
        "FirestoreClient", "RealtimeDatabase", "ReadReceipts", "GoogleCredentials", "PubSubClient",
    ])
    func `a library needs Foundation and three packages, and nothing else`(library: String) throws {
        let modules = Portability.modules(neededBy: library, in: try Sources.files())
        #expect(modules.isSuperset(of: ["FoundationNetworking", "HTTPTypes", "Logging"]))
        let known = Portability.ofThePlatform.union(Portability.packages).union(Portability.ofProcesses)
        #expect(modules.subtracting(known) == [])
    }

    @Test func `a library starts programs only where the system lets it`() throws {
        let files = try Sources.files().filter { path, text in
            path.hasPrefix("Sources/Clients/")
                && !Portability.ofProcesses.isDisjoint(with: SourceImport.names(in: text))
        }
        #expect(files.keys.map { $0.split(separator: "/").last } == ["SubprocessRun.swift"])
        #expect(files.values.allSatisfy { $0.hasPrefix("#if os(Linux) || os(macOS)\n") })
    }

    @Test func `libcurl is known to its own target, to the one that chooses, and to the program`() throws {
        let importers = SourceImport.all(in: try Sources.files()).filter { $0.imported.name == "CurlHTTP" }
        #expect(Set(importers.map(\.target.name)) == ["DefaultHTTP", "receipts"])
    }

    @Test func `a module that a target needs through another one is found`() {
        let files = [
            "Sources/HTTP/DefaultHTTP/A.swift": "import CurlHTTP\nimport URLSessionHTTP",
            "Sources/HTTP/CurlHTTP/A.swift": "import CCurl",
            "Sources/HTTP/URLSessionHTTP/A.swift": "import Foundation",
            "Sources/Clients/FirestoreClient/A.swift": "import DefaultHTTP\npackage import NIOCore",
        ]
        #expect(Portability.modules(neededBy: "FirestoreClient", in: files) == ["Foundation", "NIOCore"])
    }
}
