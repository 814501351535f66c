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
}
