import JSONText
import RulesCore
import TestSupport
import Testing

@Suite("Reports about hostile sources")
struct HostileSourceTests {
    private static func page(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        return CoveredSource(
            title: text, note: text, scalars + scalars,
            [.init(range: scalars.indices, look: .once, sightings: text, parts: [])]
        ).html
    }

    @Test(arguments: HostileText.all)
    func `a page of coverage has the elements and attributes of a harmless source`(hostile: HostileText) {
        let (page, harmless) = (HostileSourceTests.page(hostile.text), HostileSourceTests.page("x"))
        #expect(HostileText.dangers(in: page).allSatisfy { !$0.hasPrefix("U+") }, "\(hostile)")
        for mark in "<>\"'" {
            #expect(page.count { $0 == mark } == harmless.count { $0 == mark }, "\(hostile)")
        }
    }

    @Test(arguments: HostileText.all)
    func `a diagnostic stays in its three lines`(hostile: HostileText) {
        let source = SourceFile(name: hostile.text, content: hostile.id.replacing("\n", with: " "))
        let lines = SourceLines(source.content)
        let diagnostic = Diagnostic(.error, hostile.text, at: lines.range(0..<1))
        let text = DiagnosticRenderer(source).text(of: diagnostic)
        #expect(HostileText.dangers(in: text) == [], "\(hostile)")
        #expect(text.split(separator: "\n").count == 3, "\(hostile)")
    }

    @Test(arguments: HostileText.all)
    func `a SARIF log shows hidden characters, and escapes its files' names`(hostile: HostileText) throws {
        let json = SARIFReport(
            version: "1", rules: [.init(id: "a", summary: hostile.text)],
            results: [
                .init(rule: "a", level: .error, message: hostile.text, file: hostile.text, range: nil)
            ]
        ).json
        #expect(HostileText.dangers(in: json.compactText) == [], "\(hostile)")
        #expect(try JSONParser.parse(Array(json.compactText.utf8)) == json, "\(hostile)")
    }
}
