import FirestoreClient
import FirestoreEmulator
import FirestoreModel
import HTTPTransport
import HTTPTypes
import RulesAnalysis

/// Makes cases of suites from the requests that an emulator's rules have decided.
struct DecidedCase {
    let firestore: Firestore

    /// A request as a case.
    struct Case: Encodable, Sendable, Equatable {
        let name: String
        /// The case in YAML, as an element of a suite's list.
        let text: String
    }

    /// The case for a decision.
    ///
    /// - Throws: ``ConsoleFailure`` if the emulator no longer has the request, or if suites cannot send it.
    func make(of number: Int) async throws -> Case {
        let settings = firestore.settings
        var request = HTTPRequest(
            method: .get, scheme: "http", authority: settings.endpoint.authority,
            path: "/emulator/v1/projects/\(settings.projectID):requests?number=\(number)")
        request.headerFields[.authorization] = "Bearer owner"
        let response = try await firestore.transport.send(request, body: [])
        guard response.head.status == .ok, let found = try? RecordedRequest.decode(response.body).first else {
            throw ConsoleFailure(
                .notFound,
                "the emulator no longer has the request of decision \(number), or it was too large to keep")
        }
        let made = RequestCase(
            claims: found.claims, documents: found.documents,
            operation: RequestCase.Operation(found.operation),
            isAllowed: found.isAllowed)
        guard let text = made.text else {
            throw ConsoleFailure(.conflict, "suites have no words for this request")
        }
        return Case(name: made.name, text: text)
    }
}

extension RequestCase.Operation {
    fileprivate init(_ operation: RecordedRequest.Operation) {
        switch operation {
        case .get(let names): self = .get(names.map(\.path))
        case .query(let query, let parent): self = .query(query, parent: parent)
        case .commit(let writes): self = .commit(writes)
        }
    }
}
