import CoreValues
import FirestoreModel
import FirestoreRules

/// Makes scenarios from models of a proof's question.
///
/// A model is a world of the solver, which knows less than the engine. So a scenario from it may be decided otherwise: the engine has the
/// last word, and the search goes on from it.
struct ProofScenarios: Sendable {
    /// Elements that no model names, but says that there are some.
    private static let stranger = "other"
    /// So many characters and elements are made at most.
    private static let longest = (text: 20_000, list: 1200, fields: 60)

    private let witness: ProofWitness
    private let universe: [Universe.Element]
    private let method: RulesMethod
    /// The terms of the request's segments from `databases` on.
    private let segments: [String]
    let questions: ProofQuestions

    init(_ witness: ProofWitness, _ universe: [Universe.Element], _ method: RulesMethod, segments: [String]) {
        self.witness = witness
        self.universe = universe
        self.method = method
        self.segments = segments
        questions = ProofScenarios.questions(witness, universe, segments)
    }

    private static func questions(
        _ witness: ProofWitness, _ universe: [Universe.Element], _ segments: [String]
    ) -> ProofQuestions {
        var questions = ProofQuestions()
        for segment in segments { questions.ask(segment) }
        for element in universe { questions.ask(element.term) }
        for part in witness.parts {
            guard let term = witness.terms[part] else { continue }
            if case .document(let segments) = part.root { for segment in segments { questions.ask(segment) } }
            questions.ask(term)
            if let name = part.names.last, let whole = witness.terms[part.whole] {
                questions.ask(ProofScenarios.has(whole, name))
            }
            guard part.isOfValues else { continue }
            for test in ["(outside \(term))", "(outsideKey \(term))", "(count \(term))"] {
                questions.ask(test)
            }
            for element in universe {
                questions.ask("(holds \(term) \(element.term))")
                guard let name = element.literal else { continue }
                questions.ask(has(term, name))
                questions.ask(at(term, name))
            }
        }
        return questions
    }

    private static func has(_ term: String, _ name: String) -> String {
        "(has \(term) \(ProofLiteral.text(name)))"
    }

    private static func at(_ term: String, _ name: String) -> String {
        "(at \(term) \(ProofLiteral.text(name)))"
    }

    /// The scenario of a solver's answer; nil for one that cannot be read.
    func scenario(_ answer: String) -> Scenario? {
        guard let model = SolverModel(answer, to: questions) else { return nil }
        let texts = segments.dropFirst(3).map { model.text($0) }
        guard let path = ProofScenarios.path(texts) else { return nil }
        let request = ProofWitness.Part(root: .request)
        var analysed = AnalysedRequest(method, path, by: user(model), at: RulesVocabulary.now)
        if case .timestamp(let time)? = value(of: request.member("time"), model) { analysed.time = time }
        if method == .create || method == .update {
            analysed.data = fields(of: request.member(["resource", "data"]), model)
        }
        var scenario = Scenario(World(), analysed)
        if isStored(ProofWitness.Part(root: .resource), model) {
            scenario.world[path] = fields(of: ProofWitness.Part(root: .resource, names: ["data"]), model)
        }
        for part in witness.parts where part.names.isEmpty {
            guard case .document(let segments) = part.root, isStored(part, model),
                let document = ProofScenarios.path(segments.dropFirst(3).map { model.text($0) }),
                document != path
            else { continue }
            scenario.world[document] = fields(of: part.member("data"), model)
        }
        scenario.settle()
        return scenario
    }

    private func isStored(_ part: ProofWitness.Part, _ model: SolverModel) -> Bool {
        witness.terms[part].map { model.value($0) }.map { $0 != .null } ?? false
    }

