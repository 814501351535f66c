import TestSupport
import Testing

@testable import ReadReceipts

@Suite("Users by their places")
struct UserIndexTests {
    @Test func `users have the places in which they came, each once`() {
        var index = UserIndex(["alice", "bob", "alice", ""])
        #expect(["alice", "bob", ""].map { index.place(of: $0) } == [0, 1, 2])
        #expect(index.place(of: "carol") == nil)
        let (isNew, isNewAgain) = (index.insert("carol"), index.insert("carol"))
        #expect(isNew && !isNewAgain)
        #expect((index.place(of: "carol"), index.count) == (3, 4))
    }

    @Test func `ids are told apart by their bytes`() {
        let index = UserIndex(["e\u{301}"])
        #expect(index.place(of: "e\u{301}") == 0)
        #expect(index.place(of: "\u{E9}") == nil)
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `random ids are found, and no others`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // The same at both ends, as in e-mail addresses.
        let users = (0..<random.int(1...2000)).map { number in
            UserID("user-\(number)-\(random.int(0...9))@example.com")
        }
        let index = UserIndex(users)
        #expect(index.count == users.count)
        for (place, user) in users.enumerated() {
            #expect(index.place(of: user) == place)
            #expect(index.place(of: UserID(user.string + "x")) == nil)
        }
    }
}
