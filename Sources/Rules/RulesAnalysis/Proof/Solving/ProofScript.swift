/// An SMT-LIB script in the making. Equal terms are defined once, so that it stays as small as the rules are.
struct ProofScript {
    /// The sorts of terms.
    enum Sort: String {
        case truth = "Bool"
        case value = "Value"
        case int = "Int"
        case text = "String"
    }

    private var definitions: [String] = []
    /// The names of what is defined and declared, by the sort and the content.
    private var names: [String: String] = [:]
    private var facts: [Formula] = []
    private var known: Set<Formula> = []

    /// A name for a formula, unless it is short.
    mutating func named(_ formula: Formula) -> Formula {
        formula.text.utf8.count < 40 ? formula : Formula(defined(.truth, formula.text))
    }

    /// A name for a value, unless it is short.
    mutating func named(_ term: String) -> String {
        term.utf8.count < 40 ? term : defined(.value, term)
    }

    private mutating func defined(_ sort: Sort, _ body: String) -> String {
        name("\(sort.rawValue) \(body)") { "(define-fun \($0) () \(sort.rawValue) \(body))" }
    }

    /// What nothing is known of: the same for the same key.
    mutating func unknown(_ sort: Sort, _ key: String) -> String {
        name("unknown \(sort.rawValue) \(key)") { "(declare-const \($0) \(sort.rawValue))" }
    }

    /// A function of which nothing is known but that it gives the same for the same arguments.
    mutating func function(_ key: String, _ arguments: [Sort], _ result: Sort) -> String {
        let sorts = arguments.map(\.rawValue).joined(separator: " ")
        return name("function \(key) \(sorts) \(result.rawValue)") {
            "(declare-fun \($0) (\(sorts)) \(result.rawValue))"
        }
    }

    /// The function applied to some terms.
    mutating func call(_ key: String, _ terms: [(term: String, sort: Sort)], _ result: Sort) -> String {
        if terms.isEmpty { return unknown(result, key) }
        let function = function(key, terms.map(\.sort), result)
        return "(\(function) \(terms.map(\.term).joined(separator: " ")))"
    }

    private mutating func name(_ key: String, _ line: (String) -> String) -> String {
        if let known = names[key] { return known }
        let name = "x\(names.count)"
        names[key] = name
        definitions.append(line(name))
        return name
    }

    /// Something that holds in every world.
    mutating func assume(_ fact: Formula) {
        if fact != .always, known.insert(fact).inserted { facts.append(fact) }
    }

    /// Keeps names, but nothing of what holds.
    mutating func forgetFacts() {
        facts = []
        known = []
    }

    /// The script that asks whether there is a world in which a formula holds.
    ///
    /// - Parameter questions: What to ask of such a world.
    func asking(for formula: Formula, _ questions: ProofQuestions? = nil) -> String {
        let assertions = (facts + [formula]).map { "(assert \($0.text))" }
        let start = questions == nil ? [] : ["(set-option :produce-models true)"]
        let end = ["(check-sat)", questions?.command ?? ""]
        return (start + ["(set-logic ALL)", ProofPrelude.text] + definitions + assertions + end)
            .joined(separator: "\n")
    }
}

/// Literals of SMT-LIB.
enum ProofLiteral {
    static func text(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: literal += "\"\""
            // A backslash begins an escape.
            case 0x20...0x7E where scalar.value != 0x5C: literal.unicodeScalars.append(scalar)
            default: literal += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return literal + "\""
    }

    static func int(_ int: Int64) -> String { int < 0 ? "(- \(int.magnitude))" : String(int) }

    /// A time or a duration.
    static func nanoseconds(_ seconds: Int64, _ rest: Int32) -> String {
        "(+ (* \(int(seconds)) 1000000000) \(int(Int64(rest))))"
    }

    /// The exact value of a number; nil for one without a short fraction.
    static func float(_ double: Double) -> String? {
        if double.isNaN { return "(oddfloat 2)" }
        if double.isInfinite { return "(oddfloat \(double < 0 ? "(- 1)" : "1"))" }
        if double == 0, double.sign == .minus { return "(oddfloat 0)" }
        guard double.magnitude < 0x1p53 else { return nil }
        for shift in 0..<UInt64(64) {
            let scaled = double.magnitude * Double(1 << shift)
            guard scaled < 0x1p63, scaled == scaled.rounded() else { continue }
            let fraction = "(/ \(UInt64(scaled)).0 \(UInt64(1) << shift).0)"
            return "(float \(double < 0 ? "(- \(fraction))" : fraction))"
        }
        return nil
    }
}
