/// A pattern of the RE2 dialect, ready to match.
///
/// Matching takes time linear in the text for every pattern, because rules run on text from strangers.
package struct RegularExpression: Sendable {
    let program: PatternProgram
    let groupNames: [String: Int]
    private var states: StateMachine?

    /// Reads a pattern.
    package init(_ pattern: String) throws(PatternError) {
        var parser = PatternParser(pattern)
        let node = try parser.parse()
        program = try PatternProgram(node, groupCount: parser.groupCount)
        groupNames = parser.names
    }

    /// The number of instructions: the cost of keeping it, and the maximum cost of matching one scalar.
    package var size: Int { program.instructions.count }

    /// A form that matches whole texts faster, if the pattern has one; it pays for a pattern that is used again.
    package var prepared: RegularExpression {
        var copy = self
        copy.states = StateMachine(program)
        return copy
    }

    /// Whether the pattern matches all of a text.
    ///
    /// - Parameter steps: The maximum number of steps, some 10 ns each; the steps taken are subtracted.
    package func matches(whole text: String, steps: inout Int) throws(MatchFailure) -> Bool {
        try text.withUTF8Bytes { (bytes) throws(MatchFailure) in
            if let states {
                steps -= bytes.count / 2
                if steps < 0 { throw .tooLong }
                return states.matches(bytes)
            }
            var machine = ThreadMachine(program, slotCount: 0, mostSteps: steps)
            defer { steps = machine.remainingSteps }
            return try machine.run(bytes, from: 0, whole: true) != nil
        }
    }

    /// All matches from left to right, without overlaps: for each, the bounds of the match and of its groups.
    ///
    /// After an empty match the search continues one scalar later.
    func matches(
        in text: String, slotCount: Int, steps: inout Int, _ body: ([Int]) throws(MatchFailure) -> Void
    ) throws(MatchFailure) {
        try text.withUTF8Bytes { (bytes) throws(MatchFailure) in
            var machine = ThreadMachine(program, slotCount: slotCount, mostSteps: steps)
            defer { steps = machine.remainingSteps }
            var start = 0
            while let match = try machine.run(bytes, from: start, whole: false) {
                try body(match)
                start = match[1]
                if match[0] == match[1] {
                    guard let next = TextCursor(bytes, at: start).next() else { return }
                    start = next.end
                }
            }
        }
    }
}

extension String {
    /// Passes a text's bytes to the closure.
    fileprivate func withUTF8Bytes<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(MatchFailure) -> Result
    ) throws(MatchFailure) -> Result {
        var copy = self
        copy.makeContiguousUTF8()
        let outcome = copy.withUTF8 { bytes in
            do throws(MatchFailure) {
                return Swift.Result<Result, MatchFailure>.success(try body(bytes))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}

/// Why a correct pattern gives no answer about a text.
package enum MatchFailure: Error, Hashable, Sendable {
    /// It needs more steps than one call may take.
    case tooLong
    /// The replacement refers to a group that the pattern does not have.
    case noSuchGroup(String)
    /// The result is larger than the caller allows.
    case resultTooLarge
}
