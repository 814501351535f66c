public import FirestoreClient

/// Who asks.
extension RulesTestEnvironment {
    /// Somebody who is signed in.
    ///
    /// - Parameters:
    ///   - uid: The user's id, `request.auth.uid`.
    ///   - claims: More claims of the token, `request.auth.token`.
    /// - Throws: ``FirestoreError`` for an empty id or claims that no token has.
    public func authenticatedContext(_ uid: String, claims: [String: ClaimValue] = [:]) throws(FirestoreError)
        -> RulesTestContext
    {
        try context(.emulatorUser(uid: uid, claims: claims))
    }

    /// Somebody who is not signed in: `request.auth` is null.
    public func unauthenticatedContext() throws(FirestoreError) -> RulesTestContext { try context(.none) }

    /// Does something that no rules bind, such as to store what a test begins with.
    ///
    /// - Parameter body: Is given a context of the administrator's. Others' contexts stay bound by the rules meanwhile.
    public func withSecurityRulesDisabled<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (RulesTestContext) async throws -> Result
    ) async throws -> Result {
        try await body(try context(.emulatorAdmin))
    }

    /// Removes all documents.
    ///
    /// - Throws: ``RulesTestError`` when the emulator does not do it.
    public func clearFirestore() async throws(RulesTestError) {
        try await server.clear()
    }

    private func context(_ credentials: Credentials) throws(FirestoreError) -> RulesTestContext {
        let settings = FirestoreSettings(
            projectID: projectID, endpoint: server.endpoint, credentials: credentials, retryPolicy: .never)
        return RulesTestContext(firestore: try Firestore(settings, transport: server.transport))
    }
}

/// Firestore as somebody sees it.
public struct RulesTestContext: Sendable {
    /// The database. Calls are sent once, so that a refusal is reported at once.
    public let firestore: Firestore
}
