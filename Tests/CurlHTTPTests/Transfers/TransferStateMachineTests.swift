import CurlHTTP
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

/// Drives the machine event by event; no thread, no handle, and time is a number of milliseconds.
struct TransferStateMachineTests {
    private static let start = ContinuousClock.Instant.now

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
        Self.start + .milliseconds(milliseconds)
    }

    private func machine(
        isIdempotent: Bool = true, bodyLimit: Int? = nil, request: Duration? = nil, idle: Duration? = nil,
        endsWithHead: Bool = false
    ) -> TransferStateMachine {
        TransferStateMachine(
            isIdempotent: isIdempotent, bodyLimit: bodyLimit,
            timeouts: TransferTimeouts(
                request: request, idle: idle, endsWithHead: endsWithHead, start: Self.start)
        )
    }

    @discardableResult
    private func feed(_ machine: inout TransferStateMachine, _ lines: String...)
        -> TransferStateMachine.HeaderAction
    {
        var action = TransferStateMachine.HeaderAction.proceed
        for line in lines { action = machine.receivedHeader(Array(line.utf8), at: at(0)) }
        return action
    }

    private let ok = HTTPResponse(status: .ok)
    private let lost = CurlError(code: 56, text: "reset")

    @Test func `head, body and a good end succeed`() {
        var machine = machine()
        expect(machine.began(at: at(0)), is: .proceed)
        #expect(feed(&machine, "HTTP/1.1 200 OK", "") == .deliverHead(ok))
        expect(machine.receivedBody(count: 5, at: at(1)), is: .deliver)
        expect(machine.finished(nil), is: .succeed(ok))
    }

    @Test func `an interim head is not delivered`() {
        var machine = machine()
        #expect(feed(&machine, "HTTP/1.1 100 Continue", "") == .proceed)
        #expect(feed(&machine, "HTTP/1.1 200 OK", "") == .deliverHead(ok))
    }

    @Test func `trailers change nothing`() {
        var machine = machine()
        feed(&machine, "HTTP/1.1 200 OK", "")
        #expect(feed(&machine, "Grpc-Status: 0", "") == .proceed)
        expect(machine.finished(nil), is: .succeed(ok))
    }

    @Test func `curl's error wins over a complete head`() {
        var machine = machine()
        feed(&machine, "HTTP/1.1 200 OK", "")
        expect(machine.finished(lost), is: .fail(.curl(lost)))
    }

    @Test func `an end without a head is not HTTP`() {
        var machine = machine()
        expect(machine.finished(nil), is: .fail(.notHTTP))
    }

    @Test func `a body before a head is not HTTP`() {
        var machine = machine()
        expect(machine.receivedBody(count: 1, at: at(0)), is: .abort)
        expect(machine.finished(lost), is: .fail(.notHTTP))
    }

    @Test func `a bad status line aborts, whatever curl says of it`() {
        var machine = machine()
        #expect(feed(&machine, "ICY 200 OK") == .abort)
        #expect(feed(&machine, "HTTP/1.1 200 OK") == .abort)
        expect(machine.receivedBody(count: 1, at: at(0)), is: .abort)
        expect(machine.finished(CurlError(code: 23, text: "write error")), is: .fail(.notHTTP))
    }

    @Test(arguments: [([10], true), ([4, 6], true), ([11], false), ([10, 1], false), ([Int.max], false)])
    func `a body may be as large as the limit`(pieces: [Int], fits: Bool) {
        var machine = machine(bodyLimit: 10)
        feed(&machine, "HTTP/1.1 200 OK", "")
        let actions = pieces.map { machine.receivedBody(count: $0, at: at(0)) }
        #expect(actions.last == (fits ? .deliver : .abort))
        expect(machine.finished(nil), is: (fits ? .succeed(ok) : .fail(.responseTooLarge(limit: 10))))
    }

    @Test func `a request that may be repeated begins twice`() {
        var machine = machine(isIdempotent: true)
        #expect(!machine.requestBegan)
        expect(machine.began(at: at(0)), is: .proceed)
        expect(machine.began(at: at(0)), is: .proceed)
        #expect(machine.requestBegan)
    }

    @Test func `a request that must not be repeated begins once`() {
        var machine = machine(isIdempotent: false)
        expect(machine.began(at: at(0)), is: .proceed)
        expect(machine.began(at: at(0)), is: .abort)
        expect(machine.finished(CurlError(code: 42, text: "aborted")), is: .fail(.mustNotRepeat))
    }

    @Test func `stopping fails with the reason, once`() {
        var machine = machine()
        expect(machine.stopped(.cancelled), is: .fail(.cancelled))
        expect(machine.stopped(.shutDown), is: .ignore)
        expect(machine.finished(lost), is: .ignore)
        #expect(feed(&machine, "HTTP/1.1 200 OK") == .abort)
    }

    @Test func `a reason that was found first is kept when the transfer is stopped`() {
        var machine = machine(bodyLimit: 0)
        feed(&machine, "HTTP/1.1 200 OK", "")
        expect(machine.receivedBody(count: 1, at: at(0)), is: .abort)
        expect(machine.stopped(.cancelled), is: .fail(.responseTooLarge(limit: 0)))
    }

    @Test func `the whole exchange has a limit, activity or not`() {
        var machine = machine(request: .milliseconds(100))
        _ = machine.began(at: at(10))
        feed(&machine, "HTTP/1.1 200 OK", "")
        _ = machine.receivedBody(count: 1, at: at(99))
        expect(machine.checked(at: at(99)), is: .ignore)
        expect(machine.checked(at: at(100)), is: .fail(.expired(.request(.milliseconds(100)))))
        expect(machine.checked(at: at(200)), is: .ignore)
    }

    @Test func `for a stream that limit ends with the head`() {
        var machine = machine(request: .milliseconds(100), endsWithHead: true)
        #expect(machine.nextCheck(after: at(0)) == at(100))
        feed(&machine, "HTTP/1.1 200 OK", "")
        #expect(machine.nextCheck(after: at(0)) == nil)
        expect(machine.checked(at: at(1000)), is: .ignore)
    }

    @Test func `silence counts from the last movement`() {
        var machine = machine(idle: .milliseconds(50))
        expect(machine.checked(at: at(1000)), is: .ignore, "nothing has begun")
        _ = machine.began(at: at(1000))
        expect(machine.checked(at: at(1049)), is: .ignore)
        machine.sentBody(at: at(1040))
        _ = machine.receivedHeader(Array("HTTP/1.1 200 OK".utf8), at: at(1080))
        expect(machine.checked(at: at(1129)), is: .ignore)
        expect(machine.checked(at: at(1130)), is: .fail(.expired(.idle(.milliseconds(50)))))
    }

    @Test func `silence does not count while the reader lags`() {
        var machine = machine(idle: .milliseconds(50))
        _ = machine.began(at: at(0))
        feed(&machine, "HTTP/1.1 200 OK", "")
        machine.paused()
        expect(machine.checked(at: at(500)), is: .ignore)
        machine.resumed(at: at(500))
        expect(machine.checked(at: at(549)), is: .ignore)
        expect(machine.checked(at: at(550)), is: .fail(.expired(.idle(.milliseconds(50)))))
    }

    @Test func `the next check is never after a limit that may yet begin to run`() {
        var machine = machine(request: .milliseconds(500), idle: .milliseconds(50))
        #expect(machine.nextCheck(after: at(0)) == at(50))
        _ = machine.began(at: at(20))
        #expect(machine.nextCheck(after: at(30)) == at(70))
        machine.paused()
        #expect(machine.nextCheck(after: at(480)) == at(500))
        #expect(self.machine().nextCheck(after: at(0)) == nil)
    }
}
