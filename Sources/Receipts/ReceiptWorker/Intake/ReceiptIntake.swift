import HTTPServing
import HTTPTransport
import HTTPTypes
import JSONText
public import Logging
public import ReadReceipts
public import ServiceLifecycle

/// Accepts events over HTTP, and reports the state of the worker.
///
/// - `POST /v1/receipts`: events as a JSON array, one JSON object, or one per line; 202 once all are on disk, or 200 once the database has
///   them, if the worker keeps nothing on disk.
/// - `POST /pubsub/push`: a message that Pub/Sub pushes; 204 once its events are safe in the same sense.
/// - `GET /healthz`: 200 while the process works. `GET /readyz`: 200 if the database answers and the outbox can be written.
/// - `GET /metrics`: metrics for Prometheus.
public struct ReceiptIntake: Service {
    /// The maximum size of a request, in bytes.
    public static let maximumRequestSize = 10 << 20

    private let worker: any IntakeTarget
    private let schema: ReceiptSchema
    private let access: IntakeAccess
    private let clients: ClientMetrics?
    private let host: String
    private let port: Int
    private let logger: Logger

    /// Creates an intake.
    ///
    /// - Parameters:
    ///   - worker: Stores the events.
    ///   - schema: Determines which ids and stages are valid.
    ///   - host: The address to listen on.
    ///   - port: The port; 0 for a free one.
    ///   - token: The bearer token that requests need, of 16 characters or more; optional if only this machine can connect.
    ///   - clients: What the worker's clients have counted, for `/metrics`.
    ///   - logger: The logger of the server itself.
    /// - Throws: ``Refusal`` without such a token on an address that other machines can reach.
    public init(
        for worker: ReceiptWorker, schema: ReceiptSchema, host: String, port: Int, token: String? = nil,
        clients: ClientMetrics? = nil,
        logger: Logger = Logger(label: "receipt-intake") { _ in SwiftLogNoOpLogHandler() }
    ) throws(Refusal) {
        try self.init(forTarget: worker, schema, host, port, token, clients, logger)
    }

    /// Creates an intake for a worker that keeps nothing on disk: requests wait until the database has their receipts.
    ///
    /// - Parameters:
    ///   - worker: Writes the events.
    ///   - schema: Determines which ids and stages are valid.
    ///   - host: The address to listen on.
    ///   - port: The port; 0 for a free one.
    ///   - token: The bearer token that requests need, of 16 characters or more; optional if only this machine can connect.
    ///   - clients: What the worker's clients have counted, for `/metrics`.
    ///   - logger: The logger of the server itself.
    /// - Throws: ``Refusal`` without such a token on an address that other machines can reach.
    public init(
        for worker: MessageWorker, schema: ReceiptSchema, host: String, port: Int, token: String? = nil,
        clients: ClientMetrics? = nil,
        logger: Logger = Logger(label: "receipt-intake") { _ in SwiftLogNoOpLogHandler() }
    ) throws(Refusal) {
        try self.init(forTarget: worker, schema, host, port, token, clients, logger)
    }

