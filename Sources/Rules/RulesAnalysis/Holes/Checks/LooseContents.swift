import CoreValues
import FirestoreModel
import FirestoreRules
import PrintableText

/// What a statement lets into a document: texts without a limit, fields of any type, fields that no rule names, and updates that write
/// what create refuses.
struct LooseContents {
    let subject: HoleSubject
    /// The statements of the same paths that allow `create`, for an update.
    let creating: [HoleSubject]

    /// Something that careless rules let into a document.
    private struct Probe: Equatable {
        let kind: HoleKind
        let severity: Hole.Severity
        /// In words, for some fields.
        let text: String
        /// The values to write: all of them must be allowed.
        let values: [Value]

        static let anyType = Probe(
            kind: .anyType, severity: .note, text: "a value of any type",
            values: [.map(["a": 1]), .array(["a"]), 7, "a", .boolean(true)])
        static let longText = Probe(
            kind: .unbounded, severity: .warning, text: "a text of any length",
            values: [.string(String(repeating: "a", count: 50_000))])
        static let longList = Probe(
            kind: .unbounded, severity: .warning, text: "a list of any length",
            values: [.array((0..<5000).map { .integer(Int64($0)) })])
        static let anyField = Probe(
            kind: .anyField, severity: .note, text: "fields that the rules do not name", values: ["a"])
    }

    /// A probe that the statement accepts.
    private struct Accepted {
        let probe: Probe
        var fields: [FieldName]
        let scenario: Scenario
        /// How create refuses the same.
        let refusal: Hole.Shown?

        var text: String {
            if probe == .anyField { return probe.text }
            let names = fields.map { "`\($0.string.printable(limit: 40))`" }
            return "\(probe.text) in \(names.joined(separator: ", "))"
        }
    }

    var holes: [Hole] {
        var accepted: [Accepted] = []
        func add(_ new: Accepted) {
            let index = accepted.firstIndex {
                $0.probe == new.probe && ($0.refusal == nil) == (new.refusal == nil)
            }
            if let index { accepted[index].fields += new.fields } else { accepted.append(new) }
        }
        for field in subject.fields {
            if let any = test(.anyType, in: field) {
                add(any)
                continue
            }
            for probe in [Probe.longText, .longList] { if let found = test(probe, in: field) { add(found) } }
        }
        if let found = test(.anyField, in: .unheardOf) { add(found) }
        return [loose(accepted.filter { $0.refusal != nil })].compactMap(\.self)
            + accepted.filter { $0.refusal == nil }.map { found in
                subject.hole(
                    found.probe.kind, found.probe.severity,
                    "\(subject.method.rawValue) accepts \(found.text)", found.scenario)
            }
    }

    /// What an update lets in and create does not.
    private func loose(_ accepted: [Accepted]) -> Hole? {
        guard let first = accepted.first, let refusal = first.refusal else { return nil }
        return subject.hole(
            .looseUpdate, .warning,
            "update accepts what create refuses: \(accepted.map(\.text).joined(separator: "; "))",
            first.scenario, contrast: Hole.Contrast(title: "but create", shown: refusal))
    }

    private func test(_ probe: Probe, in field: FieldName) -> Accepted? {
        guard let scenario = smallest(probe, field, in: subject) else { return nil }
        let refusal = subject.method == .update ? refusal(of: probe, field) : nil
        // What create accepts is reported there.
        let isReported =
            subject.method == .update && refusal == nil
            && creating.contains { smallest(probe, field, in: $0) != nil }
        if isReported { return nil }
        return Accepted(probe: probe, fields: [field], scenario: scenario, refusal: refusal)
    }

    /// A write that a statement allows with each value of a probe in a field.
    private func smallest(_ probe: Probe, _ field: FieldName, in subject: HoleSubject) -> Scenario? {
        let value = probe.values[0]
        let candidates = subject.allowed.lazy.filter { scenario in
            scenario.request.data[field].map { probe.values.count > 1 || $0.isAlike(value) } ?? true
        }.map { $0.writing(value, to: field) }
        return subject.smallest(candidates) { scenario in
            scenario.request.data[field] == value
                && scenario.world[scenario.request.document]?[field] != value
                && probe.values.dropFirst().allSatisfy { subject.isAllowed(scenario.writing($0, to: field)) }
        }
    }

    /// How create refuses a probe; nil if it does not, or allows nothing at all.
    private func refusal(of probe: Probe, _ field: FieldName) -> Hole.Shown? {
        let value = probe.values[0]
        let creating = creating.filter { !$0.allowed.isEmpty }
        let isAccepted = creating.contains { create in
            create.allowed.contains { $0.writing(value, to: field).isAllowed(by: create.rules.plan) }
        }
        guard !isAccepted, let create = creating.first else { return nil }
        let allowed = Shrinker.smallest(create.allowed[0], limit: HoleSubject.patience) {
            create.isAllowed($0) && !$0.writing(value, to: field).isAllowed(by: create.rules.plan)
        }
        return create.shown(allowed.writing(value, to: field))
    }
}

extension Value {
    /// Whether both are texts, or both are lists.
    fileprivate func isAlike(_ other: Value) -> Bool {
        switch (self, other) {
        case (.string, .string), (.array, .array): true
        default: false
        }
    }
}

extension Scenario {
    /// The same request with another value in a field.
    func writing(_ value: Value, to field: FieldName) -> Scenario {
        var copy = self
        copy.request.data[field] = value
        return copy
    }
}
