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

    private func denied(_ left: Operand, _ right: Operand) -> Comparison<Place, Int> {
        Comparison(left, right, isAllowed: false)
    }

    private func allowed(_ left: Operand, _ right: Operand) -> Comparison<Place, Int> {
        Comparison(left, right, isAllowed: true)
    }

    @Test func `data is the subject, whichever side it is on`() {
        let size9 = "the size of tags is 9"
        #expect(denied(size, limit).order(.atMost, isMet: false) == "\(size9), and must be at most 5")
        #expect(denied(limit, size).order(.atLeast, isMet: false) == "\(size9), and must be at most 5")
        #expect(denied(limit, size).order(.less, isMet: false) == "\(size9), and must be more than 5")
        #expect(denied(size, limit).order(.less, isMet: false) == "\(size9), and must be less than 5")
    }

    @Test func `only what was denied had to be otherwise`() {
        let size9 = "the size of tags is 9"
        #expect(denied(size, limit).order(.more, isMet: true) == "\(size9), and must not be more than 5")
        #expect(allowed(size, limit).order(.more, isMet: true) == "\(size9), which is more than 5")
        #expect(allowed(limit, size).order(.more, isMet: false) == "\(size9), which is not less than 5")
        #expect(
            allowed(user, owner).equality(areEqual: true, asker: "bob") == "owner of notes/n is \"alice\"")
        #expect(
            allowed(user, owner).equality(areEqual: false, asker: "bob")
                == "owner of notes/n is \"alice\", not bob")
        #expect(
            Operand.change(of: "owner", from: owner, to: user, isAllowed: true)
                == "owner changes from \"alice\" to bob")
    }

    @Test func `times are before and after each other`() {
        #expect(
            denied(owner, time).order(.more, isMet: false, ofTimes: true)
                == "owner of notes/n is \"alice\", and must be after the time of the request")
        #expect(
            denied(time, owner).order(.atLeast, isMet: false, ofTimes: true)
                == "owner of notes/n is \"alice\", and must be no later than the time of the request")
    }

    @Test func `what should be equal differs, or the reverse`() {
        let comparison = denied(user, owner)
        #expect(
            comparison.equality(areEqual: false, asker: "bob") == "owner of notes/n is \"alice\", not bob")
        #expect(
            comparison.equality(areEqual: true, asker: "bob")
                == "owner of notes/n is \"alice\", and must not be")
        #expect(denied(user, limit).equality(areEqual: false, asker: "bob") == "bob is not 5")
        #expect(
            Operand.change(of: "owner", from: owner, to: user, isAllowed: false)
                == "owner may not change: it is \"alice\", and bob was sent")
    }

    @Test func `a noun has the word of its language`() {
        #expect(size.noun?.text == "the size of tags of notes/n")
        #expect(size.mention == "9 (the size of tags of notes/n)")
        #expect(Noun<Place>.claim("admin").text == "admin in the user's token")
    }
}
