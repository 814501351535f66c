/// A call, without what carries it: messages in, messages out, and a status at the end.
///
/// The functions are called on one thread at a time. Output waits inside until it is taken.
package protocol GRPCCall: AnyObject {
    /// Whether the response begins at once, before there is a first message.
    var beginsAtOnce: Bool { get }

    func receive(_ message: [UInt8])

    /// The client sends no more messages.
    func receiveEnd()

    /// The client is gone, or its time is over. Nothing is called after this.
    func cancel()

    /// Takes the next messages; none when there are none yet.
    func take() -> GRPCOutput
}

/// What a call has to say.
package struct GRPCOutput {
    package var messages: [[UInt8]]
    /// Whether more can be taken at once.
    package var hasMore: Bool
    /// The end of the call after these messages; nil while it goes on.
    package var end: GRPCStatus?

    package init(_ messages: [[UInt8]] = [], hasMore: Bool = false, end: GRPCStatus? = nil) {
        self.messages = messages
        self.hasMore = hasMore
        self.end = end
    }
}
