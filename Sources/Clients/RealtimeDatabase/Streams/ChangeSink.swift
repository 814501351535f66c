import RealtimeDatabaseModel

/// What takes the events of a stream.
protocol ChangeSink: AnyObject, Sendable {
    /// A new connection begins.
    func reconnect()
    /// Takes an event.
    ///
    /// - Throws: ``DataProblem`` for an invalid event.
    func put(_ event: StreamEvent) throws(DataProblem)
    /// The stream has ended.
    func finish(_ error: DatabaseError)
}
