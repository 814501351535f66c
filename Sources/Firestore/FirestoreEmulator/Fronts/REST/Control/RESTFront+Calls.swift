import FirestoreModel
import FirestoreREST
import FirestoreRPC
import FirestoreRules
import HTTPTransport
import JSONText

/// The record of calls, and their repetition without effects.
extension RESTFront {
    /// The latest calls of a project, the oldest first, and the listeners that are open.
    func getCalls(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        let target = context.target
        let after = try target.integer("after") ?? 0
        let limit = try target.integer("limit") ?? .max
        let number = try target.integer("number")
        let hasBackground = try target.value("background") != "false"
        if limit < 0 { throw .invalidArgument("The parameter limit must not be negative.") }
        let log = core.calls
        let latest = log?.calls.last?.number ?? 0
        func isOfProject(_ call: LoggedCall) -> Bool {
            call.record.facts.content?.database.map { $0.project == project } ?? true
        }
        let calls = (log?.calls ?? []).filter { call in
            call.number > after && number ?? call.number == call.number
                && (hasBackground || !call.isBackground) && isOfProject(call)
        }.suffix(limit)
        let listeners = (log?.listeners ?? []).filter(isOfProject)
        return .message(.compact) { writer in
            writer.object { writer in
                writer.member("isRecording") { $0.boolean(log != nil) }
                writer.member("latest") { $0.integer(latest) }
                for (name, calls) in [("calls", Array(calls)), ("listeners", listeners)] {
                    writer.member(name) { writer in
                        writer.array(calls) { writer, call in
                            let sender = try? core.senders.sender(authorization: call.metadata.authorization)
                            call.write(to: &writer, sender: sender)
                        }
                    }
                }
            }
        }
    }

    /// Decides once more on a request that rules have decided: on the present data, by the present rules or by those in the body.
    /// Nothing is written or recorded.
    func replay(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let (number, content) = try WireDecoder.decode(context.body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(json, "number", "content")
            return (try reader.int32("number") ?? 0, try reader.string("content"))
        }
        _ = try context.identity()
        let decisions = core.rules.recentDecisions(project: project)
        guard let decision = decisions.first(where: { $0.number == number }) else {
            throw RPCStatus(.notFound, "The emulator no longer has the decision \(number).")
        }
        guard case .decided(let decided, _) = decision.content else {
            throw RPCStatus(
                .failedPrecondition, "The request of the decision \(number) is too large to be repeated.")
        }
        let given = content.map { ProjectRules([ProjectRules.File(name: "firestore.rules", content: $0)]) }
        guard let rules = given ?? core.rules.rules(project: project) else {
            throw RPCStatus(.failedPrecondition, "The project has no rules, so everything is allowed.")
        }
        let database = core.database(decided.request.database)
        let explanation = try rules.explanation(
            of: decided, on: database.latestState, at: database.clock.now())
        return .message { writer in
            writer.json.object { writer in explanation.members(&writer) }
        }
    }
}

extension ProjectRules {
    /// How these rules decide on an earlier request now.
    fileprivate func explanation(
        of earlier: DecidedRequest, on state: DatabaseState, at time: Timestamp
    ) throws(RPCStatus) -> Explanation {
        var request = earlier.request
        request.time = time.truncatedToMilliseconds
        let verdict = try decide(request, writes: earlier.writes, on: state, at: time)
        return verdict.explanation
    }
}