    private func user(_ model: SolverModel) -> AnalysedRequest.User? {
        let auth = ProofWitness.Part(root: .request, names: ["auth"])
        guard let term = witness.terms[auth], model.value(term) != .null else { return nil }
        let uid = witness.terms[auth.member("uid")].flatMap { model.value($0)?.stringValue }
        var claims = fields(of: auth.member("token"), model)
        for name: FieldName in ["sub", "user_id"] { claims[name] = nil }
        return AnalysedRequest.User(
            uid: uid.flatMap { $0.isEmpty ? nil : $0 } ?? RulesVocabulary.users[0], claims: claims)
    }

    /// A path of ids. What can't be one is replaced.
    private static func path(_ texts: [String?]) -> DocumentPath? {
        let ids = texts.enumerated().map { index, text in
            let id = ResourceID(text ?? "")
            return id.problem == nil && id.problemOfCollection == nil ? id : ResourceID("x\(index)")
        }
        return DocumentPath(segments: ids)
    }

    // MARK: Values

    private func fields(
        of part: ProofWitness.Part, _ model: SolverModel, size: Int? = nil
    ) -> MapValue {
        var fields: MapValue = [:]
        guard let term = witness.terms[part] else { return fields }
        let children = witness.parts.filter { $0.root == part.root && $0.whole == part && $0 != part }
        for name in Set(children.compactMap(\.names.last) + universe.compactMap(\.literal)).sorted() {
            let field = FieldName(name)
            guard !name.isEmpty, !field.isReserved, model.isTrue(ProofScenarios.has(term, name)) else {
                continue
            }
            let child = part.member(name)
            let value =
                witness.terms[child] == nil
                ? model.value(ProofScenarios.at(term, name)) : self.value(of: child, model)
            fields[field] = value?.isStorable == true ? value : .null
        }
        if model.isTrue("(outsideKey \(term))") {
            fields[FieldName(ProofScenarios.stranger)] = .boolean(true)
        }
        for index in 0..<min(max(size ?? 0, 0), ProofScenarios.longest.fields) where fields.count < size ?? 0
        {
            fields[FieldName("k\(index)")] = .boolean(true)
        }
        return fields
    }

    private func value(of part: ProofWitness.Part, _ model: SolverModel) -> Value? {
        guard let term = witness.terms[part], let value = model.value(term) else { return nil }
        let size = witness.sized.contains(term) ? model.int("(count \(term))") : nil
        switch value {
        case .map(let fields) where fields.isEmpty: return .map(self.fields(of: part, model, size: size))
        case .bytes:
            return .bytes(
                Array(repeating: 1, count: size.map { min(max($0, 0), ProofScenarios.longest.list) } ?? 1))
        case .array: return .array(elements(of: term, size, model))
        case .string(let text): return .string(size.map { ProofScenarios.text(text, size: $0) } ?? text)
        default: return value
        }
    }

    private func elements(of term: String, _ size: Int?, _ model: SolverModel) -> [Value] {
        var elements: [Value] = []
        for element in universe where model.isTrue("(holds \(term) \(element.term))") {
            guard let value = model.value(element.term), !elements.contains(value) else { continue }
            elements.append(value)
        }
        if model.isTrue("(outside \(term))") { elements.append(.string(ProofScenarios.stranger)) }
        guard let size, size <= ProofScenarios.longest.list else { return elements }
        // More of what is no stranger: the same once more.
        while elements.count < size {
            elements.append(elements.last ?? .string(ProofScenarios.stranger))
        }
        return elements
    }

    private static func text(_ text: String, size: Int) -> String {
        guard (1...longest.text).contains(size), text.utf16.count != size else { return text }
        let kept = String(text.prefix(size))
        return kept + String(repeating: "a", count: max(0, size - kept.utf16.count))
    }
}

extension ProofWitness.Part {
    /// What the part is a member of.
    fileprivate var whole: ProofWitness.Part { .init(root: root, names: names.dropLast()) }

    /// Whether it is data or a claim, rather than what is around them.
    fileprivate var isOfValues: Bool {
        switch root {
        case .request: names.starts(with: ["resource", "data"]) || names.starts(with: ["auth", "token"])
        case .resource, .document: names.first == "data"
        }
    }
}
