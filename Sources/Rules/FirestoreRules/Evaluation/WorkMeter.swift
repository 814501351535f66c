/// What the rules may do for one request, beside the number of their expressions.
///
/// A thousand expressions can ask for hours of work and all of the memory: `list.concat(list)` doubles what the next comparison looks at.
/// One thread uses a meter, for as long as the decision takes.
package final class WorkMeter {
    /// The most steps of one request: half a second or so. A step is one of a regular expression's, or a few bytes.
    package static let mostSteps = 50_000_000
    /// How much larger the values may become, in bytes, that the rules of one request have made.
    package static let mostBytes = 64 << 20
    /// How large one of them may become.
    static let mostBytesOfValue = 4 << 20
    static let mostElementsOfValue = 1 << 18

    private let mostSteps: Int
    private static let bytesPerStep = 16
    private static let stepsPerValue = 4
    private static let bytesPerElement = 64

    // Checking for exclusive access would take longer than to count.
    @exclusivity(unchecked) private var remainingSteps: Int
    @exclusivity(unchecked) private var remainingBytes = WorkMeter.mostBytes

    package init(mostSteps: Int = mostSteps) {
        self.mostSteps = mostSteps
        remainingSteps = mostSteps
    }

    /// Begins anew.
    func forget() {
        remainingSteps = mostSteps
        remainingBytes = WorkMeter.mostBytes
    }

    /// Takes steps off.
    @inline(__always)
    func charge(_ steps: Int) throws(EvaluationFailure) {
        remainingSteps -= steps
        if remainingSteps < 0 { throw .error(.tooMuchWork) }
    }

    /// Takes off what it costs to look at one value, the bytes of texts aside.
    @inline(__always)
    func chargeValue() throws(EvaluationFailure) { try charge(WorkMeter.stepsPerValue) }

    /// Takes off what it costs to look at bytes.
    @inline(__always)
    func charge(bytes: Int) throws(EvaluationFailure) { try charge(bytes / WorkMeter.bytesPerStep) }

    /// Lets something count steps by itself, such as a regular expression.
    func steps<Result>(
        _ body: (inout Int) throws(EvaluationFailure) -> Result
    ) throws(EvaluationFailure) -> Result {
        try body(&remainingSteps)
    }

    /// Takes the bytes of a value off that a rule is about to make.
    func make(bytes: Int, of type: RuleType) throws(EvaluationFailure) {
        if bytes > WorkMeter.mostBytesOfValue {
            throw .error(.resultTooLarge(type, limit: WorkMeter.mostBytesOfValue))
        }
        remainingBytes -= bytes
        if remainingBytes < 0 { throw .error(.tooMuchMemory) }
        try charge(bytes: bytes)
    }

    /// The same of a list or a set, by its elements.
    func make(elements: Int, of type: RuleType) throws(EvaluationFailure) {
        if elements > WorkMeter.mostElementsOfValue {
            throw .error(.resultTooLarge(type, limit: WorkMeter.mostElementsOfValue))
        }
        remainingBytes -= elements * WorkMeter.bytesPerElement
        if remainingBytes < 0 { throw .error(.tooMuchMemory) }
        try charge(elements)
    }
}
