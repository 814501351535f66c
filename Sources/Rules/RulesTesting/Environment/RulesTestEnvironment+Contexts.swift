public import FirestoreClient

/// The users of an environment.
extension RulesTestEnvironment {
    /// A signed-in user.
    ///
    /// - Parameters:
    ///   - uid: The user's id, `request.auth.uid`.
    ///   - claims: More claims of the token, `request.auth.token`.
    /// - Throws: `FirestoreError` for an empty id, or claims that a token cannot have.
    public func authenticatedContext(_ uid: String, claims: [String: ClaimValue] = [:]) throws(FirestoreError)
        -> RulesTestContext
    {
        try context(.emulatorUser(uid: uid, claims: claims))
    }

    /// Somebody who is not signed in: `request.auth` is null.
    public func unauthenticatedContext() throws(FirestoreError) -> RulesTestContext { try context(.none) }

    /// Bypasses the rules, to store the data that a test begins with: the closure gets a context of an administrator. The rules still apply to
    /// other contexts.
    public func withSecurityRulesDisabled<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (RulesTestContext) async throws -> Result
    ) async throws -> Result {
        try await body(try context(.emulatorAdmin))
    }

    /// Deletes all documents.
    ///
    /// - Throws: ``RulesTestError`` if the emulator fails to.
    public func clearFirestore() async throws(RulesTestError) {
        do throws(ServerFailure) {
            try await server.clear()
        } catch {
            throw RulesTestError(error.message)
        }
    }

    private func context(_ credentials: Credentials) throws(FirestoreError) -> RulesTestContext {
        RulesTestContext(firestore: try server.firestore().acting(as: credentials))
    }
}

/// Firestore as one user sees it.
public struct RulesTestContext: Sendable {
    /// The database. Calls are not repeated, so that a denial is reported at once.
    public let firestore: Firestore
}
