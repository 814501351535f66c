import FirestoreModel

/// The state of deciding on one document and method: what rules see, what is left of the budget, the variables of the calls under way.
///
/// One thread uses it, for as long as the decision takes.
package final class Evaluation {
    private let request: RuleValue
    private let resource: Outcome
    /// Whether what is in `request` depends on data that is not there yet.
    private let isRequestOpen: Bool
    let documents: DocumentAccess
    /// What the request may take, as a whole.
    let work: WorkMeter
    /// Where values are written down for coverage and explanations; nil when nobody asks.
    let trace: EvaluationTrace?
    /// What the captures of the matched template stand for.
    var captures = Captures.bound([])

    // One thread uses these, each for a moment: to check that again and again would take a seventh of the time.
    @exclusivity(unchecked) private var budget = ExpressionBudget()
    @exclusivity(unchecked) var locals: [Outcome] = []
    @exclusivity(unchecked) var frame = 0

    /// What failed operands have left behind.
    @exclusivity(unchecked) var leftovers = FailureLeftovers()

    /// `resource.data` and `request.resource.data`, where they are the fields of documents: nobody counts these references, as
    /// ``resource`` and ``request`` hold them.
    private let storedFields: Unmanaged<StoredFields>?
    private let writtenFields: Unmanaged<StoredFields>?
    /// `request.auth.uid`, where somebody is signed in.
    private let uid: RuleValue?

    init(
        request: RuleValue, resource: Outcome, documents: DocumentAccess, work: WorkMeter,
        trace: EvaluationTrace?
    ) {
        self.work = work
        self.request = request
        self.resource = resource
        self.documents = documents
        self.trace = trace
        isRequestOpen = false
        storedFields = nil
        writtenFields = nil
        uid = nil
    }

    init(
        _ request: RequestRecord, _ subject: Subject, documents: DocumentAccess, work: WorkMeter,
        trace: EvaluationTrace?
    ) {
        self.work = work
        self.request = .map(RuleMap(record: request))
        resource = subject.resource
        self.documents = documents
        self.trace = trace
        storedFields = subject.storedFields.map { Unmanaged.passUnretained($0) }
        writtenFields = subject.writtenFields.map { Unmanaged.passUnretained($0) }
        isRequestOpen = subject.resourceAfter.isUnknown
        uid = isRequestOpen ? nil : request.uid
    }

    /// What the expressions so far have cost.
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
        return request
    }

    /// `resource`
    func readResource() throws(EvaluationFailure) -> RuleValue {
        if resource.isUnknown { documents.noteWanted() }
        return try resource.get()
    }

    /// Keeps the next variable of the function that is being evaluated.
    func define(_ outcome: Outcome) {
        locals.append(outcome)
    }

    /// The fields that a part of the environment is; nil where it is something else.
    @inline(__always)
    func fields(of part: EnvironmentNode.Part) -> Unmanaged<StoredFields>? {
        switch part {
        case .resourceData: storedFields
        case .requestResourceData: writtenFields
        case .requestAuthUID: nil
        }
    }

    /// A part of the environment, where it is found without looking up one name after the other.
    @inline(__always)
    func value(of part: EnvironmentNode.Part) -> RuleValue? {
        part == .requestAuthUID ? uid : fields(of: part).map { .map(RuleMap($0.takeUnretainedValue())) }
    }

    /// What becomes of an expression, except that nothing goes on once the budget is spent.
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
