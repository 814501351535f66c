import Foundation
import JSONText
import TestSupport

/// Having a stream with a server.
extension RecordedStream {
    /// Takes all steps.
    ///
    /// - Returns: What was heard after each, masked.
    func heard(from server: TestServer, _ way: StreamWay, port: Int) async throws -> [[String]] {
        var carrier = try await way.carrier(method, server, port: port)
        var heard: [[JSON]] = []
        for step in steps {
            func filled(_ message: JSON) throws -> JSON {
                try JSONParser.parse(Array(fill(message.compactText, server, heard).utf8))
            }
            switch step.action {
            case .open(let message, let authorization):
                try await carrier.open(filled(message), authorization: authorization)
            case .send(let message): try await carrier.send(filled(message))
            case .request(let request):
                let answer = try await server.exchange(
                    request.method, fill(request.target, server, heard),
                    body: fill(request.bodyText, server, heard))
                if answer.status != 200 { throw RecordedTopic.Mistake(description: answer.text) }
            }
            heard.append(try await step.end.asyncMap { try await carrier.messages(until: $0) } ?? [])
        }
        try await carrier.close()
        let mask = StreamMask(heard.flatMap(\.self), project: server.project)
        return heard.map { RecordedStream.ordered($0.map(mask.masked)) }
    }

    /// Sorts documents that come in a row. Their order means nothing, and that of documents by name is a hash table's.
    private static func ordered(_ messages: [String]) -> [String] {
        var ordered: [String] = []
        var documents: [String] = []
        for message in messages {
            if message.hasPrefix(#"{"document"#) {
                documents.append(message)
            } else {
                ordered += documents.sorted() + [message]
                documents = []
            }
        }
        return ordered + documents.sorted()
    }

    /// Puts in what only a run knows: `{{documents}}`, `{{database}}`, `{{project}}`, and `{{resumeToken}}` and `{{streamToken}}`, the last
    /// ones that were heard.
    private func fill(_ text: String, _ server: TestServer, _ heard: [[JSON]]) -> String {
        func last(_ token: (JSON) -> String?) -> String {
            heard.joined().reversed().lazy.compactMap(token).first ?? ""
        }
        return text.replacing("{{documents}}", with: server.root)
            .replacing("{{database}}", with: "projects/\(server.project)/databases/(default)")
            .replacing("{{project}}", with: server.project)
            .replacing("{{resumeToken}}", with: last { $0["targetChange"]?["resumeToken"]?.string })
            .replacing("{{streamToken}}", with: last { $0["streamToken"]?.string })
    }
}

extension Optional {
    fileprivate func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result?
    {
        if let self { try await transform(self) } else { nil }
    }
}
