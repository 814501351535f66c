/// What a ``FaultProxy`` does with one request and its answer.
///
/// Requests and answers are stored until they are whole and then forwarded, except where a fault cuts them.
package enum Fault: Hashable, Sendable {
    /// Forwards the request, and the answer.
    case pass
    /// Waits before the request is forwarded, which it is also when the client has left meanwhile.
    case delayRequest(Duration)
    /// Waits before the answer of the server, which has acted by then, is sent.
    case delayAnswer(Duration)
    /// Forwards the request and sends the answer at so many bytes a second, both in pieces with waits in between.
    case throttle(bytesPerSecond: Int)
    /// Resets a new connection as soon as it is accepted, or a kept one as soon as the next request begins.
    case refuse
    /// Forwards so many bytes of the request, and resets both connections then.
    ///
    /// The last byte of the request is never forwarded, so that the server has certainly not acted.
    case resetRequest(afterBytes: Int)
    /// Resets the connection when the server has answered, of which nothing is sent: the reply is lost after the commit.
    case loseAnswer
    /// Sends the beginning of the server's answer, and ends the connection in the midst of it.
    case cutAnswer(Cut, Ending)
    /// Closes the connection after bytes that are no HTTP, in place of the server's answer.
    case garbage
    /// Answers 429 `RESOURCE_EXHAUSTED` with `Retry-After`, without forwarding; the connection is kept.
    case overloaded(retryAfterSeconds: Int)
    /// Answers 503 `UNAVAILABLE` without forwarding; the connection is kept.
    case unavailable

    /// Where an answer is cut.
    package enum Cut: String, Hashable, Sendable, CaseIterable {
        /// Half way through the status line and the fields.
        case head
        /// After the head and half of the body; an answer without a body is cut in its head.
        case body
    }

    /// How a connection ends.
    package enum Ending: String, Hashable, Sendable, CaseIterable {
        /// Properly, as when a server closes it.
        case close
        /// With a reset, as when a server or something in between dies.
        case reset
    }

    /// A fault without its measures, to count and to weigh.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case pass, delayRequest, delayAnswer, throttle, refuse, resetRequest, loseAnswer, cutAnswer, garbage
        case overloaded, unavailable
    }

    /// Which kind of fault it is.
    package var kind: Kind {
        switch self {
        case .pass: .pass
        case .delayRequest: .delayRequest
        case .delayAnswer: .delayAnswer
        case .throttle: .throttle
        case .refuse: .refuse
        case .resetRequest: .resetRequest
        case .loseAnswer: .loseAnswer
        case .cutAnswer: .cutAnswer
        case .garbage: .garbage
        case .overloaded: .overloaded
        case .unavailable: .unavailable
        }
    }
}
