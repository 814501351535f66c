import FirestoreEmulator
import HTTPTypes
import TestSupport
import Testing

/// Tells a story to the server under test, and expects its answers.
func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let server = try TestServer()
    var labels = Labels(root: server.root, project: server.project)
    for entry in try Story(text).entries {
        var expected = entry.answer
        if server.isGoogles, let googles = entry.googles { expected = googles.answer }
        if expected == "no answer" { continue }
        var authorization: String? = "Bearer owner"
        var fields = HTTPFields()
        for (name, value) in entry.fields {
            if name == "Authorization" {
                authorization = value == "none" ? nil : value
            } else {
                fields[.contentType] = value
            }
        }
        let answer = try await server.exchange(
            entry.method, labels.fillIn(entry.path, isInURL: true), body: labels.fillIn(entry.body),
            authorization: authorization, fields: fields)
        let answered = labels.describe(status: answer.status, answer.text, request: entry.body)
        if answered != Labels.describe(expected: expected) {
            Issue.record(
                """
                \(entry.method) \(entry.path) \(entry.body)
                expected \(Labels.describe(expected: expected))
                answered \(answered)
                """, sourceLocation: sourceLocation)
        }
    }
}
