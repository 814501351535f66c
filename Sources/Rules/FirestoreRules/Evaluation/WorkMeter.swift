/// The work that the rules may do for one request, in addition to the limit on expressions.
///
/// A thousand expressions can take hours and all memory: each `list.concat(list)` doubles the size of what follows.
/// One thread uses a meter, for as long as the decision takes.
package final class WorkMeter {
    /// The maximum number of steps for one request, about half a second. A step is one of a regular expression, or a few bytes.
    package static let mostSteps = 50_000_000
    /// The maximum size of all values that the rules of one request create, in bytes.
    package static let mostBytes = 64 << 20
    /// The maximum size of one such value.
    static let mostBytesOfValue = 4 << 20
    static let mostElementsOfValue = 1 << 18

    private let mostSteps: Int
    private let mostBytes: Int
    private static let bytesPerStep = 16
    private static let stepsPerValue = 4
    private static let bytesPerElement = 64

    // Checking for exclusive access would take longer than to count.
    @exclusivity(unchecked) private var remainingSteps: Int
    @exclusivity(unchecked) private var remainingBytes: Int

    package init(mostSteps: Int = mostSteps, mostBytes: Int = mostBytes) {
        self.mostSteps = mostSteps
        self.mostBytes = mostBytes
        remainingSteps = mostSteps
        remainingBytes = mostBytes
    }

    /// The number of steps so far.
    var spentSteps: Int { mostSteps - remainingSteps }

    /// What was taken off so far.
    var spent: (steps: Int, bytes: Int) { (mostSteps - remainingSteps, mostBytes - remainingBytes) }

    /// Takes off what was spent before it started again.
    ///
    /// - Returns: False if that is more than there is.
    func add(_ spent: (steps: Int, bytes: Int)) -> Bool {
        remainingSteps -= spent.steps
        remainingBytes -= spent.bytes
        return remainingSteps >= 0 && remainingBytes >= 0
    }

    /// Starts again.
    func forget() {
        remainingSteps = mostSteps
        remainingBytes = mostBytes
    }

    /// Counts steps.
    @inline(__always)
    func charge(_ steps: Int) throws(EvaluationFailure) {
        remainingSteps -= steps
        if remainingSteps < 0 { throw .error(.tooMuchWork) }
    }

    /// Counts the steps for looking at one value, without the bytes of strings.
    @inline(__always)
    func chargeValue() throws(EvaluationFailure) { try charge(WorkMeter.stepsPerValue) }

    /// Counts the steps for looking at bytes.
    @inline(__always)
    func charge(bytes: Int) throws(EvaluationFailure) { try charge(bytes / WorkMeter.bytesPerStep) }

    /// Lets the caller count steps itself, as a regular expression does.
    func steps<Result>(
        _ body: (inout Int) throws(EvaluationFailure) -> Result
    ) throws(EvaluationFailure) -> Result {
        try body(&remainingSteps)
    }

    /// Counts the bytes of a value that a rule is about to create.
    func make(bytes: Int, of type: RuleType) throws(EvaluationFailure) {
        if bytes > WorkMeter.mostBytesOfValue {
            throw .error(.resultTooLarge(type, limit: WorkMeter.mostBytesOfValue))
        }
        remainingBytes -= bytes
        if remainingBytes < 0 { throw .error(.tooMuchMemory) }
        try charge(bytes: bytes)
    }

    /// Counts the elements of a list or a set that a rule is about to create.
    func make(elements: Int, of type: RuleType) throws(EvaluationFailure) {
        if elements > WorkMeter.mostElementsOfValue {
            throw .error(.resultTooLarge(type, limit: WorkMeter.mostElementsOfValue))
        }
        remainingBytes -= elements * WorkMeter.bytesPerElement
        if remainingBytes < 0 { throw .error(.tooMuchMemory) }
        try charge(elements)
    }
}
