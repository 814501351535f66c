import HTTPTypes
import TestSupport
import Testing

@testable import ReceiptConsole

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("The files of the page", .timeLimit(.minutes(1)))
struct PageFilesTests {
    private static let folder =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Sources/Receipts/ReceiptConsole/Pages")

    private static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    }

    @Test func `every file is served, and nothing else`() async throws {
        let console = try ConsoleProbe()
        let names = try Self.names()
        #expect(names.count == PageFiles.files.count && !names.isEmpty)
        for name in names {
            let answer = await console(.get, "/\(name)")
            #expect(answer.status == 200, "\(name) is not in PageFiles")
            #expect(answer.body == Array(try Data(contentsOf: Self.folder.appending(path: name))), "\(name)")
        }
        for path in [
            "/../Package.swift", "/%2e%2e/Package.swift", "/Pages/index.html", "//index.html", "/index.htm",
        ] {
            #expect(await console(.get, path).status == 404, "\(path)")
        }
        #expect(await console(.post, "/").status == 405)
    }

    @Test func `every answer forbids what the page does not bring itself`() async throws {
        let console = try ConsoleProbe()
        for path in ["/", "/app.js", "/nothing", "/api/about", "/api/nothing", "/api/events?visit=a"] {
            let fields = await console(.get, path).fields
            let policy = fields.first { $0.name.rawName == "Content-Security-Policy" }?.value ?? ""
            #expect(
                policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "\(path)")
            #expect(!policy.contains("unsafe"), "\(path)")
            #expect(fields.contains { $0.name.rawName == "X-Content-Type-Options" && $0.value == "nosniff" })
        }
    }

    @Test func `no page makes markup of texts, or code of them`() throws {
        let forbidden = [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function",
            "srcdoc",
            "javascript:", "createContextualFragment", "setHTMLUnsafe", "DOMParser",
        ]
        for name in try Self.names() {
            let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            for word in forbidden { #expect(!text.contains(word), "\(name) has \(word)") }
            #expect(!text.contains("https://") || name == "index.html" || name.hasSuffix(".js"), "\(name)")
            if name.hasSuffix(".html") {
                #expect(!text.contains("<style") && !text.contains(" style="), "\(name)")
                #expect(text.firstMatch(of: #/\son[a-z]+=/#) == nil, "\(name)")
                #expect(text.firstMatch(of: #/<script(?![^>]*\ssrc=)/#) == nil, "\(name)")
                #expect(
                    text.firstMatch(of: #/(?:src|href)="(?:https?:)?\/\//#) == nil,
                    "\(name) fetches from elsewhere")
            }
        }
    }

    @Test func `each module that a page imports is there`() throws {
        let names = Set(try Self.names())
        for name in names where name.hasSuffix(".js") {
            let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            for match in text.matches(of: #/(?:from|import\(?)\s*"\.\/([^"]+)"/#) {
                #expect(names.contains(String(match.1)), "\(name) imports \(match.1)")
            }
        }
    }
}
