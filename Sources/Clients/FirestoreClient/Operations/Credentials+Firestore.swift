package import ClientCore

extension Credentials {
    /// The value of the Authorization header; nil for none.
    package func authorization(projectID: String) async throws(FirestoreError) -> String? {
        do throws(CredentialsProblem) {
            return try await token(projectID: projectID).map { "Bearer \($0)" }
        } catch {
            throw FirestoreError(error)
        }
    }

    /// Checks that the credentials can be sent to a server.
    func check(for endpoint: FirestoreEndpoint) throws(FirestoreError) {
        do throws(CredentialsProblem) {
            try check(for: endpoint.address, isProduction: endpoint == .production)
        } catch {
            throw FirestoreError(error)
        }
    }
}

extension FirestoreError {
    fileprivate init(_ problem: CredentialsProblem) {
        switch problem {
        case .unusable(let reason): self = .invalidArgument(reason)
        case .noToken(let error):
            self.init(
                .unauthenticated, "No token for Firestore: the token provider failed.", underlying: error)
        case .cancelled(let error): self = .cancelled(underlying: error)
        }
    }

    static func cancelled(_ subject: String = "The call to Firestore", underlying: (any Error)?)
        -> FirestoreError
    {
        FirestoreError(.cancelled, "\(subject) was cancelled.", underlying: underlying)
    }
}
