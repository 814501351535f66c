import RulesCore
import Testing

@Suite("Sentences about comparisons")
struct ComparisonTests {
    private struct Place: NounPlace {
        let text: String
        let weight = 5
    }

    private typealias Operand = Side<Place, Int>

    private let size = Operand(
        noun: .measure("size", of: .place(Place(text: "tags of notes/n"))), name: "the size of tags",
        value: "9", raw: 9, isConstant: false)
    private let limit = Operand(noun: nil, name: "`5`", value: "5", raw: 5, isConstant: true)
    private let user = Operand(noun: .user, name: "the user's id", value: "bob", raw: nil, isConstant: false)
    private let owner = Operand(
        noun: .place(Place(text: "owner of notes/n")), name: "owner of notes/n", value: "\"alice\"", raw: nil,
        isConstant: false)
    private let time = Operand(
        noun: .time, name: "the time of the request", value: "noon", raw: nil, isConstant: false)

    @Test func `data is the subject, whichever side it is on`() {
        #expect(
            Comparison(size, limit).order(.atMost) == "the size of tags is 9, and must be at most 5")
        #expect(
            Comparison(limit, size).order(.atLeast) == "the size of tags is 9, and must be at most 5")
        #expect(Comparison(limit, size).order(.less) == "the size of tags is 9, and must be more than 5")
        #expect(Comparison(size, limit).order(.less) == "the size of tags is 9, and must be less than 5")
    }

    @Test func `times are before and after each other`() {
        #expect(
            Comparison(owner, time).order(.more, ofTimes: true)
                == "owner of notes/n is \"alice\", and must be after the time of the request")
        #expect(
            Comparison(time, owner).order(.atLeast, ofTimes: true)
                == "owner of notes/n is \"alice\", and must be no later than the time of the request")
    }

    @Test func `what should be equal differs, or the reverse`() {
        let comparison = Comparison(user, owner)
        #expect(
            comparison.equality(isWanted: true, asker: "bob") == "owner of notes/n is \"alice\", not bob")
        #expect(
            comparison.equality(isWanted: false, asker: "bob")
                == "owner of notes/n is \"alice\", and must not be")
        #expect(Comparison(user, limit).equality(isWanted: true, asker: "bob") == "bob is not 5")
        #expect(
            Operand.change(of: "owner", from: owner, to: user)
                == "owner may not change: it is \"alice\", and bob was sent")
    }

    @Test func `a noun has the word of its language`() {
        #expect(size.noun?.text == "the size of tags of notes/n")
        #expect(size.mention == "9 (the size of tags of notes/n)")
        #expect(Noun<Place>.claim("admin").text == "admin in the user's token")
    }
}
