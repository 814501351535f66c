import Testing

@Suite("All of Foundation")
struct WholeFoundationTests {
    @Test func `the program gets it through the trait alone`() throws {
        var count = 0
        // What URLSession needs, which the program does without.
        for (path, text) in try Sources.files() where !path.hasPrefix("Sources/HTTP/URLSessionHTTP/") {
            #expect(!WholeFoundation.isImported(by: text), "\(path)")
            if text.contains("import Foundation") { count += 1 }
        }
        #expect(count > 30)
    }

    @Test(arguments: [
        "import Foundation", "public import Foundation\nstruct A {}",
        "#if canImport(FoundationEssentials)\n    import Foundation\n#endif",
        "#if Foundation\n    import A\n#else\n    import Foundation\n#endif",
        "#if Foundation\n    import A\n#endif\n\nimport Foundation",
    ])
    func `an import outside the trait is found`(text: String) {
        #expect(WholeFoundation.isImported(by: text))
    }

    @Test(arguments: [
        "import FoundationEssentials", "#if Foundation\n    public import Foundation\n#endif",
        "#if canImport(FoundationEssentials)\n    import FoundationEssentials\n#else\n    import Foundation\n#endif",
        "#if Foundation || !canImport(FoundationEssentials)\n    import Foundation\n#else\n    import A\n#endif",
        "#if os(macOS)\n    import Foundation\n#endif",
    ])
    func `an import of the trait, or for Apple's platforms, is none`(text: String) {
        #expect(!WholeFoundation.isImported(by: text))
    }
}
