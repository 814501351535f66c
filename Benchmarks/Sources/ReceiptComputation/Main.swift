import ReadReceipts

/// How long it takes to compute what a sender sees, without any server.
@main struct Main {
    static func main() throws {
        let members = users(50)
        let messages = (0..<10_000).map { number in
            let readers = Array(members[1...].prefix(number % 50))
            return Message(
                id: "m\(number)", senderID: "alice", status: readers.isEmpty ? .delivered : .read,
                readBy: readers.reversed(), deliveredTo: Array(members[1...]))
        }
        let conversation = Conversation(id: "c", members: members)
        report("statuses of 10,000 messages in a group of 50") {
            let audience = ReceiptAudience(conversation)
            return messages.count {
                DisplayedStatus(of: $0, among: audience, seenBy: "alice")?.status == .read
            }
        }
        report("the same with whom they were delivered to") {
            let audience = ReceiptAudience(conversation)
            return messages.count {
                ReadReceiptStatus(of: $0, among: audience, seenBy: "alice") == .readByAll
            }
        }

        let crowd = users(500)
        let profiles = Dictionary(
            uniqueKeysWithValues: crowd.map { ($0, UserProfile(id: $0, displayName: "Name of \($0)")) })
        let message = Message(id: "m", senderID: "alice", status: .read, readBy: Array(crowd[1..<250]))
        let group = Conversation(id: "c", members: crowd)
        report("details of a message in a group of 500") {
            let details = try? ReceiptDetails(of: message, in: group, seenBy: "alice", profiles: profiles)
            return details?.recipientCount ?? 0
        }
    }

    /// Alice and others, with ids as Firebase gives them out: 28 letters and digits.
    private static func users(_ count: Int) -> [UserID] {
        ["alice"] + (1..<count).map { UserID("uid\($0)Kx9QmT3vLw7RzB2nHc5Yd".padded(to: 28)) }
    }

    /// Prints the median of some runs.
    private static func report(_ name: String, _ body: () -> Int) {
        let clock = ContinuousClock()
        var times: [Duration] = []
        var result = 0
        for _ in 0..<21 { times.append(clock.measure { result &+= body() }) }
        precondition(result > 0, "nothing was computed")
        let median = times.sorted()[times.count / 2] / .milliseconds(1)
        print("\(name): \((median * 100).rounded() / 100) ms")
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self.count < count ? self + String(repeating: "x", count: count - self.count) : String(prefix(count))
    }
}
