import CurlHTTP
import TestSupport
import Testing

struct AdmissionQueueTests {
    @Test func `requests beyond the limit wait and begin in order`() {
        var queue = AdmissionQueue<String, Int>(limit: 2)
        #expect((1...4).map { queue.enter($0, host: "a") } == [true, true, false, false])
        expect(queue.leave(host: "a"), is: 3)
        expect(queue.leave(host: "a"), is: 4)
        expect(queue.leave(host: "a"), is: nil)
        expect(queue.leave(host: "a"), is: nil)
        expect(queue.enter(5, host: "a"), is: true)
    }

    @Test func `hosts do not wait for each other`() {
        var queue = AdmissionQueue<String, Int>(limit: 1)
        expect(queue.enter(1, host: "a"), is: true)
        expect(queue.enter(2, host: "b"), is: true)
        expect(queue.enter(3, host: "a"), is: false)
        expect(queue.leave(host: "b"), is: nil)
        expect(queue.leave(host: "a"), is: 3)
    }

    @Test func `a request that gives up its place is passed over`() {
        var queue = AdmissionQueue<String, Int>(limit: 1)
        for id in 1...4 { _ = queue.enter(id, host: "a") }
        queue.withdraw(2, host: "a")
        queue.withdraw(4, host: "a")
        queue.withdraw(9, host: "a")
        queue.withdraw(9, host: "b")
        expect(queue.leave(host: "a"), is: 3)
        expect(queue.leave(host: "a"), is: nil)
    }

    @Test func `a limit below one is one`() {
        var queue = AdmissionQueue<String, Int>(limit: -5)
        expect(queue.enter(1, host: "a"), is: true)
        expect(queue.enter(2, host: "a"), is: false)
    }

    @Test func `a long line keeps its order while it moves on`() {
        var queue = AdmissionQueue<String, Int>(limit: 1)
        _ = queue.enter(0, host: "a")
        for id in 1...500 { _ = queue.enter(id, host: "a") }
        var order: [Int] = []
        for id in 501...700 {
            if let next = queue.leave(host: "a") { order.append(next) }
            _ = queue.enter(id, host: "a")
            queue.withdraw(id - 1, host: "a")
        }
        while let next = queue.leave(host: "a") { order.append(next) }
        #expect(order == Array(1...499) + [700])
    }

    @Test func `leaving an unknown host changes nothing`() {
        var queue = AdmissionQueue<String, Int>(limit: 1)
        expect(queue.leave(host: "a"), is: nil)
        expect(queue.enter(1, host: "a"), is: true)
    }
}
