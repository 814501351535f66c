/// A parser or decoder, and what must hold for whatever bytes it gets.
///
/// `Scripts/fuzz` has a fuzzer make the bytes, led by the parts of the code that they reach. The tests replay the ones that were kept, in
/// `Tests/Corpora`.
package struct FuzzTarget: Sendable {
    /// Its name, and that of its folder of inputs.
    package let name: String
    private let body: @Sendable ([UInt8]) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable ([UInt8]) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Gives it bytes.
    ///
    /// - Throws: ``BrokenPromise``.
    package func check(_ input: [UInt8]) async throws {
        try await body(input)
    }

    package static let all = [
        json, values, protobuf, regularExpressions, rules, databaseRules, suites, claims, requests,
        channels, events, pushes, databaseMessages, databaseData, entities, records,
    ]
}

/// What did not hold for some input.
package struct BrokenPromise: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// Throws itself unless a condition holds.
    static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws(BrokenPromise) {
        if !condition { throw BrokenPromise(description()) }
    }
}
