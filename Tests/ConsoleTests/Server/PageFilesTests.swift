import HTTPTypes
import TestSupport
import Testing

@testable import ReceiptConsole

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("The files of the pages", .timeLimit(.minutes(1)))
struct PageFilesTests {
    private static let folder =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Sources/Receipts/ReceiptConsole/Pages")

    /// The paths of the files, such as `chat/pane.js`.
    private static func paths() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            .filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } && $0.contains(".") }.sorted()
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    @Test func `every file below Pages is served, and nothing else`() async throws {
        let console = try ConsoleProbe()
        let paths = try Self.paths()
        #expect(paths.map { "/\($0)" } == PageFiles.files.keys.sorted() && !paths.isEmpty)
        for path in paths {
            let answer = await console(.get, "/\(path)")
            #expect(answer.status == 200, "\(path) is not served; build again")
            #expect(answer.body == Array(try Data(contentsOf: Self.folder.appending(path: path))), "\(path)")
        }
        for path in [
            "/../Package.swift", "/%2e%2e/Package.swift", "/Pages/index.html", "//index.html", "/index.htm",
            "/chat", "/chat/", "/chat//page.js", "/chat/../index.html",
        ] {
            #expect(await console(.get, path).status == 404, "\(path)")
        }
        #expect(await console(.post, "/").status == 405)
    }

    @Test(arguments: [
        ("index.html", "text/html; charset=utf-8"), ("chat/pane.js", "text/javascript; charset=utf-8"),
        ("shared/base.css", "text/css; charset=utf-8"), ("icon.svg", "image/svg+xml"),
        ("icon.png", "image/png"),
        ("a.js.map", "application/octet-stream"), ("LICENSE", "application/octet-stream"),
    ])
    func `the content type follows from the end of the file's name`(path: String, type: String) async throws {
        #expect(PageFiles.type(of: path) == type)
        let answer = try await ConsoleProbe()(.get, "/\(path)")
        if answer.status == 200 { #expect(answer.fields[.contentType] == type) }
    }

    @Test func `every response forbids everything that is not the console's own`() async throws {
        let console = try ConsoleProbe()
        for path in ["/", "/app/app.js", "/nothing", "/api/about", "/api/nothing", "/api/events?visit=a"] {
            let fields = await console(.get, path).fields
            let policy = fields.first { $0.name.rawName == "Content-Security-Policy" }?.value ?? ""
            #expect(
                policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "\(path)")
            #expect(!policy.contains("unsafe"), "\(path)")
            #expect(fields.contains { $0.name.rawName == "X-Content-Type-Options" && $0.value == "nosniff" })
        }
    }

    @Test func `no page turns texts into markup or code`() throws {
        let forbidden = [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function",
            "srcdoc",
            "javascript:", "createContextualFragment", "setHTMLUnsafe", "DOMParser",
        ]
        for name in try Self.paths() {
            let text = try Self.text(name)
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

    @Test func `pages import modules that exist, from their own folder or shared ones`() throws {
        let paths = Set(try Self.paths())
        for path in paths where path.hasSuffix(".js") {
            let folder = path.split(separator: "/")[0]
            let base = try #require(URL(string: "http://console/\(path)"))
            for match in try Self.text(path).matches(of: #/(?:from|import\(?)\s*"(\.[^"]+)"/#) {
                let target = try #require(URL(string: String(match.1), relativeTo: base))
                    .absoluteURL.path().dropFirst()
                #expect(paths.contains(String(target)), "\(path) imports \(match.1)")
                #expect(
                    folder == "app" || target.hasPrefix("\(folder)/") || target.hasPrefix("shared/"),
                    "\(path) imports \(match.1)")
            }
        }
    }

    @Test func `index.html links to files that exist, and every style sheet is there or loaded with a page`()
        throws
    {
        let paths = Set(try Self.paths())
        let named = try Self.text("index.html").matches(of: #/(?:href|src)="([a-z][^":]*)"/#).map {
            String($0.1)
        }
        #expect(Set(named).isSubset(of: paths))
        let always = named.filter { $0.hasSuffix(".css") }
        let later = try paths.filter { $0.hasSuffix(".js") }.flatMap { path in
            try Self.text(path).matches(of: #/"\/?([^"]+\.css)"/#).map { String($0.1) }
        }
        #expect(!Set(later).subtracting(always).isEmpty)
        #expect(Set(later + always) == paths.filter { $0.hasSuffix(".css") })
    }

    @Test func `no function of a page is longer than 80 lines`() throws {
        let start = #/^( *)(?:.*\bfunction\b.*|.*=> |(?:async |get |set )*#?\w+\(.*\) )\{$/#
        var functions = 0
        for path in try Self.paths() where path.hasSuffix(".js") {
            let lines = try Self.text(path).split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                guard let match = line.wholeMatch(of: start) else { continue }
                let end = lines[index...].firstIndex { $0.hasPrefix("\(match.1)}") } ?? lines.endIndex
                functions += 1
                #expect(end - index < 80, "\(path):\(index + 1)")
            }
        }
        #expect(functions > 500)
    }
}
