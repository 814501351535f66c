/// What a worker has done with messages since it was started.
public struct MessageMetrics: Sendable, Equatable {
    /// The number of messages pulled or pushed, repeated deliveries included.
    public var received = 0
    /// The number of messages acknowledged.
    public var acknowledged = 0
    /// The number of messages given back, because the worker ended or held them for too long.
    public var returned = 0
    /// The number of messages of which parts went to the dead letters.
    public var buried = 0
    /// The number of pulls that failed.
    public var failedPulls = 0
    /// The number of acknowledgements, deadlines and dead letters that could not be sent; the messages are delivered again.
    public var failedAnswers = 0

    /// Creates metrics that are all zero.
    public init() {}
}

extension MessageMetrics {
    /// These metrics, for Prometheus.
    func write(to text: inout PrometheusText, held: Int, bytes: Int) {
        text.gauge("receipts_messages_held", "Messages that are not acknowledged yet.", held)
        text.gauge("receipts_messages_held_bytes", "The size of these messages.", bytes)
        text.counter("receipts_messages_received_total", "Messages pulled or pushed.", received)
        text.counter("receipts_messages_acknowledged_total", "Messages acknowledged.", acknowledged)
        text.counter(
            "receipts_messages_returned_total", "Messages given back without being written.", returned)
        text.counter("receipts_messages_buried_total", "Messages that went to the dead letters.", buried)
        text.counter("receipts_pull_failures_total", "Pulls that failed.", failedPulls)
        text.counter(
            "receipts_answer_failures_total", "Acknowledgements and the like that could not be sent.",
            failedAnswers)
    }
}
