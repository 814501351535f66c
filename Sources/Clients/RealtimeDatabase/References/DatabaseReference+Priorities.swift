// Priorities are not supported; a write with one fails, as it would lose the priority otherwise.
extension DatabaseReference {
    /// Replaces all data here, without a priority.
    ///
    /// - Returns: This reference.
    /// - Throws: ``DatabaseError``, `.unsupported` for a priority other than nil.
    @discardableResult
    public nonisolated(nonsending) func setValue(
        _ value: Any?, andPriority priority: Any?
    ) async throws(DatabaseError) -> DatabaseReference {
        try await database.perform(put(value, priority: priority))
        return self
    }

    /// Not supported.
    ///
    /// - Returns: This reference.
    /// - Throws: ``DatabaseError`` with `.unsupported`.
    @discardableResult
    public nonisolated(nonsending) func setPriority(
        _ priority: Any?
    ) async throws(DatabaseError) -> DatabaseReference {
        throw try unsupportedPriority("setPriority")
    }

    func put(_ value: Any?, priority: Any?) throws(DatabaseError) -> Call {
        guard let priority, (try? DatabaseValue(plain: priority)) != .null else {
            return try put("setValue", plain: value)
        }
        throw try unsupportedPriority("setValue(_:andPriority:)")
    }

    func unsupportedPriority(_ method: String) throws(DatabaseError) -> DatabaseError {
        .prioritiesUnsupported(Call.subject(method, try path(for: method)))
    }
}
