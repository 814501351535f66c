import Testing

@Suite("Placeholders in requests")
struct PlaceholdersTests {
    private static let placeholders = {
        var placeholders = Placeholders(project: "p1", other: "p2")
        placeholders.keep(
            ExchangeAnswer(status: "200", body: #"{"list": [{"time": "12+3"}, {"time": "later"}]}"#), as: "a")
        return placeholders
    }()

    @Test(arguments: [
        ("{{documents}}/c/a", "projects/p1/databases/(default)/documents/c/a"), ("{{project}}", "p1"),
        ("{{other}}", "p2"),
        ("<{{5*ab}}>", "<ababababab>"), ("{{a.time}}", "12+3"), ("{{project}} and {{project}}", "p1 and p1"),
        (#"{"m":{"k":{}}}"#, #"{"m":{"k":{}}}"#),
    ])
    func `what is known is put in`(text: String, filled: String) {
        #expect(Self.placeholders.filled(text) == filled)
    }

    @Test(arguments: ["{{a.other}}", "{{b.time}}", "{{nothing}}", "{{", "}}", "{{a.time", "{{x*y}}"])
    func `what is not known stays`(text: String) {
        #expect(Self.placeholders.filled(text) == text)
    }

    @Test func `in a URL an answer is percent-encoded`() {
        #expect(Self.placeholders.filled("/{{project}}?t={{a.time}}", isInURL: true) == "/p1?t=12%2B3")
        #expect(Self.placeholders.filled("/{{project}}?t={{b.time}}", isInURL: true) == "/p1?t=")
    }
}
