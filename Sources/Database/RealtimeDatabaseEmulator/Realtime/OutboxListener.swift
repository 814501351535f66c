import RealtimeDatabaseModel
import RealtimeDatabaseWire

/// A listener of a connection, whose events go into the connection's outbox.
struct OutboxListener: ListenerSink {
    let outbox: Outbox
    let target: ClientRequest.Target
    /// The call that listens; nil if none is recorded.
    let record: CallRecord?

    func post(_ event: StreamEvent, size: Int) -> (isOpen: Bool, handover: [Handover]) {
        outbox.post(.event(event, target.path, tag: target.tag), size: size, for: record)
    }

    func end(with event: StreamEvent) -> [Handover] {
        outbox.post(.listenRevoked(target.path, target.query), for: record).handover
    }
}
