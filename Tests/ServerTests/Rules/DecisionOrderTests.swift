import Testing

@Suite("What is settled in a denial")
struct DecisionOrderTests {
    @Test(arguments: [
        ("403 no matching", "403 no matching"),
        (#"{"message":"\nfalse for 'get' @ L5"}"#, #"{"message":"\nfalse for 'get' @ L5"}"#),
        (
            "\nevaluation error at L5:1 for 'get' @ L5, false for 'get' @ L5",
            "\nevaluation error at L5:1 for 'get' @ L5"
        ),
        (
            "\nfalse for 'create' @ L5, evaluation error at L7:24 for 'update' @ L7, false for 'create' @ L5, x",
            "\nfalse for 'create' @ L5, evaluation error at L7:24 for 'update' @ L7, x"
        ),
        (
            "Index: [1] , size: [1]. for 'get' @ L5, a, b for 'get' @ L6, Index: [1] , size: [1]. for 'get' @ L5",
            "Index: [1] , size: [1]. for 'get' @ L5, a, b for 'get' @ L6"
        ),
    ])
    func `what luck decides is left out`(text: String, settled: String) {
        #expect(DecisionOrder.settled(text) == settled)
    }

    @Test(arguments: [
        // An update is asked about once more before the delete, or not.
        (
            "a for 'update' @ L5, b for 'delete' @ L5, false for 'update' @ L5, b for 'delete' @ L5",
            "a for 'update' @ L5, b for 'delete' @ L5, b for 'delete' @ L5", true
        ),
        // What is said at first must be the same.
        (
            "a for 'update' @ L5, b for 'delete' @ L5, b for 'delete' @ L5",
            "a for 'update' @ L5, c for 'delete' @ L5, b for 'delete' @ L5", false
        ),
        // Where the matter is settled at first, nothing more may be said.
        (
            "a for 'update' @ L5, b for 'delete' @ L5",
            "a for 'update' @ L5, b for 'delete' @ L5, x for 'delete' @ L5", false
        ),
    ])
    func `what is asked for the second time comes in no order`(one: String, other: String, areAlike: Bool) {
        #expect(DecisionOrder.areAlikeAtFirst(one, other, documents: 2) == areAlike)
    }
}
