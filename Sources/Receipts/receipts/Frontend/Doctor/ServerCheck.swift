import CurlHTTP
import FirestoreClient
import FirestoreModel
import HTTPTransport
import HTTPTypes

/// Asks the server that other commands would use.
struct ServerCheck {
    let options: ConnectionOptions
    let context: CommandContext

    func findings() async throws -> [DoctorFinding] {
        let choice: ServerChoice
        do throws(CommandFailure) {
            choice = try await ServerChoice(
                options, emulatorIn: "FIRESTORE_EMULATOR_HOST", user: nil, credentials: nil, in: context)
        } catch {
            if error.status == .interrupted { throw error }
            return [notChosen(error.message)]
        }
        let transport = context.transport ?? HTTPClient()
        let (firestore, endpoint) = try ConnectedDatabase.firestore(
            choice, over: transport, logger: context.logger("firestore-client", options))
        var findings = [await answer(of: firestore, at: endpoint, choice)]
        if !choice.knowsUsers { findings += await clock(over: transport) }
        return findings
    }

    /// Emulators and rules need no server, so none is a problem only for somebody who has asked for one.
    private func notChosen(_ reason: String) -> DoctorFinding {
        let isAsked = options.credentials != nil || options.project != nil || options.emulator != nil
        let names = ["FIRESTORE_EMULATOR_HOST", "FIRESTORE_TOKEN", "GOOGLE_APPLICATION_CREDENTIALS"]
        let isSet = names.contains { context.environment[$0].map { !$0.isEmpty } ?? false }
        return isAsked || isSet
            ? .bad("server", reason, "commands that read or write chats end with status 2")
            : .note(
                "server", "none is named",
                "commands that read or write chats need --emulator or --credentials; see receipts seed --help"
            )
    }

    /// Asks for a document that does not exist.
    private func answer(
        of firestore: Firestore, at endpoint: FirestoreEndpoint, _ choice: ServerChoice
    ) async -> DoctorFinding {
        let server = "\(endpoint), project \(choice.project)"
        do throws(FirestoreError) {
            _ = try await firestore.document("receipts-doctor/none").getDocument()
            return .good("server", "\(server) answers")
        } catch {
            // The reason for a missing access token helps more than the bare fact.
            let failure = CommandFailure(error)
            let code = failure.status == .unreachable ? .unavailable : error.code
            return .bad("server", "\(server): \(failure.message)", advice(code, choice))
        }
    }

    private func advice(_ code: StatusCode, _ choice: ServerChoice) -> String {
        switch code {
        case .unavailable, .deadlineExceeded:
            choice.knowsUsers
                ? "start it with receipts emulator start, or name another one"
                : "check the network, and HTTPS_PROXY if there is a proxy"
        case .unauthenticated:
            "get other credentials; receipts help connecting lists their kinds"
        case .permissionDenied:
            "give the owner of the credentials the role Cloud Datastore User in this project, or use another project"
        case .notFound: "create the database in the Firebase console, or use another project"
        case .ok, .cancelled, .unknown, .invalidArgument, .alreadyExists, .resourceExhausted,
            .failedPrecondition, .aborted, .outOfRange, .unimplemented, .internal, .dataLoss:
            "see -v on any command for the server's own words"
        }
    }

    /// Compares this computer's clock with that of Google's servers, without credentials.
    private func clock(over transport: any HTTPTransport) async -> [DoctorFinding] {
        let request = HTTPRequest(
            method: .get, scheme: "https", authority: FirestoreEndpoint.production.host, path: "/")
        guard let response = try? await transport.send(request, body: []),
            let date = response.head.headerFields[.date]
        else { return [] }
        return ClockCheck.findings(serverDate: date, now: context.now())
    }
}
