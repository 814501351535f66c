extension DatabaseQuery {
    /// Reads the current data from the server and calls a handler with the error or the data, on the callback queue.
    public func getData(completion block: @escaping ((any Error)?, DataSnapshot?) -> Void) {
        location.database.read(block) { () throws(DatabaseError) in try await self.getData() }
    }
}
