/// How far behind a stream may be before it is ended; whoever listens then begins anew.
struct LagLimit: Sendable, Equatable {
    /// How many events may wait.
    let events: Int
    /// How many bytes the requests had of which they tell.
    let bytes: Int
}
