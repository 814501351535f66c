import CoreValues
import FirestoreClient
import HTTPServing
import HTTPTransport
import HTTPTypes
import JSONText
import ReadReceipts

/// Answers the requests of pages.
struct ConsoleRouter: Sendable {
    /// The largest request, in bytes: a document may have a megabyte, and JSON is longer.
    static let maximumRequestSize = 12 << 20

    let about: ConsoleAbout
    let access: ConsoleAccess
    let visits: Visits
    let chats: [ChatDatabase]
    let firestore: FirestoreProxy?
    let database: DatabaseProxy?
    let worker: WorkerDesk
    let rules: RulesDesk
    let databaseRules: RulesDesk
    /// Nil if the project's suites are not known.
    let suites: SuitesDesk?
    /// Nil without a Firestore.
    let cases: DecidedCase?
    /// Nil without a Realtime Database.
    let databaseCases: DecidedDatabaseCase?
    let faults: FaultsDesk
    let signal: ChangeSignal

    /// Answers a request; the body is nil if it is too large.
    func reply(to request: HTTPRequest, _ body: [UInt8]?) -> HTTPReply {
        if access.isEntrance(request) { return .now(entrance(request)) }
        if let refusal = access.refusal(of: request) {
            return .now(secured(.text(refusal.status, "receipts: \(refusal.reason)")))
        }
        let target = request.path ?? "/"
        let path = target.prefix { $0 != "?" }
        guard path.hasPrefix("/api/") else { return .now(page(path, request.method)) }
        guard let body else {
            let limit = "a request may have at most \(ConsoleRouter.maximumRequestSize) bytes"
            return .now(secured(.failure(ConsoleFailure(.contentTooLarge, limit))))
        }
        if path == "/api/events", request.method == .get { return events(request, target) }
        return .later {
            do {
                return secured(try await answer(request, path, target, body))
            } catch {
                return secured(.failure(ConsoleFailure(any: error)))
            }
        }
    }

    // MARK: Pages

    private func page(_ path: Substring, _ method: HTTPRequest.Method) -> HTTPExchangeResponse {
        guard let file = PageFiles.file(at: path) else {
            return secured(.text(.notFound, "receipts: not found; the console is at /"))
        }
        guard method == .get || method == .head else {
            return secured(.text(.methodNotAllowed, "receipts: use GET for pages"))
        }
        var response = HTTPExchangeResponse.file(file.bytes, type: file.type)
        // An update of the program changes the files.
        response.head.headerFields[.cacheControl] = "no-cache"
        return secured(response)
    }

    /// Stores the token of the link in the browser, and removes it from the address.
    private func entrance(_ request: HTTPRequest) -> HTTPExchangeResponse {
        var response = HTTPExchangeResponse.text(.seeOther, "receipts: welcome")
        response.head.headerFields[.location] = "/"
        if let cookie = access.cookieHeader(for: request) { response.head.headerFields[.setCookie] = cookie }
        return secured(response)
    }

    // MARK: Events

    private func events(_ request: HTTPRequest, _ target: String) -> HTTPReply {
        let prefix = "/api/events?visit="
        let id = target.hasPrefix(prefix) ? target.dropFirst(prefix.count) : ""
        guard ConsoleRouter.isVisitID(id) else {
            return .now(secured(.failure(ConsoleFailure(.badRequest, "the request has no visit: ?visit=ID"))))
        }
        let last = HTTPField.Name("Last-Event-ID").flatMap { request.headerFields[$0] }.flatMap { Int($0) }
        do throws(ConsoleFailure) {
            let stream = try visits.connect(String(id), after: last)
            let fields: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
            let head = secured(HTTPExchangeResponse(head: HTTPResponse(status: .ok, headerFields: fields)))
                .head
            return .stream(head) { stream }
        } catch {
            return .now(secured(.failure(error)))
        }
    }

