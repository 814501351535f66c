import FirestoreEmulator
import HTTPTransport
import HTTPTypes
import Synchronization

/// Records what rules decide while an assertion runs, for its message.
///
/// Each assertion has a recorder in its own task, so that assertions can run in parallel.
final class DenialRecorder: Sendable {
    @TaskLocal static var current: DenialRecorder?

    private enum Note: Sendable {
        case decision(RuleDecision)
        case text(String)
    }

    private struct State {
        var denial: Note?
        var permission: RuleDecision?
    }

    private let state = Mutex(State())

    /// Records a decision. The first denial is kept, since it makes the operation fail.
    func note(_ decision: RuleDecision) {
        state.withLock { state in
            if decision.isAllowed {
                state.permission = decision
            } else if state.denial == nil {
                state.denial = .decision(decision)
            }
        }
    }

    /// Records how another process explains a denial.
    func note(denial text: String) {
        state.withLock { state in
            if state.denial == nil { state.denial = .text(text) }
        }
    }

    /// Why something was denied; nil if nothing was.
    var denial: String? {
        switch state.withLock({ $0.denial }) {
        case .decision(let decision): decision.text
        case .text(let text): text
        case nil: nil
        }
    }

    /// Why something was last allowed; nil if nothing was.
    var permission: String? { state.withLock { $0.permission }?.text }
}

/// Asks an emulator in another process why it has denied a request, if an assertion is running.
struct DenialReportingTransport: HTTPTransport {
    private let project: String
    private let base: any HTTPTransport

    init(_ project: String, _ base: any HTTPTransport) {
        self.project = project
        self.base = base
    }

    func send(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPExchangeResponse
    {
        let response = try await base.send(request, body: body)
        guard response.head.status == .forbidden, let recorder = DenialRecorder.current else {
            return response
        }
        var question = HTTPRequest(
            method: .get, scheme: request.scheme, authority: request.authority,
            path: "/emulator/v1/projects/\(project):explain?format=text&denied=true&limit=1")
        question.headerFields[.authorization] = "Bearer owner"
        // Google's emulator does not support this. Its message names the rule.
        if let answer = try? await base.send(question, body: []), answer.head.status == .ok {
            recorder.note(denial: String(decoding: answer.body, as: UTF8.self))
        }
        return response
    }
}
