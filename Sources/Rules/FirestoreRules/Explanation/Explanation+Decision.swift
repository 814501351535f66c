import FirestoreModel
import PrintableText

extension Explanation {
    /// Explains a decision.
    ///
    /// - Parameters:
    ///   - record: The decision.
    ///   - plan: The rules that decided, planned with tracing.
    ///   - source: Their text.
    package init(_ record: KeptDecision, by plan: RulesPlan, _ source: SourceFile) {
        let text = SourceText(source)
        let work = WorkMeter(mostSteps: Explainer.mostSteps)
        let user = record.auth.map { ($0.uid ?? "").printable(limit: 100) }
        let attempts: [Attempt] = record.steps.compactMap { step in
            let index = step.operation - record.firstTarget
            guard record.targets.indices.contains(index) else { return nil }
            return Attempt(step, of: record.targets[index].operation, user, by: plan, text, work)
        }
        let deciding = record.isAllowed ? attempts.indices.first : Explanation.nearest(of: attempts)
        var notes: [String] = []
        if attempts.isEmpty, let target = record.targets.first {
            notes = Explanation.notes(onUntried: target, in: record.database, by: plan, text)
        }
        self.init(
            isAllowed: record.isAllowed, user: user, operations: record.targets.map(\.operation),
            firstOperation: record.firstTarget + 1, operationCount: record.operationCount,
            attempts: attempts,
            deciding: deciding.map { index in
                let operation = attempts[index].operation
                return Deciding(
                    attempts[index], at: index,
                    constant: "\(operation.method) of \(operation.target) is always allowed")
            }, notes: notes)
    }

    /// The statement that came closest to allowing.
    private static func nearest(of attempts: [Attempt]) -> Int? {
        attempts.indices.max { attempts[$0].rank(at: $0) < attempts[$1].rank(at: $1) }
    }

    /// Why no allow statement was tried.
    private static func notes(
        onUntried target: KeptDecision.Target, in database: DatabaseID, by plan: RulesPlan,
        _ text: SourceText
    ) -> [String] {
        let method = target.operation.method
        let matching = plan.blocks.filter { block in
            target.path(in: database).map { block.template.match($0) != nil } ?? false
        }
        var notes = ["no allow statement for \(method) matches this path"]
        for block in matching.prefix(5) {
            for allow in block.allows.prefix(5) {
                let methods = allow.syntax.methods.map(\.name).joined(separator: ", ")
                notes.append(
                    "\(text.name):\(allow.syntax.range.start.line) in match \(block.pattern.printable(limit: 160)) "
                        + "allows only \(methods.printable(limit: 100))")
            }
        }
        if matching.isEmpty { notes[0] = "no match block with allow statements matches this path" }
        return notes
    }
}

extension Explanation.Attempt {
    fileprivate init?(
        _ step: RulesDecision.Step, of operation: Explanation.Operation, _ user: String?,
        by plan: RulesPlan, _ text: SourceText, _ work: WorkMeter
    ) {
        guard plan.blocks.indices.contains(step.block),
            plan.blocks[step.block].allows.indices.contains(step.allow)
        else { return nil }
        let block = plan.blocks[step.block]
        let allow = block.allows[step.allow]
        let match = block.pattern.printable(limit: 200)
        let result = Explanation.Result(step.outcome)
        guard let condition = allow.syntax.condition else {
            self.init(
                operation: operation, file: text.name, range: allow.syntax.range, match: match,
                condition: text.text(allow.syntax.range, limit: Explainer.quotation * 3), result: result,
                verdict: "\(operation.method) is always allowed", finding: nil, closeness: 0)
            return
        }
        let form = TracedExpression.Form.expression(condition)
        let range = text.range(of: form)
        var reader = TraceReader(plan, step.events)
        let evaluated = reader.read(TracedExpression.Source(form, id: allow.expression))
        var explainer = Explainer(
            text, user: user, operation, isQuery: step.method == .list,
            isAllowed: evaluated.truth == true, work)
        let finding = explainer.finding(evaluated)
        self.init(
            operation: operation, file: text.name, range: range, match: match,
            condition: text.text(range, limit: Explainer.quotation * 3), result: result,
            verdict: "the condition for \(operation.method) \(result.phrase)", finding: finding,
            closeness: form.isConstant ? -1 : finding.held)
    }
}

extension Explanation.Attempt {
    /// How close it came, compared with others. Among equals, the first one ranks highest.
    fileprivate func rank(at index: Int) -> (Int, Int, Int) {
        (closeness, match.contains("=**}") ? 0 : 1, -index)
    }
}

extension KeptDecision.Target {
    var operation: Explanation.Operation {
        switch self {
        case .document(let method, let path):
            Explanation.Operation(method: method.rawValue, target: path.description.printable(limit: 200))
        case .list(let parent, let id, let allDescendants):
            Explanation.Operation(
                method: RulesMethod.list.rawValue,
                target: KeptDecision.Target.text(parent, id, allDescendants).printable(limit: 200))
        }
    }

    private static func text(_ parent: DocumentPath?, _ id: ResourceID?, _ allDescendants: Bool) -> String {
        let collection = id?.string ?? "every collection"
        if !allDescendants { return (parent.map { "\($0)/" } ?? "") + collection }
        return "collection group \(collection)" + (parent.map { " below \($0)" } ?? "")
    }

    /// The path that templates are matched with.
    fileprivate func path(in database: DatabaseID) -> RequestPath? {
        switch self {
        case .document(_, let path): return RequestPath(path, in: database)
        case .list(let parent, let id, let allDescendants):
            let list = ListOperation(parent: parent, collectionID: id, allDescendants: allDescendants)
            let known = list.knownSegments(in: database)
            return allDescendants
                ? RequestPath(known + [id?.string, nil], unknownDepth: known.count)
                : RequestPath(known + [nil])
        }
    }
}
