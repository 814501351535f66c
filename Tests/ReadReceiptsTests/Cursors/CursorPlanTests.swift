import Testing

@testable import ReadReceipts

@Suite("Which cursors a listener reads") struct CursorPlanTests {
    private func choice(
        members: Int?, hasViewer: Bool = true, shown: Bool = true, uncounted: Int = 3, spent: Int = 0
    ) -> CursorPlan.Choice? {
        var plan = CursorPlan(stages: 2)
        plan.counted(reads: spent)
        plan.choose(members: members, hasViewer: hasViewer, shown: shown, uncounted: uncounted)
        return plan.choice
    }

    @Test func `all in a small group, and if the members are unknown`() {
        #expect(choice(members: 200) == .all)
        #expect(choice(members: nil) == .all)
        #expect(choice(members: 201) == .moved)
    }

    @Test func `those that move, for who has sent a message or listens for everybody`() {
        #expect(choice(members: 5000, shown: false) == .own)
        #expect(choice(members: 5000, hasViewer: false, shown: false) == .moved)
        #expect(choice(members: 5000) == .moved)
    }

    @Test func `all once counting would have cost more`() {
        // Each message takes 2 × 5 reads, and the sender's cursor one.
        #expect(choice(members: 5000, uncounted: 499) == .moved)
        #expect(choice(members: 5000, uncounted: 500) == .all)
        #expect(choice(members: 5000, uncounted: 10, spent: 4899) == .moved)
        #expect(choice(members: 5000, uncounted: 10, spent: 4900) == .all)
    }

    @Test func `a choice of all is final, and a sender goes on hearing readers`() {
        var plan = CursorPlan(stages: 2)
        plan.choose(members: 5000, hasViewer: true, shown: true, uncounted: 1)
        plan.choose(members: 5000, hasViewer: true, shown: false, uncounted: 0)
        #expect(plan.choice == .moved)
        plan.choose(members: 100, hasViewer: true, shown: true, uncounted: 1)
        plan.choose(members: 5000, hasViewer: true, shown: true, uncounted: 1)
        #expect(plan.choice == .all)
    }

    @Test func `a count is billed for each 1,000 cursors begun`() {
        #expect([0, 1, 1000, 1001, 5000].map(LargeGroup.reads(ofCount:)) == [1, 1, 1, 2, 5])
        #expect(LargeGroup.reads(toCount: 0, stages: 2, members: 5000) == 0)
        #expect(LargeGroup.reads(toCount: 3, stages: 2, members: 5000) == 31)
    }
}
