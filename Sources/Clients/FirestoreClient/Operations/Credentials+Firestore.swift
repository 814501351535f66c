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
}
