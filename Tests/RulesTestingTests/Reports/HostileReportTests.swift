import JSONText
import RulesTesting
import TestSupport
import Testing

@Suite("Reports of cases with hostile names")
struct HostileReportTests {
    private static func results(_ text: String) -> [CaseResult] {
        let failure = CaseFailure(step: text, line: 2, expected: "denied", actual: "allowed", message: text)
        return [
            CaseResult(suite: text, file: text, line: 1, name: text, duration: .zero),
            CaseResult(suite: text, file: text, name: text, failure: failure, duration: .zero),
        ]
    }

    @Test(arguments: HostileText.all)
    func `JUnit has the elements and attributes of a harmless name`(hostile: HostileText) {
        let report = JUnitReport.lines(HostileReportTests.results(hostile.text)).joined(separator: "\n")
        let harmless = JUnitReport.lines(HostileReportTests.results("x")).joined(separator: "\n")
        #expect(HostileText.dangers(in: report) == [], "\(hostile)")
        for mark in "<>\"\n" {
            #expect(report.count { $0 == mark } == harmless.count { $0 == mark }, "\(hostile)")
        }
        // XML 1.0 has no noncharacters.
        #expect(!report.unicodeScalars.contains { $0.value == 0xFFFE || $0.value == 0xFFFF }, "\(hostile)")
    }

    @Test(arguments: HostileText.all)
    func `TAP has the lines and directives of a harmless name`(hostile: HostileText) {
        let report = TAPReport.lines(HostileReportTests.results(hostile.text)).joined(separator: "\n")
        #expect(HostileText.dangers(in: report) == [], "\(hostile)")
        let lines = report.split(separator: "\n")
        #expect(lines.count == TAPReport.lines(HostileReportTests.results("x")).count, "\(hostile)")
        for line in lines where line.hasPrefix("ok") || line.hasPrefix("not ok") {
            #expect(!line.replacing("\\#", with: "").contains("#"), "\(hostile)")
        }
    }

    @Test(arguments: HostileText.all)
    func `JSON keeps the name`(hostile: HostileText) throws {
        for object in JSONReport.objects(HostileReportTests.results(hostile.text)) {
            let parsed = try JSONParser.parse(Array(object.compactText.utf8))
            #expect(parsed["case"]?.string?.unicodeScalars.elementsEqual(hostile.text.unicodeScalars) == true)
        }
    }
}
