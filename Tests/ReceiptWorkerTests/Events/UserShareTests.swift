import ReadReceipts
import ReceiptWorker
import Testing

@Suite("Shares of users")
struct UserShareTests {
    @Test(arguments: [1, 2, 3, 7, 1000])
    func `each user belongs to one share, and the shares are about as large`(count: Int) throws {
        let shares = try (1...count).map { try #require(UserShare($0, of: count)) }
        let users = (0..<2000).map { UserID("user-\($0)") }
        #expect(users.allSatisfy { user in shares.count { $0.contains(user) } == 1 })
        if count < 10 {
            let sizes = shares.map { share in users.count { share.contains($0) } }
            #expect(sizes.allSatisfy { abs($0 - 2000 / count) < 150 })
        }
    }

    @Test func `every machine and version computes the same share`() throws {
        // FNV-1a of "" and "foobar", as its authors give them, modulo 1000.
        #expect(
            try #require(UserShare(Int(0xcbf2_9ce4_8422_2325 as UInt64 % 1000) + 1, of: 1000)).contains(""))
        #expect(
            try #require(UserShare(Int(0x85944171f73967e8 as UInt64 % 1000) + 1, of: 1000)).contains("foobar")
        )
    }

    @Test(arguments: [(0, 1), (2, 1), (1, 0), (-1, 4), (1, 1001)])
    func `there are no other shares`(number: Int, count: Int) {
        #expect(UserShare(number, of: count) == nil)
    }
}
