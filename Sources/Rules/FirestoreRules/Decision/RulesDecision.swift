package import FirestoreModel

/// Decides about one request.
///
/// As Google's emulator does it, first without any data, which settles what needs none; then again with data for what is left.
/// The verdict is that of the second way alone; the first one saves reads, and shows in messages and coverage.
package struct RulesDecision {
    /// One evaluation of a condition, for coverage and explanations.
    package struct Step: Sendable {
        package let block: Int
        package let allow: Int
        package let operation: Int
        package let method: RulesMethod
        package let hasData: Bool
        /// The round in which all statements of the method were tried.
        package let round: Int
        package let outcome: Outcome
        /// The outcomes of the expressions inside.
        package let events: [EvaluationTrace.Event]
    }

    private let plan: RulesPlan
    /// A request given as rules see it, instead of ``request``.
    private var given: GivenRequest?
    private let documents: DocumentAccess
    private let meter: WorkMeter
    private let isTraced: Bool
    private var entries: [Denial.Entry] = []
    /// Whether statements that allow are among the entries: before another one denies.
    private var keepsAllowed = true
    private var round = 0
    /// Every condition that was evaluated, in order; empty without tracing.
    package private(set) var steps: [Step] = []
    /// The first operation that was denied.
    package private(set) var deniedOperation: Int?

    /// Prepares a decision.
    ///
    /// - Parameters:
    ///   - isTraced: Whether to keep ``steps``; the plan must have been made for it.
    ///   - work: The budget of work for the request.
    package init(
        _ request: RulesRequest, by plan: RulesPlan, source: any RulesDataSource, isTraced: Bool = false,
        work: WorkMeter = WorkMeter()
    ) {
        meter = work
        self.plan = plan
        self.isTraced = isTraced
        documents = DocumentAccess(source, for: request)
    }

    /// Prepares a decision about a request given as rules see it.
    package init(_ given: GivenRequest, by plan: RulesPlan, isTraced: Bool = false) {
        self.plan = plan
        self.given = given
        meter = WorkMeter()
        self.isTraced = isTraced
        documents = DocumentAccess(mocks: given.mocks)
    }

    private var request: RulesRequest { documents.shared.request }
    private var database: DatabaseID { documents.shared.request.database }

    /// The documents that the decision depends on: those of the operations, those that lists name, then those that rules looked up.
    package var documentsLookedAt: [DocumentPath] {
        let lookedUp = documents.documentsLookedUp
        var paths: [DocumentPath] = []
        paths.reserveCapacity(request.operations.count + lookedUp.count)
        for operation in request.operations { if let path = operation.document { paths.append(path) } }
        for case .list(let list) in request.operations { paths += list.namedDocuments }
        for (path, _) in lookedUp { paths.append(path) }
        return paths
    }

    /// The documents that rules looked up, each with the operation for which it was first.
    package var documentsLookedUp: [(path: DocumentPath, operation: Int)] { documents.documentsLookedUp }

    /// The steps of work so far.
    package var work: Int { meter.spentSteps }

    /// The calls that no mock of a given request answers, such as `exists(/databases/…)`.
    package var unmockedCalls: [String] { documents.unmockedCalls }

    /// Decides.
    ///
    /// - Returns: Nil if the request is allowed.
    package mutating func run() -> Denial? {
        if let given { return decide(given) }
        if !isTraced {
            if request.operations.count == 1, request.operations[0].isOfDocument { return decideOnOnlyOne() }
            if isAllowedOutright { return nil }
        }
        var undecided: [Int] = []
        for index in request.operations.indices {
            switch tryWithoutData(index) {
            case .allowed: continue
            case .undecided: undecided.append(index)
            case .denied:
                deniedOperation = index
                return Denial(entries: entries)
            }
        }
        documents.isOpen = true
        for index in undecided where decideWithData(index) != .allowed {
            deniedOperation = index
            return Denial(entries: entries)
        }
        return nil
    }

    /// Whether the request is allowed, without the reasons for a denial.
    package mutating func isAllowed() -> Bool { isOfOneDocument ? isAllowedOutright : run() == nil }

    /// Decides with the data from the start where that comes to the same: nothing is recorded twice.
    ///
    /// - Returns: Whether the request is allowed.
    package mutating func runWithData() -> Bool {
        guard isOfOneDocument else { return run() == nil }
        documents.isOpen = true
        let isAllowed = decideWithData(0) == .allowed
        if !isAllowed { deniedOperation = 0 }
        return isAllowed
    }

    private var isOfOneDocument: Bool {
        given == nil && request.operations.count == 1 && request.operations[0].isOfDocument
    }

    /// Decides on a request for one document with its data first. If that does not allow it, what it would have come to without data
    /// is put before it, so that no condition is evaluated more often than in Google's order.
    private mutating func decideOnOnlyOne() -> Denial? {
        documents.isOpen = true
        keepsAllowed = false
        let verdict = decideWithData(0)
        keepsAllowed = true
        if verdict == .allowed { return nil }
        let (withData, spent) = (entries, meter.spent)
        entries = []
        meter.forget()
        documents.close()
        switch tryWithoutData(0) {
        case .allowed:
            documents.forget()
            return nil
        case .denied: documents.forget()
        case .undecided:
            if meter.add(spent) {
                entries += withData
            } else {
                // The work of both together is too much, which only the usual order can report.
                documents.forget()
                documents.isOpen = true
                if decideWithData(0) == .allowed { return nil }
            }
        }
        deniedOperation = 0
        return Denial(entries: entries)
    }

    /// Whether all operations are allowed, looked at with the stored documents from the start. What is allowed so is allowed anyway:
    /// what is false or spends its budget without wanting data, also does with data.
    private var isAllowedOutright: Bool {
        documents.isOpen = true
        let operations = request.operations
        let isAllowed = operations.indices.allSatisfy { index in
            documents.begin(operation: index)
            switch operations[index] {
            case .list: return false
            case .get(let path):
                return isAllowedOutright(.get, index, Subject(getting: path, database, data: documents))
            case .write(let write):
                if write.kind == .verify { return false }
                let subject = Subject(write, database, data: documents)
                return isAllowedOutright(write.method(isStored: subject.isStored), index, subject)
            }
        }
        if !isAllowed {
            documents.forget()
            meter.forget()
        }
        return isAllowed
    }

    private func isAllowedOutright(
        _ method: RulesMethod, _ index: Int, _ subject: consuming Subject
    ) -> Bool {
        let evaluation = Evaluation(
            operation: index, method, subject, documents: documents, work: meter, trace: nil)
        let wanted = RulesMethodSet(method)
        var isAllowed = false
        for block in plan.blocks {
            guard block.methods.contains(wanted),
                let captures = block.template.match(evaluation.subject.path)
            else { continue }
            evaluation.captures = captures
            for allow in block.allows where allow.methods.contains(wanted) {
                if evaluation.allows(allow) {
                    isAllowed = true
                    break
                }
            }
        }
        return isAllowed
    }

    private mutating func decide(_ given: GivenRequest) -> Denial? {
        let subject = Subject(path: RequestPath(given.path), resource: .other(.value(given.resource)))
        let evaluation = Evaluation(
            given: .map(given.request), subject, documents: documents, work: meter,
            trace: isTraced ? EvaluationTrace() : nil)
        let verdict = verdict(given.method, of: 0, evaluation)
        return verdict == .allowed ? nil : Denial(entries: entries)
    }

    private mutating func tryWithoutData(_ index: Int) -> Verdict {
        documents.begin(operation: index)
        switch request.operations[index] {
        case .get(let path): return verdict(.get, of: index, Subject(getting: path, database))
        case .list(let list): return decide(list, index)
        case .write(let write):
            // Which of several methods applies depends on data too.
            if write.candidates.count > 1 { documents.noteWanted() }
            let verdicts = write.candidates.map { method in
                verdict(method, of: index, Subject(write, database))
            }
            if verdicts.allSatisfy({ $0 == .allowed }) { return .allowed }
            return verdicts.allSatisfy { $0 == .denied } ? .denied : .undecided
        }
    }

    /// Decides on a list, one conjunction after the other. Those are tried anew with data that have asked for a document,
    /// or are about one: nothing else that they could need is data.
    private mutating func decide(_ list: ListOperation, _ index: Int) -> Verdict {
        var undecided: [QueryResource] = []
        for disjunct in list.disjuncts {
            let resource = QueryResource(disjunct, of: list)
            documents.close()
            documents.knowsAfter = resource.document == nil
            switch verdict(.list, of: index, Subject(list, resource, database)) {
            case .allowed: continue
            case .denied: return .denied
            case .undecided:
                guard documents.wasWanted || resource.document != nil else { return .denied }
                undecided.append(resource)
            }
        }
        documents.isOpen = true
        for resource in undecided {
            let subject = Subject(list, resource, database, data: documents)
            documents.knowsAfter = resource.document == nil
            if verdict(.list, of: index, subject) != .allowed { return .denied }
        }
        documents.knowsAfter = true
        return .allowed
    }

    private mutating func decideWithData(_ index: Int) -> Verdict {
        documents.begin(operation: index)
        switch request.operations[index] {
        case .get(let path):
            return verdict(.get, of: index, Subject(getting: path, database, data: documents))
        // Lists are decided earlier.
        case .list: return .allowed
        case .write(let write):
            let subject = Subject(write, database, data: documents)
            return verdict(write.method(isStored: subject.isStored), of: index, subject)
        }
    }

    /// Tries the allow statements of a method in every block that the path matches, in each block until one allows. Google's
    /// emulator goes on with the other blocks too: what they look at counts, and is reported.
    private mutating func verdict(_ method: RulesMethod, of operation: Int, _ subject: Subject) -> Verdict {
        let evaluation = Evaluation(
            operation: operation, method, subject, documents: documents, work: meter,
            trace: isTraced ? EvaluationTrace() : nil)
        return verdict(method, of: operation, evaluation)
    }

    private mutating func verdict(
        _ method: RulesMethod, of operation: Int, _ evaluation: Evaluation
    ) -> Verdict {
        let trace = evaluation.trace
        round += 1
        var (isAllowed, hasFailed, isSpent) = (false, false, false)
        for (blockIndex, block) in plan.blocks.enumerated() {
            guard block.methods.contains(RulesMethodSet(method)),
                let captures = block.template.match(evaluation.subject.path)
            else { continue }
            evaluation.captures = captures
            statements: for (allowIndex, allow) in block.allows.enumerated()
            where allow.methods.contains(RulesMethodSet(method)) {
                let firstEvent = trace?.events.count ?? 0
                let outcome = evaluation.outcome(of: allow)
                if let trace {
                    steps.append(
                        Step(
                            block: blockIndex, allow: allowIndex, operation: operation, method: method,
                            hasData: documents.isOpen, round: round, outcome: outcome,
                            events: Array(trace.events[firstEvent...])))
                }
                let reason = outcome.reason
                if reason != nil || keepsAllowed {
                    entries.append(
                        Denial.Entry(reason: reason ?? .isFalse, method: method, position: allow.position))
                }
                switch reason {
                case nil:
                    isAllowed = true
                    break statements
                case .isFalse?: continue
                case .budgetExceeded?: isSpent = true
                case .error?, .unknown?: hasFailed = true
                }
            }
        }
        if isAllowed { return .allowed }
        // An evaluation that spent the budget before it asked for data would do so again.
        return (isSpent ? documents.wasWanted : hasFailed) ? .undecided : .denied
    }
}

