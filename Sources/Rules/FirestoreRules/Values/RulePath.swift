package import FirestoreModel

/// A path: segments, some of which may be template variables, free or bound by `bind`.
package struct RulePath: Sendable {
    package enum Segment: Sendable {
        case literal(String)
        /// `{name}`
        case variable(String)
        /// `{name=**}`
        case globVariable(String)
        /// A `{name}` with the text that `bind` gave it.
        case capture(String, String)
        /// A `{name=**}` with the path that `bind` gave it.
        case globCapture(String, [Segment])
    }

    package var segments: [Segment]

    package init(_ segments: [Segment]) {
        self.segments = segments
    }

    package init(literals: some Sequence<String>) {
        self.init(literals.map { .literal($0) })
    }

    /// `/databases/{database}/documents/{path}`, as rules see a document's name.
    package init(document name: DocumentName) {
        var segments: [Segment] = [
            .literal("databases"), .literal(name.database.database), .literal("documents"),
        ]
        segments.reserveCapacity(3 + name.path.segments.count)
        for id in name.path.segments { segments.append(.literal(id.string)) }
        self.init(segments)
    }

    /// Whether it has a free variable.
    package var isTemplate: Bool { freeVariable != nil }

    /// The first free variable.
    package var freeVariable: String? {
        for segment in segments {
            switch segment {
            case .variable(let name), .globVariable(let name): return name
            case .literal, .capture, .globCapture: break
            }
        }
        return nil
    }

    /// The segments of a path without free variables, with the paths of `{name=**}` in their places.
    package func boundSegments() throws(EvaluationFailure) -> [Segment] {
        if let variable = freeVariable { throw .error(.unboundVariable(variable)) }
        return segments.spliced
    }

    /// The value of `path.name`: the text or path that `bind` gave to a variable.
    package func capture(_ name: FieldName) throws(EvaluationFailure) -> RuleValue {
        for segment in segments {
            switch segment {
            case .capture(let candidate, let text) where FieldName(candidate) == name: return .string(text)
            case .globCapture(let candidate, let path) where FieldName(candidate) == name:
                return .path(RulePath(path))
            case .variable(let candidate) where FieldName(candidate) == name,
                .globVariable(let candidate) where FieldName(candidate) == name:
                throw .error(.unboundVariable(candidate))
            case .literal, .variable, .globVariable, .capture, .globCapture: break
            }
        }
        throw .error(.undefinedProperty(name.string))
    }

    /// Whether both paths have the same text after binding.
    func hasSameText(as other: RulePath) -> Bool {
        segments.spliced.elementsEqual(other.segments.spliced) { mine, theirs in
            if mine.isFree || theirs.isFree { return mine == theirs }
            return ResourceID(mine.text) == ResourceID(theirs.text)
        }
    }

    /// The text `/a/b`, as from `string()`. A free variable is empty.
    package var text: String {
        var text = ""
        for segment in segments.spliced {
            text += "/"
            text += segment.text
        }
        return text
    }
}

extension RulePath.Segment: Equatable {
    package static func == (left: RulePath.Segment, right: RulePath.Segment) -> Bool {
        switch (left, right) {
        case (.literal(let a), .literal(let b)): ResourceID(a) == ResourceID(b)
        case (.variable(let a), .variable(let b)), (.globVariable(let a), .globVariable(let b)):
            FieldName(a) == FieldName(b)
        case (.capture(let a, let x), .capture(let b, let y)):
            FieldName(a) == FieldName(b) && ResourceID(x) == ResourceID(y)
        case (.globCapture(let a, let x), .globCapture(let b, let y)):
            FieldName(a) == FieldName(b) && x == y
        case (.literal, _), (.variable, _), (.globVariable, _), (.capture, _), (.globCapture, _): false
        }
    }

    /// The text of the segment; empty for a free variable.
    package var text: String {
        switch self {
        case .literal(let text), .capture(_, let text): text
        case .globCapture(_, let path): RulePath(path).text
        case .variable, .globVariable: ""
        }
    }

    var isFree: Bool {
        switch self {
        case .variable, .globVariable: true
        case .literal, .capture, .globCapture: false
        }
    }
}

extension [RulePath.Segment] {
    /// The segments with the paths of `{name=**}` in their places.
    fileprivate var spliced: [RulePath.Segment] {
        let hasGlob = contains { if case .globCapture = $0 { true } else { false } }
        guard hasGlob else { return self }
        return flatMap { segment -> [RulePath.Segment] in
            if case .globCapture(_, let path) = segment { path.spliced } else { [segment] }
        }
    }
}