    private init(
        forTarget worker: any IntakeTarget, _ schema: ReceiptSchema, _ host: String, _ port: Int,
        _ token: String?, _ clients: ClientMetrics?, _ logger: Logger
    ) throws(Refusal) {
        if let problem = ServerToken.problem(
            token, listeningOn: host, "the worker", variable: "RECEIPTS_INTAKE_TOKEN")
        {
            throw Refusal(description: problem)
        }
        self.worker = worker
        self.schema = schema
        self.host = host
        self.port = port
        self.clients = clients
        self.logger = logger
        access = IntakeAccess(token: token.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// Why the intake cannot be created.
    public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
        /// The reason, in one line.
        public let description: String
    }

    /// Serves until the task is cancelled or the service group shuts down.
    ///
    /// - Throws: If it cannot listen on the address.
    public func run() async throws { try await serve() }

    /// Serves until the task is cancelled or the service group shuts down.
    ///
    /// - Parameter onReady: Called once, with the port, when connections are accepted.
    /// - Throws: If it cannot listen on the address.
    public func serve(onReady: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        let service = HTTPService(maximumRequestSize: Self.maximumRequestSize, logger: logger) {
            request, body in
            reply(to: request, body)
        }
        try await service.serve(host: host, port: port, onReady: onReady)
    }

    /// Host and port in the form of a URL.
    public func authority(port: Int) -> String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    func reply(to request: HTTPRequest, _ body: [UInt8]?) -> HTTPReply {
        let path = request.path?.prefix { $0 != "?" } ?? ""
        if path == "/healthz" { return .now(.text(.ok, "ok\n")) }
        if let (status, reason) = access.refusal(of: request) {
            // Platforms that ask whether a worker is ready have no token.
            if status == .unauthorized, path == "/readyz", request.method == .get {
                return .later { await readiness(tellsReason: false) }
            }
            return .now(.failure(status, reason))
        }
        switch (path, request.method) {
        case ("/v1/receipts", .post), ("/pubsub/push", .post):
            guard let body else {
                return .now(
                    .failure(.contentTooLarge, "a request may have at most \(Self.maximumRequestSize) bytes"))
            }
            if path == "/pubsub/push" { return .later { await takePush(body) } }
            let type = request.headerFields[.contentType]?.lowercased() ?? ""
            let isLines = type.contains("ndjson") || type.contains("jsonl") || type.contains("json-seq")
            return .later { await take(body, isLines: isLines) }
        case ("/metrics", .get): return .later { await metrics() }
        case ("/readyz", .get): return .later { await readiness() }
        case ("/v1/receipts", _), ("/pubsub/push", _), ("/metrics", _), ("/readyz", _):
            return .now(.failure(.methodNotAllowed, "\(path) does not support \(request.method)"))
        default: return .now(.failure(.notFound, "there is nothing here; POST events to /v1/receipts"))
        }
    }

    private func take(_ body: [UInt8], isLines: Bool) async -> HTTPExchangeResponse {
        do throws(IntakeBody.Refusal) {
            let events = try IntakeBody.events(body, isLines: isLines, schema: schema)
            return .answer(await worker.answer(to: events))
        } catch {
            return .failure(.badRequest, error.message, events: error.events)
        }
    }

    private func takePush(_ body: [UInt8]) async -> HTTPExchangeResponse {
        guard let push = PushEnvelope(body) else {
            return .failure(.badRequest, "the body is not a message as Pub/Sub pushes it")
        }
        let answer = await worker.answer(to: push, schema: schema)
        switch answer {
        case .stored, .written: return HTTPExchangeResponse(head: HTTPResponse(status: .noContent))
        case .refused, .full, .failed: return .answer(answer)
        }
    }

    private func metrics() async -> HTTPExchangeResponse {
        do throws(OutboxError) {
            return .text(.ok, try await worker.metricsText() + (clients?.prometheusText ?? ""))
        } catch {
            return .failure(.serviceUnavailable, error.description)
        }
    }

    private func readiness(tellsReason: Bool = true) async -> HTTPExchangeResponse {
        if let reason = await worker.reasonNotToBeReady() {
            return tellsReason
                ? .failure(.serviceUnavailable, reason) : .text(.serviceUnavailable, "not ready\n")
        }
        return .text(.ok, "ready\n")
    }
}

extension HTTPExchangeResponse {
    fileprivate static func answer(_ answer: IntakeAnswer) -> HTTPExchangeResponse {
        switch answer {
        case .stored(let intake, let count):
            let members: [(String, JSON)] = [
                ("accepted", .number("\(count)")), ("new", .number("\(intake.new)")),
                ("ids", .array(intake.ids.map { .number("\($0)") })),
            ]
            return .json(.accepted, .object(members.map { JSON.Member($0, $1) }))
        case .written(let count): return .json(.ok, .object([JSON.Member("written", .number("\(count)"))]))
        case .refused(let reason, let events): return .failure(.unprocessableContent, reason, events: events)
        case .full(let reason): return .failure(.tooManyRequests, reason, retryAfter: 5)
        case .failed(let reason): return .failure(.serviceUnavailable, reason, retryAfter: 5)
        }
    }

    fileprivate static func text(_ status: HTTPResponse.Status, _ text: String) -> HTTPExchangeResponse {
        let fields: HTTPFields = [.contentType: "text/plain; version=0.0.4; charset=utf-8"]
        return HTTPExchangeResponse(
            head: HTTPResponse(status: status, headerFields: fields), body: Array(text.utf8))
    }

    fileprivate static func json(_ status: HTTPResponse.Status, _ json: JSON) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: status, headerFields: [.contentType: "application/json"]),
            body: Array((json.compactText + "\n").utf8))
    }

    fileprivate static func failure(
        _ status: HTTPResponse.Status, _ reason: String, events: [(number: Int, reason: String)] = [],
        retryAfter: Int? = nil
    ) -> HTTPExchangeResponse {
        var members = [JSON.Member("error", .string(reason))]
        if !events.isEmpty {
            let list = events.map { number, reason in
                JSON.object([
                    JSON.Member("event", .number("\(number)")), JSON.Member("reason", .string(reason)),
                ])
            }
            members.append(JSON.Member("events", .array(list)))
        }
        var response = json(status, .object(members))
        if let retryAfter { response.head.headerFields[.retryAfter] = "\(retryAfter)" }
        if status == .unauthorized { response.head.headerFields[.wwwAuthenticate] = "Bearer" }
        return response
    }
}
