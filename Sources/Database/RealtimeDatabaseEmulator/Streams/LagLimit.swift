/// How far behind a stream may be before it ends; the listener then starts again.
struct LagLimit: Sendable, Equatable {
    /// The maximum number of waiting events.
    let events: Int
    /// The maximum size in bytes of the requests behind them.
    let bytes: Int
}
