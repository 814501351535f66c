import HTTPServing
import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore

/// The record of calls.
extension RESTAdapter {
    /// Answers a request for data, and records it if calls are recorded.
    func recording(_ path: DatabasePath, _ context: RequestContext) throws(RESTFailure) -> HTTPReply {
        guard let log = databases.database(context.namespace).calls,
            let content = CallContent(path, context)
        else { return try reply(to: path, context) }
        let call = log.begin(
            content, by: context.caller, over: .rest, size: context.body.count, at: configuration.clock.now())
        var context = context
        context.record = call.record
        do throws(RESTFailure) {
            let reply = try reply(to: path, context)
            var outcome = LoggedCall.Outcome.ok
            if case .now(let response, _) = reply {
                call.record.noteSent(response.body.count)
                outcome = LoggedCall.Outcome(response.head.status)
            }
            log.append(call, outcome)
            return reply
        } catch {
            call.record.noteSent(error.response.body.count)
            log.append(call, LoggedCall.Outcome(error))
            throw error
        }
    }

    /// Records a request for data that was refused before anything else, such as for its token or its size.
    func record(
        _ failure: RESTFailure, of request: HTTPRequest, to route: Route, _ target: RequestTarget,
        _ body: [UInt8]
    ) {
        guard case .data(let path) = route,
            let namespace = try? RequestContext.namespace(request, target) ?? configuration.defaultNamespace,
            let log = databases.database(namespace).calls,
            let content = CallContent(path, request.method, target, isStream: false, body)
        else { return }
        let call = log.begin(
            content, by: .anonymous, over: .rest, size: body.count, at: configuration.clock.now())
        call.record.noteSent(failure.response.body.count)
        log.append(call, LoggedCall.Outcome(failure))
    }

    /// The latest calls of a database, the oldest first, and the listeners that are open.
    func calls(_ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        let selection = try selection(context)
        let log = databases.database(context.namespace).calls
        let calls = log?.calls ?? []
        return context.layout.response { writer in
            writer.object { writer in
                writer.member("isRecording") { $0.boolean(log != nil) }
                writer.member("latest") { $0.integer(calls.last?.number ?? 0) }
                writer.member("calls") { writer in
                    writer.array(selection.events(calls)) { $1.write(to: &$0) }
                }
                writer.member("listeners") { writer in
                    writer.array(log?.listeners ?? []) { $1.write(to: &$0) }
                }
            }
        }
    }
}

extension RESTAdapter {
    /// Decides once more on a call, on the present data: by the present rules, or by those in the body, `{"call": 7, "content": "…"}`.
    /// Nothing is written or recorded.
    func replay(_ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        try context.checkAdministrator()
        guard context.method == .post else { throw .methodNotAllowed }
        guard let json = try? JSONParser.parse(context.body), case .number(let digits)? = json["call"],
            let number = Int(digits)
        else { throw .badRequest("The body must be {\"call\": NUMBER}, with \"content\" for other rules.") }
        let database = databases.database(context.namespace)
        guard let call = database.calls?.call(number) else {
            throw .notFound("The emulator no longer has the call \(number).")
        }
        var rules: DatabaseRules?
        if let content = json["content"]?.string {
            do throws(RulesRefusal) { rules = try DatabaseRules(content) } catch {
                throw .badRequest(error.wireText)
            }
        }
        let verdict: RulesVerdict?
        do throws(WriteRefusal) { verdict = try database.verdict(on: call, by: rules) } catch {
            throw .badRequest("What the call writes does not fit the present data.")
        }
        guard let verdict else {
            throw .badRequest("No rules apply to the call \(number), or what it writes is not kept.")
        }
        return context.layout.response { writer in
            writer.object { verdict.decision.explanation.members(&$0) }
        }
    }
}

extension LoggedCall: LoggedEvent {
    var isAllowed: Bool { outcome == .ok }
}

extension LoggedCall.Outcome {
    /// A response that is no refusal; one with other data than a condition asks for is.
    fileprivate init(_ status: HTTPResponse.Status) {
        self = status == .preconditionFailed ? Self(status: "PRECONDITION_FAILED") : .ok
    }

    fileprivate init(_ failure: RESTFailure) {
        let isDenied = failure.decision != nil || failure.message == RESTFailure.permissionDenied
        let phrase = failure.status.reasonPhrase.uppercased().replacing(" ", with: "_")
        self.init(status: isDenied ? "PERMISSION_DENIED" : phrase, message: failure.message)
    }
}
