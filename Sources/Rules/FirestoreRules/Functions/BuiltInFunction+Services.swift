extension BuiltInFunction {
    /// Functions that read documents.
    static let documents: [BuiltInFunction] = [
        BuiltInFunction(
            "get", "The document at a path before the request; null if it does not exist.", [[.path]],
            gives: .any,
            in: .firestore, .access(.get)),
        BuiltInFunction(
            "exists", "Whether the document at a path exists before the request.", [[.path]], gives: .any,
            in: .firestore,
            .access(.exists)),
        BuiltInFunction(
            "getAfter", "The document at a path after the request; null if it does not exist.",
            [[.path]],
            gives: .any, in: .firestore, .access(.getAfter)),
        BuiltInFunction(
            "existsAfter", "Whether the document at a path exists after the request.", [[.path]],
            gives: .any,
            in: .firestore, .access(.existsAfter)),
        BuiltInFunction(
            "value", "Google's emulator checks calls of it, but does not implement it.", [[.path]],
            gives: .any,
            in: .firestore, .missing),
    ]

    /// Functions for debugging rules.
    static let debugging: [BuiltInFunction] = [
        // Google's emulator prints the value.
        BuiltInFunction(
            "debug", "Returns its argument. Google's emulator also prints it.", [[.any]], gives: .any,
            in: .services,
            .pure { arguments throws(EvaluationFailure) in
                guard let value = arguments.first else {
                    throw .error(.serviceCall(function: "debug", argument: ""))
                }
                return value
            })
    ]
}
