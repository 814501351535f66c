import Foundation
import Testing

@Suite("Documentation")
struct DocumentationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized

    /// The Markdown files of the repository, by their paths in it.
    private static func pages() throws -> [String: MarkdownPage] {
        let files = try #require(
            FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles))
        var pages: [String: MarkdownPage] = [:]
        for case let file as URL in files where file.pathExtension == "md" {
            let path = file.standardized.pathComponents.dropFirst(root.pathComponents.count).joined(
                separator: "/")
            pages[path] = MarkdownPage(try String(contentsOf: file, encoding: .utf8))
        }
        return pages
    }

    @Test func `every link, anchor and path in the documentation exists`() throws {
        let pages = try Self.pages()
        #expect(pages["README.md"]?.links.isEmpty == false)
        let problems = pages.flatMap { path, page in
            page.problems(
                at: path,
                exists: { FileManager.default.fileExists(atPath: Self.root.appending(path: $0).path) },
                page: { pages[$0] })
        }
        #expect(problems.sorted() == [])
    }

    @Test func `broken links, anchors and paths are found`() {
        let page = MarkdownPage(
            """
            # The `first` page's heading

            [here](#the-first-pages-heading), [nowhere](#the-second), [there](../b.md#b), [gone](c.md), [web](https://d.e#f)

            ```sh
            # no heading: run Scripts/gone or Scripts/test.
            ```
            """)
        let other = MarkdownPage("## B")
        let files = ["pages/a.md": page, "b.md": other]
        let problems = page.problems(
            at: "pages/a.md", exists: { files[$0] != nil || $0 == "Scripts/test" }, page: { files[$0] })
        #expect(
            problems == [
                "pages/a.md mentions Scripts/gone, which does not exist",
                "pages/a.md links to #the-second, but pages/a.md has no such heading",
                "pages/a.md links to c.md, which does not exist",
            ])
    }
}
