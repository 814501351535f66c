/// A pattern of the RE2 dialect, ready to match.
///
/// Matching takes time linear in the text, whatever the pattern is: rules run on what strangers send.
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

    /// How many instructions it takes: what it costs to keep, and at most to match one scalar.
    package var size: Int { program.instructions.count }

    /// A form that matches whole texts faster, where the pattern has one: worth its making for a pattern that is used again.
    package var prepared: RegularExpression {
        var copy = self
        copy.states = StateMachine(program)
        return copy
    }

    /// Whether the pattern matches all of a text.
    ///
    /// - Parameter steps: The most steps that this may take, some 10 ns each; those that it has taken are taken off.
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

    /// All matches from left to right, none of which overlaps another; of each the ends of the match and of its groups.
    ///
    /// Behind a match that is empty the search goes on one scalar later.
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
    /// Gives a text's bytes.
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
