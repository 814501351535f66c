import FirestoreModel
import FirestoreRules

/// A list that returns a document which get denies to the same user.
struct WideList {
    let subject: HoleSubject

    var hole: Hole? {
        // A statement that allows both treats them alike, as far as a query can show it.
        guard subject.method == .list, !subject.statement.methods.contains(RulesMethodSet(.get)) else {
            return nil
        }
        let candidates = subject.allowed.lazy.filter { !$0.request.query.isNamed }.map(WideList.withResult)
        guard let found = subject.smallest(candidates, where: { isDenied($0.gettingResult) && $0.hasResult })
        else { return nil }
        return subject.hole(
            .wideList, .warning,
            "a list returns a document that get denies to the same user: \(found.sentence)", found,
            contrast: Hole.Contrast(title: "but get", shown: subject.shown(found.gettingResult)))
    }

    private func isDenied(_ scenario: Scenario) -> Bool { !scenario.isAllowed(by: subject.rules.plan) }

    /// The list, with a document that its query finds.
    private static func withResult(_ scenario: Scenario) -> Scenario {
        var copy = scenario
        var fields = copy.world[copy.request.document] ?? [:]
        for test in copy.request.query.tests {
            guard let name = test.field.onlyName else { continue }
            switch test.operation {
            case .equal, .lessThanOrEqual, .greaterThanOrEqual: fields[name] = test.value
            case .arrayContains: fields[name] = .array([test.value])
            case .in, .arrayContainsAny: fields[name] = test.value.arrayValue?.first ?? test.value
            case .lessThan, .greaterThan, .notEqual, .notIn: continue
            }
        }
        copy.world[copy.request.document] = fields
        return copy
    }
}

extension FieldPath {
    /// The name of a field that is not inside another one.
    fileprivate var onlyName: FieldName? { names.count == 1 ? names[0] : nil }
}

extension Scenario {
    /// Whether the document of a list is one of its results.
    fileprivate var hasResult: Bool {
        guard let fields = world[request.document] else { return false }
        return request.query.tests.allSatisfy { test in
            guard let name = test.field.onlyName, let value = fields[name] else { return false }
            return switch test.operation {
            case .equal, .lessThanOrEqual, .greaterThanOrEqual: value == test.value
            case .arrayContains: value.arrayValue?.contains(test.value) == true
            case .in, .arrayContainsAny: test.value.arrayValue?.contains(value) == true
            case .lessThan, .greaterThan, .notEqual, .notIn: false
            }
        }
    }

    /// The same user's get of the document.
    fileprivate var gettingResult: Scenario {
        var copy = self
        copy.request.method = .get
        copy.request.query = AnalysedRequest.Query()
        return copy
    }
}
