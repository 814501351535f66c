package import HTTPTransport
package import HTTPTypes
import JSONText
import Synchronization

/// A small Pub/Sub in this process: one subscription, whose messages come again when they are given back. Pulls wait for messages.
package final class ScriptedPubSub: HTTPTransport {
    /// A message, as a topic has it.
    package struct Message: Sendable, Equatable {
        package let id: Int
        package let text: String
        package let attributes: [String: String]
    }

    private struct State {
        var lastID = 0
        var waiting: [Message] = []
        var leased: [String: Message] = [:]
        var acknowledged: [Int] = []
        var deadlines: [(ackID: String, seconds: Int)] = []
        var published: [(topic: String, message: Message)] = []
        var failures: [(path: String, status: Int)] = []
        var pulls = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Puts messages into the subscription.
    package func add(_ texts: String..., attributes: [String: String] = [:]) {
        state.withLock { state in
            for text in texts {
                state.lastID += 1
                state.waiting.append(Message(id: state.lastID, text: text, attributes: attributes))
            }
        }
    }

    /// Has the next request whose path ends so fail with a status.
    package func fail(_ path: String, status: Int) {
        state.withLock { $0.failures.append((path, status)) }
    }

    /// The messages that were acknowledged, by id, in order.
    package var acknowledged: [Int] { state.withLock(\.acknowledged) }
    /// The messages that are delivered and not acknowledged.
    package var leased: [Int] { state.withLock { $0.leased.values.map(\.id).sorted() } }
    /// The messages that wait to be delivered.
    package var waiting: [Int] { state.withLock { $0.waiting.map(\.id) } }
    /// The deadlines that were set.
    package var deadlines: [(ackID: String, seconds: Int)] { state.withLock(\.deadlines) }
    /// What was published, with the topic's whole name.
    package var published: [(topic: String, message: Message)] { state.withLock(\.published) }
    /// The number of pulls that were answered.
    package var pulls: Int { state.withLock(\.pulls) }

    package func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        let path = request.path ?? ""
        guard let json = try? JSONParser.parse(body) else { return Self.answer("{}", status: 400) }
        while !Task.isCancelled {
            if let answer = state.withLock({ Self.answer(&$0, path, json) }) { return answer }
            await Task.yield()
        }
        throw HTTPTransportError(.cancelled, "scripted")
    }

    /// The answer; nil if there is none yet.
    private static func answer(_ state: inout State, _ path: String, _ json: JSON) -> HTTPExchangeResponse? {
        if let index = state.failures.firstIndex(where: { path.hasSuffix($0.path) }) {
            let status = state.failures.remove(at: index).status
            return answer(#"{"error":{"code":\#(status),"message":"scripted"}}"#, status: status)
        }
        let ids = json["ackIds"]?.array?.compactMap(\.string) ?? []
        switch path.split(separator: ":").last {
        case "pull": return pull(&state, json)
        case "acknowledge":
            state.acknowledged += ids.compactMap { state.leased.removeValue(forKey: $0)?.id }
        case "modifyAckDeadline":
            guard case .number(let digits)? = json["ackDeadlineSeconds"], let seconds = Int(digits) else {
                return answer("{}", status: 400)
            }
            state.deadlines += ids.map { ($0, seconds) }
            if seconds == 0 { state.waiting += ids.compactMap { state.leased.removeValue(forKey: $0) } }
        case "publish": return publish(&state, path, json)
        case _: return answer("{}", status: 404)
        }
        return answer("{}")
    }

    private static func pull(_ state: inout State, _ json: JSON) -> HTTPExchangeResponse? {
        guard case .number(let digits)? = json["maxMessages"], let limit = Int(digits) else {
            return answer("{}", status: 400)
        }
        if state.waiting.isEmpty { return nil }
        let messages = state.waiting.prefix(limit)
        state.waiting.removeFirst(messages.count)
        state.pulls += 1
        let elements = messages.map { message in
            let ackID = "ack\(message.id)"
            state.leased[ackID] = message
            let attributes = message.attributes.sorted { $0.key < $1.key }.map {
                JSON.Member($0.key, .string($0.value))
            }
            return JSON.object([
                JSON.Member("ackId", .string(ackID)),
                JSON.Member(
                    "message",
                    .object([
                        JSON.Member("data", .string(Base64.encode(Array(message.text.utf8)))),
                        JSON.Member("messageId", .string("\(message.id)")),
                        JSON.Member("attributes", .object(attributes)),
                    ])),
            ])
        }
        return answer(JSON.object([JSON.Member("receivedMessages", .array(elements))]).compactText)
    }

    private static func publish(_ state: inout State, _ path: String, _ json: JSON) -> HTTPExchangeResponse {
        let topic = path.dropFirst("/v1/".count).prefix { $0 != ":" }
        var ids: [String] = []
        for element in json["messages"]?.array ?? [] {
            state.lastID += 1
            let data = Base64.decode(element["data"]?.string ?? "") ?? []
            var attributes: [String: String] = [:]
            if case .object(let members)? = element["attributes"] {
                for member in members { attributes[member.name] = member.value.string }
            }
            if let key = element["orderingKey"]?.string { attributes["ORDERING KEY"] = key }
            let message = Message(
                id: state.lastID, text: String(decoding: data, as: UTF8.self), attributes: attributes)
            state.published.append((String(topic), message))
            ids.append("\"\(message.id)\"")
        }
        return answer("{\"messageIds\":[\(ids.joined(separator: ","))]}")
    }

    private static func answer(_ text: String, status: Int = 200) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: [.contentType: "application/json"]),
            body: Array(text.utf8))
    }
}