extension RulesOperation {
    /// Whether it reads or changes one document.
    fileprivate var isOfDocument: Bool {
        switch self {
        case .get: true
        case .list: false
        case .write(let write): write.kind != .verify
        }
    }
}

extension ListOperation {
    /// The documents that the filters name. An evaluation that fails early looks at none of them, but its trace does.
    fileprivate var namedDocuments: [DocumentPath] {
        disjuncts.compactMap { QueryResource($0, of: self).document }
    }
}

extension WriteOperation {
    /// The method of the write, now that it is known whether the document exists.
    fileprivate func method(isStored: Bool) -> RulesMethod {
        candidates.count == 1 ? candidates[0] : (isStored ? .update : .create)
    }
}

extension Evaluation {
    /// Whether an allow statement allows the request.
    fileprivate func allows(_ allow: AllowPlan) -> Bool {
        leftovers.forget()
        do {
            guard let condition = allow.condition else {
                try charge()
                return true
            }
            return try condition.value(in: self).asBool()
        } catch {
            return false
        }
    }

    /// Evaluates the condition of an allow statement.
    fileprivate func outcome(of allow: AllowPlan) -> Outcome {
        leftovers.forget()
        do {
            guard let condition = allow.condition else {
                try charge()
                return .value(.bool(true))
            }
            let value = try condition.value(in: self)
            if case .bool = value { return .value(value) }
            return .failure(.error(.type(received: value.type, expected: [.bool])))
        } catch {
            return .failure(error)
        }
    }
}

extension Outcome {
    /// Why the condition did not allow the request; nil if it did.
    fileprivate var reason: Denial.Entry.Reason? {
        switch self {
        case .value(.bool(true)): nil
        case .value: .isFalse
        case .failure(.error(let error, _)): .error(error)
        case .failure(.unknown): .unknown
        case .failure(.budgetExceeded): .budgetExceeded
        }
    }
}
