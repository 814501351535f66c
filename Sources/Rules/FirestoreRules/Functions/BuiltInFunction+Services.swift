extension BuiltInFunction {
    /// Functions that read documents.
    static let documents: [BuiltInFunction] = [
        BuiltInFunction(
            "get", "The document at a path, as stored before the request; null if there is none.", [[.path]],
            gives: .any,
            in: .firestore, .access(.get)),
        BuiltInFunction(
            "exists", "Whether there is a document at a path before the request.", [[.path]], gives: .any,
            in: .firestore,
            .access(.exists)),
        BuiltInFunction(
            "getAfter", "The document at a path, as it will be after the request; null if there is none.",
            [[.path]],
            gives: .any, in: .firestore, .access(.getAfter)),
        BuiltInFunction(
            "existsAfter", "Whether there will be a document at a path after the request.", [[.path]],
            gives: .any,
            in: .firestore, .access(.existsAfter)),
        BuiltInFunction(
            "value", "Known to the checker of Google's emulator, but not implemented.", [[.path]],
            gives: .any,
            in: .firestore, .missing),
    ]

    /// Functions for people who write rules.
    static let debugging: [BuiltInFunction] = [
        // Printing is up to whoever runs the rules.
        BuiltInFunction(
            "debug", "Prints its argument where the rules run, and returns it.", [[.any]], gives: .any,
            in: .services,
            .pure { arguments throws(EvaluationFailure) in
                guard let value = arguments.first else {
                    throw .error(.serviceCall(function: "debug", argument: ""))
                }
                return value
            })
    ]
}
