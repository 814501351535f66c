import FirestoreModel

extension BuiltInMethod {
    /// Methods of paths.
    static let paths: [BuiltInMethod] = [
        BuiltInMethod(
            "bind", "The path with its wildcards replaced by values.", on: [.path: [[.map]]], gives: .path
        ) { receiver, arguments, _ throws(EvaluationFailure) in
            guard case .path(let path) = receiver, let values = arguments.onlyMap else { return nil }
            return .path(try path.binding(values))
        },
        BuiltInMethod(
            "segments", "Google's emulator checks calls of it, but does not implement it.", on: [.path: [[]]],
            gives: .path, nil),
    ]
}

extension RulePath {
    /// Binds values to variables. Variables without a value are left out, as are those that an earlier `bind` has set.
    fileprivate func binding(_ values: RuleMap) throws(EvaluationFailure) -> RulePath {
        let unknown = values.names.filter { name in
            !segments.contains { $0.hasName(name) }
        }
        guard unknown.isEmpty else {
            throw .error(.unknownTemplateVariables(unknown.map(\.string).sorted()))
        }
        var bound: [Segment] = []
        for segment in segments {
            switch segment {
            case .literal: bound.append(segment)
            case .variable(let name):
                guard let value = try values.value(FieldName(name)) else { continue }
                let text = try value.converted()
                if text.isEmpty { throw .error(.emptyBinding(name)) }
                bound.append(.capture(name, text))
            case .globVariable(let name):
                guard let value = try values.value(FieldName(name)) else { continue }
                guard case .path(let path) = value else {
                    throw .error(.type(received: value.type, expected: [.path]))
                }
                if let variable = path.freeVariable { throw .error(.unboundVariable(variable)) }
                bound.append(.globCapture(name, path.segments))
            case .capture(let name, _), .globCapture(let name, _):
                if values.contains(FieldName(name)) { throw .error(.variableAlreadyBound(name)) }
            }
        }
        return RulePath(bound)
    }
}

extension RulePath.Segment {
    /// The name of a variable, free or bound.
    var name: String? {
        switch self {
        case .literal: nil
        case .variable(let name), .globVariable(let name), .capture(let name, _), .globCapture(let name, _):
            name
        }
    }

    /// Whether it is a variable of a name.
    func hasName(_ other: FieldName) -> Bool { name.map { FieldName($0) == other } ?? false }
}
