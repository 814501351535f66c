import CoreValues
import HTTPTransport
import HTTPTypes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The console's responses.
extension HTTPExchangeResponse {
    /// A value as JSON.
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok
    ) throws -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: status, headerFields: [.contentType: "application/json"]),
            body: Array(try ConsoleJSON.bytes(value)))
    }

    /// An answer in JSON that is written already.
    static func json(_ bytes: [UInt8]) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: bytes)
    }

    /// Why there is no answer.
    static func failure(_ failure: ConsoleFailure) -> HTTPExchangeResponse {
        (try? .json(FailureBody(failure), status: failure.status))
            ?? HTTPExchangeResponse(head: HTTPResponse(status: failure.status))
    }

    private struct FailureBody: Encodable {
        let error: String
        let decision: RefusedDecision?

        init(_ failure: ConsoleFailure) { (error, decision) = (failure.reason, failure.decision) }
    }

    /// A file of the pages.
    static func file(_ bytes: [UInt8], type: String) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: type]), body: bytes)
    }

    /// A line of text.
    static func text(_ status: HTTPResponse.Status, _ text: String) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: status, headerFields: [.contentType: "text/plain; charset=utf-8"]),
            body: Array("\(text)\n".utf8))
    }
}

/// The JSON of the console's own messages.
enum ConsoleJSON {
    static func bytes(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return try encoder.encode(value)
    }

    /// An object with a member for each id. `JSONEncoder` would keep the keys of a dictionary as `String`, to which two ids that differ
    /// only in their Unicode normal form are one.
    static func object<ID: ExactText>(_ values: [ID: some Encodable]) throws -> Data {
        var data = Data("{".utf8)
        for (id, value) in values.sorted(by: { $0.key < $1.key }) {
            if data.count > 1 { data += ",".utf8 }
            data += try bytes(id.string) + ":".utf8 + bytes(value)
        }
        return data + "}".utf8
    }

    static func read<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws(ConsoleFailure) -> Value
    {
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch let failure as ConsoleFailure {
            throw failure
        } catch DecodingError.keyNotFound(let key, _) {
            throw ConsoleFailure(.badRequest, "the request has no \"\(key.stringValue)\"")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw ConsoleFailure(
                .badRequest, "\"\(path)\" in the request has the wrong type")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw ConsoleFailure(.badRequest, "\"\(path)\" in the request has an unknown value")
        } catch {
            throw ConsoleFailure(.badRequest, "the request is not valid JSON")
        }
    }
}