    private static func isVisitID(_ id: Substring) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
    }

    // MARK: Answers

    private func answer(
        _ request: HTTPRequest, _ path: Substring, _ target: String, _ body: [UInt8]
    ) async throws -> HTTPExchangeResponse {
        if let response = try await forward(request, path, target, body) { return response }
        if about.isEmulator, path.hasPrefix("/api/rules/"),
            let response = try await answerAboutRules(request, path, target, body)
        {
            return response
        }
        let visit = "/api/visits/"
        if path.hasPrefix(visit), request.method == .post {
            return try await perform(String(path.dropFirst(visit.count)), body)
        }
        switch (path, request.method) {
        case ("/api/about", .get): return try .json(aboutNow())
        case ("/api/conversations", .get): return try await conversations(target)
        case ("/api/conversations/look", .post): return try await look(body)
        case ("/api/timeline", .post) where about.isEmulator: return try await timeline(body)
        case ("/api/costs", .post): return try await compareCosts(body)
        case ("/api/sample", .post): return try await makeSample(body)
        case ("/api/suites", .get) where about.isEmulator:
            return try await suitesDesk().answer(unless: request.headerFields[.ifNoneMatch])
        case ("/api/suites/case", .post) where about.isEmulator: return try await makeCase(body)
        case ("/api/suites/survivors", .post) where about.isEmulator:
            let asked = try ConsoleJSON.read(MutantQuestion.self, from: body)
            return try await suitesDesk().survivors(of: asked.file)
        case ("/api/suites/survivors/case", .post) where about.isEmulator:
            let asked = try ConsoleJSON.read(MutantQuestion.self, from: body)
            return try await suitesDesk().caseAgainst(asked.id ?? "", of: asked.file)
        case ("/api/suites/add", .post) where about.isEmulator:
            let addition = try ConsoleJSON.read(Addition.self, from: body)
            return try await suitesDesk().add(addition.text, to: addition.file)
        case ("/api/export-file", .post):
            guard let firestore else {
                throw ConsoleFailure(.notFound, "the console shows no Cloud Firestore")
            }
            return try ExportedFile.lines(of: body, for: firestore.database)
        case ("/api/faults", .delete):
            try await faults.clear()
            return try .json([String: String]())
        case ("/api/faults/devices", .put):
            try await faults.set(try ConsoleJSON.read([DeviceSchedule].self, from: body))
            return try .json([String: String]())
        case (_, _):
            if let response = try await worker.answer(request.method, path, target, body) { return response }
            throw ConsoleFailure(.notFound, "the console has no \(request.method) \(path)")
        }
    }

    /// Passes a request on to a database; nil if it is for neither.
    private func forward(
        _ request: HTTPRequest, _ path: Substring, _ target: String, _ body: [UInt8]
    ) async throws -> HTTPExchangeResponse? {
        let firestorePath = "/api/firestore/"
        if let firestore, path.hasPrefix(firestorePath) {
            let response = try await firestore.send(
                request, to: target.dropFirst(firestorePath.count - 1), body: body)
            if response.head.status.kind == .successful, FirestoreProxy.isWrite(request.method, path) {
                signal.notify()
            }
            if path.hasSuffix(":securityRules") {
                rules.note(firestore: request.method, request: body, response: response)
            }
            if FaultsDesk.concerns(path.dropFirst(firestorePath.count - 1)) { await faults.look() }
            return response
        }
        let databasePath = "/api/database/"
        if let database, path.hasPrefix(databasePath) {
            let response = try await database.send(
                request, to: target.dropFirst(databasePath.count - 1), body: body)
            if response.head.status.kind == .successful, DatabaseProxy.isWrite(request.method) {
                signal.notify()
            }
            if path.hasSuffix("/.settings/rules.json") {
                databaseRules.note(database: request.method, request: body, response: response)
            }
            return response
        }
        return nil
    }

    private func aboutNow() -> ConsoleAbout {
        var about = about
        about.hasWorker = worker.reader.knowsWorker
        return about
    }

    private func perform(_ id: String, _ body: [UInt8]) async throws -> HTTPExchangeResponse {
        guard let visit = visits.visit(id) else {
            // A page may leave before its visit has begun.
            if case .leave = try? ConsoleJSON.read(VisitCommand.self, from: body) {
                return try .json([String: String]())
            }
            throw ConsoleFailure.notConnected
        }
        let command = try ConsoleJSON.read(VisitCommand.self, from: body)
        if case .leave = command { visits.forget(id, visit) }
        guard let answer = try await visit.perform(command) else { return try .json([String: String]()) }
        return try .json(answer)
    }

    private func conversations(_ target: String) async throws -> HTTPExchangeResponse {
        let prefix = "/api/conversations?schema="
        let name = target.hasPrefix(prefix) ? String(percentEncoded: target.dropFirst(prefix.count)) : nil
        return try .json(await chats(of: name).overview.list())
    }

    private struct MutantQuestion: Decodable {
        let file: String
        let id: String?
    }

    private struct Addition: Decodable {
        let file: String
        let text: String
    }

    private func suitesDesk() throws(ConsoleFailure) -> SuitesDesk {
        guard let suites else { throw ConsoleFailure(.notFound, "the console was started without suites") }
        return suites
    }

    private func makeCase(_ body: [UInt8]) async throws -> HTTPExchangeResponse {
        let decided = try ConsoleJSON.read(DecidedRequest.self, from: body)
        let made: DecidedCase.Case
        switch decided.store {
        case .firestore:
            guard let cases else { throw ConsoleFailure(.notFound, "the console shows no Cloud Firestore") }
            made = try await cases.make(of: decided.number)
        case .realtimeDatabase:
            guard let databaseCases else {
                throw ConsoleFailure(.notFound, "the console shows no Realtime Database")
            }
            made = try await databaseCases.make(of: decided.number)
        }
        let files = suites?.paths(ofDatabase: decided.store == .realtimeDatabase) ?? []
        return try .json(MadeCase(name: made.name, text: made.text, files: files))
    }

    /// A request that rules have decided, by the number of the decision in its database.
    private struct DecidedRequest: Decodable {
        let store: ReceiptStore
        let number: Int
    }

    private struct Look: Decodable {
        let schema: String?
        let user: UserID?
        let ids: [ConversationID]
    }

    private func look(_ body: [UInt8]) async throws -> HTTPExchangeResponse {
        let asked = try ConsoleJSON.read(Look.self, from: body)
        let found = try await chats(of: asked.schema).overview.look(at: asked.ids, user: asked.user)
        let activities = try ConsoleJSON.object(found)
        return .json(Array(#"{"conversations":"#.utf8) + activities + "}".utf8)
    }

    private struct TimelineQuestion: Decodable {
        let schema: String?
        let conversation: ConversationID
        let message: MessageID
    }

    private func timeline(_ body: [UInt8]) async throws -> HTTPExchangeResponse {
        let asked = try ConsoleJSON.read(TimelineQuestion.self, from: body)
        return try .json(
            await MessageTimeline(of: asked.message, in: asked.conversation, try chats(of: asked.schema)))
    }

    private struct CostQuestion: Decodable {
        let members: Int
        let messages: Int
    }

    private func compareCosts(_ body: [UInt8]) async throws -> HTTPExchangeResponse {
        let asked = try ConsoleJSON.read(CostQuestion.self, from: body)
        let trial = try CostTrial(members: asked.members, messages: asked.messages)
        return try .json(try await trial.run(chats.map(\.schema)))
    }

    private func makeSample(_ body: [UInt8]) async throws -> HTTPExchangeResponse {
        if !about.isEmulator {
            throw ConsoleFailure(.forbidden, "sample conversations are for emulators only")
        }
        let name = try ConsoleJSON.read([String: String].self, from: body)["schema"]
        let report = try await chats(of: name).makeSample()
        signal.notify()
        return try .json(report)
    }

    private func chats(of schema: String?) throws(ConsoleFailure) -> ChatDatabase {
        let found = schema.map { name in chats.first { $0.schema.name == name } } ?? chats.first
        guard let found else {
            throw ConsoleFailure(.badRequest, "there is no schema \"\((schema ?? "").prefix(40))\"")
        }
        return found
    }

    // MARK: Safety

    /// Restricts what a browser may do with a response: load nothing from elsewhere, show it in no frame, and send no referrer.
    private func secured(_ response: HTTPExchangeResponse) -> HTTPExchangeResponse {
        var response = response
        for (name, value) in ConsoleRouter.securityFields {
            if let name = HTTPField.Name(name), response.head.headerFields[name] == nil {
                response.head.headerFields[name] = value
            }
        }
        return response
    }

    private static let securityFields: [(String, String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; "
                + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
    ]
}
