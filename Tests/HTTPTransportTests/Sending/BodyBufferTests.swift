import HTTPTransport
import TestSupport
import Testing

struct BodyBufferTests {
    /// What the reader saw, without the reader.
    private func text(_ chunk: BodyChunk) -> String {
        switch chunk {
        case .success(let bytes?): String(decoding: bytes, as: UTF8.self)
        case .success(nil): "end"
        case .failure(let error): "\(error.kind)"
        }
    }

    private func next(_ buffer: inout BodyBuffer<String>, _ name: String = "reader") -> String {
        switch buffer.next(name) {
        case .wait: "wait"
        case .give(let chunk): text(chunk)
        case .giveAndResumeTransfer(let chunk): text(chunk) + ", resume"
        }
    }

    private func resumed(_ action: BodyBuffer<String>.ProducerAction) -> String {
        switch action {
        case .none: "nobody"
        case .resume(let waiter, let chunk): "\(waiter): \(text(chunk))"
        }
    }

    private func receive(_ buffer: inout BodyBuffer<String>, _ piece: String) -> String {
        resumed(buffer.receive(Array(piece.utf8)))
    }

    @Test func `a reader gets all that has arrived, in order`() {
        var buffer = BodyBuffer<String>(capacity: 100)
        #expect(receive(&buffer, "ab") == "nobody")
        #expect(receive(&buffer, "cd") == "nobody")
        #expect(next(&buffer) == "abcd")
        #expect(next(&buffer) == "wait")
    }

    @Test func `a waiting reader gets a piece at once`() {
        var buffer = BodyBuffer<String>(capacity: 100)
        #expect(next(&buffer) == "wait")
        #expect(receive(&buffer, "ab") == "reader: ab")
        #expect(receive(&buffer, "cd") == "nobody")
    }

    @Test func `the end comes after the bytes, and stays`() {
        var buffer = BodyBuffer<String>(capacity: 100)
        _ = receive(&buffer, "ab")
        #expect(resumed(buffer.end(nil)) == "nobody")
        #expect(next(&buffer) == "ab")
        #expect(next(&buffer) == "end")
        #expect(next(&buffer) == "end")
    }

    @Test func `a failure comes after the bytes, and stays`() {
        var buffer = BodyBuffer<String>(capacity: 100)
        _ = receive(&buffer, "ab")
        _ = buffer.end(HTTPTransportError(.connectionLost, "lost"))
        _ = buffer.end(nil)
        #expect(next(&buffer) == "ab")
        #expect(next(&buffer) == "connectionLost")
        #expect(next(&buffer) == "connectionLost")
    }

    @Test func `a waiting reader hears of the end`() {
        var buffer = BodyBuffer<String>(capacity: 100)
        _ = next(&buffer)
        #expect(resumed(buffer.end(nil)) == "reader: end")
        var other = BodyBuffer<String>(capacity: 100)
        _ = next(&other)
        #expect(resumed(other.end(HTTPTransportError(.cancelled, "x"))) == "reader: cancelled")
    }

    @Test func `a full buffer holds the transfer back until it is read`() {
        var buffer = BodyBuffer<String>(capacity: 3)
        expect(buffer.mustWait(), is: false)
        _ = receive(&buffer, "ab")
        expect(buffer.mustWait(), is: false, "there is still room for one more piece")
        _ = receive(&buffer, "cd")
        expect(buffer.mustWait(), is: true)
        #expect(buffer.isPaused)
        expect(buffer.mustWait(), is: true)
        #expect(next(&buffer) == "abcd, resume")
        #expect(!buffer.isPaused)
        expect(buffer.mustWait(), is: false)
        #expect(buffer.highestCount == 4)
    }

    @Test func `a paused transfer can fail`() {
        var buffer = BodyBuffer<String>(capacity: 1)
        _ = receive(&buffer, "a")
        _ = buffer.mustWait()
        _ = buffer.end(HTTPTransportError(.cancelled, "x"))
        #expect(buffer.isEnded)
        #expect(next(&buffer) == "a")
        #expect(next(&buffer) == "cancelled")
    }

    @Test func `a second reader gets an error`() {
        var buffer = BodyBuffer<String>(capacity: 100)
        #expect(next(&buffer, "first") == "wait")
        #expect(next(&buffer, "second") == "other")
        #expect(receive(&buffer, "ab") == "first: ab")
    }

    @Test func `what comes after the end is dropped`() {
        var buffer = BodyBuffer<String>(capacity: 1)
        _ = buffer.end(nil)
        #expect(receive(&buffer, "ab") == "nobody")
        expect(buffer.mustWait(), is: false)
        #expect(next(&buffer) == "end")
    }
}
