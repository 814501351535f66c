import CCurl
import HTTPTransport
import HTTPTypes

/// A request under way: the state machine, and the effects of its actions.
///
/// It belongs to the ``TransferDriver``: made there from a ``Submission``, and touched only there.
final class Transfer {
    /// Identifies a transfer across threads.
    typealias ID = Int

    /// What a client passes to the driver: the request, and where its response goes.
    struct Submission: Sendable {
        let id: ID
        let plan: RequestPlan
        let delivery: Delivery
    }

    /// Where the response goes.
    enum Delivery: Sendable {
        case collected(CheckedContinuation<Result<HTTPExchangeResponse, HTTPTransportError>, Never>)
        case streamed(BodyStream, head: CheckedContinuation<Result<HTTPResponse, HTTPTransportError>, Never>)

        func fail(_ error: HTTPTransportError, hasDeliveredHead: Bool = false) {
            switch self {
            case .collected(let continuation):
                continuation.resume(returning: .failure(error))
            case .streamed(let stream, let head):
                stream.ended(error)
                if !hasDeliveredHead { head.resume(returning: .failure(error)) }
            }
        }
    }

    let id: ID
    let plan: RequestPlan
    var machine: TransferStateMachine
    /// Whether the transfer may begin.
    var isAdmitted = false
    /// Whether the body is delivered as it arrives.
    var isStreamed: Bool { if case .streamed = delivery { true } else { false } }
    /// The handle, while curl has the transfer.
    private(set) var easy: EasyHandle?

    private let delivery: Delivery
    private let headers: HeaderList
    private var collectedBody: [UInt8] = []
    private var sentBodyBytes = 0
    private var hasDeliveredHead = false

    init(
        _ submission: Submission, _ configuration: HTTPClientConfiguration, at now: ContinuousClock.Instant
    ) throws(CurlError) {
        id = submission.id
        plan = submission.plan
        delivery = submission.delivery
        headers = try HeaderList(block: plan.headerBlock)
        let isStreamed =
            switch delivery {
            case .collected: false
            case .streamed: true
            }
        machine = TransferStateMachine(
            isIdempotent: plan.request.isIdempotent,
            bodyLimit: isStreamed ? nil : max(0, configuration.maximumResponseBytes),
            timeouts: TransferTimeouts(
                request: configuration.requestTimeout, idle: configuration.idleTimeout,
                endsWithHead: isStreamed, start: now
            )
        )
    }

    /// Sets up a handle with the request; its callbacks then call this object.
    func prepare(_ easy: EasyHandle, _ configuration: HTTPClientConfiguration) throws(CurlError) {
        self.easy = easy
        try easy.prepare(plan, configuration, headers: headers)
        try setCallbacks(of: easy)
    }

    /// Returns the handle, for another transfer.
    func releaseEasy() -> EasyHandle? {
        defer { easy = nil }
        return easy
    }

    /// Delivers the outcome to the waiting task. Call it once, when curl no longer has the transfer.
    func deliver(_ action: TransferStateMachine.EndAction) {
        switch action {
        case .ignore:
            break
        case .succeed(let head):
            switch delivery {
            case .collected(let continuation):
                continuation.resume(
                    returning: .success(HTTPExchangeResponse(head: head, body: collectedBody)))
            case .streamed(let stream, _):
                stream.ended(nil)
            }
        case .fail(let failure):
            let error = failure.error(at: plan.endpoint, requestBegan: machine.requestBegan)
            delivery.fail(error, hasDeliveredHead: hasDeliveredHead)
        }
    }

}

// Curl's callbacks.
extension Transfer {
    /// Curl is about to write the request.
    func begin() -> Bool {
        machine.began(at: .now) == .proceed
    }

    /// A line of the response's head.
    func receiveHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        switch machine.receivedHeader(line, at: .now) {
        case .proceed: return true
        case .abort: return false
        case .deliverHead(let head):
            deliverHead(head)
            return true
        }
    }

    /// A piece of the response's body. `nil` asks curl to keep it and wait.
    func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        if case .streamed(let stream, _) = delivery, stream.mustWait() {
            machine.paused()
            return nil
        }
        guard machine.receivedBody(count: bytes.count, at: .now) == .deliver else { return false }
        switch delivery {
        case .collected: collectedBody.append(contentsOf: bytes)
        case .streamed(let stream, _): stream.receive(bytes)
        }
        return true
    }

    /// Copies the next part of the request's body.
    func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
        machine.sentBody(at: .now)
        let count = min(room.count, plan.request.body.count - sentBodyBytes)
        plan.request.body.withUnsafeBytes { body in
            room.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: body[sentBodyBytes..<sentBodyBytes + count]))
        }
        sentBodyBytes += count
        return count
    }

    /// Curl will read the body again, from `offset` on.
    func rewind(to offset: Int) -> Bool {
        guard (0...plan.request.body.count).contains(offset) else { return false }
        sentBodyBytes = offset
        return true
    }

    private func deliverHead(_ head: HTTPResponse) {
        switch delivery {
        case .collected:
            // A linear search: a lookup by name would sort all fields first. The limit is what a wrong length can
            // cost.
            let announced = head.headerFields.first { $0.name == .contentLength }
            if let length = announced.flatMap({ Int($0.value) }), length > 0 {
                collectedBody.reserveCapacity(min(length, 1024 * 1024))
            }
        case .streamed(_, let continuation):
            hasDeliveredHead = true
            continuation.resume(returning: .success(head))
        }
    }
}
