import FirestoreModel

/// The state of a decision about one document and method: what rules see, the rest of the budget, the variables of the current calls.
///
/// One thread uses it, for as long as the decision takes.
package final class Evaluation {
    /// What the evaluation is about.
    let subject: Subject
    /// The index of the operation in the request, and its method; nil for a given request.
    private let operation: (index: Int, method: RulesMethod)?
    let documents: DocumentAccess
    /// The budget of work for the whole request.
    let work: WorkMeter
    /// Records values for coverage and explanations; nil if nobody asks.
    let trace: EvaluationTrace?
    /// The values of the matched template's captures.
    var captures = Captures.bound([])

    // One thread uses these, each briefly: checking for exclusive access would take a seventh of the time.
    /// The values of `request` and `resource`, once a rule has read them as a whole.
    @exclusivity(unchecked) private var request: RuleValue?
    @exclusivity(unchecked) private var resource: Outcome?
    @exclusivity(unchecked) private var budget = ExpressionBudget()
    @exclusivity(unchecked) var locals: [Outcome] = []
    @exclusivity(unchecked) var frame = 0

    /// What failed operands have left behind.
    @exclusivity(unchecked) var leftovers = FailureLeftovers()

    /// `resource.data` and `request.resource.data`, if they are the fields of documents. These references are not counted, as
    /// ``subject`` holds them.
    private let storedFields: Unmanaged<StoredFields>?
    private let writtenFields: Unmanaged<StoredFields>?

    /// About a request given as rules see it.
    init(
        given request: RuleValue, _ subject: Subject, documents: DocumentAccess, work: WorkMeter,
        trace: EvaluationTrace?
    ) {
        self.work = work
        self.request = request
        self.subject = subject
        self.documents = documents
        self.trace = trace
        operation = nil
        storedFields = nil
        writtenFields = nil
    }

    /// About one operation of a request.
    init(
        operation index: Int, _ method: RulesMethod, _ subject: Subject, documents: DocumentAccess,
        work: WorkMeter, trace: EvaluationTrace?
    ) {
        self.work = work
        self.subject = subject
        self.documents = documents
        self.trace = trace
        operation = (index, method)
        storedFields = subject.resource.fields.map { Unmanaged.passUnretained($0) }
        writtenFields = subject.resourceAfter.fields.map { Unmanaged.passUnretained($0) }
    }

    /// Whether parts of `request` depend on data that has not been read yet.
    private var isRequestOpen: Bool { subject.resourceAfter.isUnknown }

    /// The cost of the expressions so far.
    var spent: Int { budget.spent }

    @inline(__always)
    func charge(_ cost: Int = 1) throws(EvaluationFailure) {
        try budget.charge(cost)
    }

    /// The variable in a slot of the function that is being evaluated.
    @inline(__always)
    func local(_ slot: Int) throws(EvaluationFailure) -> RuleValue {
        try locals[frame + slot].get()
    }

    /// `request`
    func readRequest() -> RuleValue {
        if isRequestOpen { documents.noteWanted() }
        if let request { return request }
        guard let (index, method) = operation else { return .null }
        let record = RequestRecord(documents.shared, operation: index, method, subject)
        let value = RuleValue.map(RuleMap(record: record))
        request = value
        return value
    }

    /// `resource`
    func readResource() throws(EvaluationFailure) -> RuleValue {
        if subject.resource.isUnknown { documents.noteWanted() }
        if let resource { return try resource.get() }
        let outcome = subject.resource.outcome(in: documents.shared.request.database)
        resource = outcome
        return try outcome.get()
    }

    /// Adds the next variable of the function that is being evaluated.
    func define(_ outcome: Outcome) {
        locals.append(outcome)
    }

    /// The fields that a part of the environment is; nil if it is something else.
    @inline(__always)
    func fields(of part: EnvironmentNode.Part) -> Unmanaged<StoredFields>? {
        switch part {
        case .resourceData: storedFields
        case .requestResourceData: writtenFields
        case .requestAuthUID: nil
        }
    }

    /// A part of the environment that needs no lookup of one name after the other; nil otherwise.
    @inline(__always)
    func value(of part: EnvironmentNode.Part) -> RuleValue? {
        if part == .requestAuthUID { return isRequestOpen ? nil : documents.shared.uid }
        return fields(of: part).map { .map(RuleMap($0.takeUnretainedValue())) }
    }

    /// The outcome of an expression; throws only once the budget is spent.
    func outcome(of node: any PlanNode) throws(EvaluationFailure) -> Outcome {
        do {
            return .value(try node.value(in: self))
        } catch .budgetExceeded {
            throw .budgetExceeded
        } catch {
            return .failure(error)
        }
    }
}
