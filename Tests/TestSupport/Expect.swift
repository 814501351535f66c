// The simulation is built without the testing library, which has no archive to link.
#if canImport(Testing)
    package import Testing

    /// `#expect(actual == expected)` for a call that changes its receiver, which the macro does not take.
    package func expect<Value: Equatable>(
        _ actual: Value, is expected: Value, _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(actual == expected, comment, sourceLocation: sourceLocation)
    }
#endif
