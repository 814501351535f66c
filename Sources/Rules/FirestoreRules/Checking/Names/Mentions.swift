/// The names and patterns in an expression, in source order, which are all that most checks need.
struct Mentions {
    struct Call {
        enum Kind {
            case function
            case method
            /// A function of a package, such as `math.abs`.
            case packaged(package: String)
        }

        var kind: Kind
        var name: Identifier
        var argumentCount: Int
    }

    /// A literal that a method takes as a regular expression.
    struct Pattern {
        var text: String
        var range: SourceRange
    }

    private(set) var variables: [Identifier] = []
    private(set) var calls: [Call] = []
    private(set) var patterns: [Pattern] = []

    init(_ expression: Expression) {
        add(expression)
    }

    private mutating func add(_ expression: Expression) {
        switch expression.kind {
        case .literal: break
        case .name(let name): variables.append(Identifier(name, at: expression.innerRange))
        case .list(let elements): elements.forEach { add($0) }
        case .map(let entries):
            for entry in entries {
                add(entry.key)
                add(entry.value)
            }
        case .path(let segments): segments.forEach { add($0) }
        case .member(let operand, _), .unary(_, let operand), .typeTest(let operand, _): add(operand)
        case .index(let operand, let index):
            add(operand)
            add(index)
        case .slice(let operand, let from, let to):
            add(operand)
            if let from { add(from) }
            if let to { add(to) }
        case .call(let name, let arguments):
            calls.append(Call(kind: .function, name: name, argumentCount: arguments.count))
            arguments.forEach { add($0) }
        case .method(let receiver, let name, let arguments):
            add(method: name, of: receiver, arguments, in: expression)
        case .binary(_, let left, let right, _):
            add(left)
            add(right)
        case .conditional(let condition, let first, let second):
            add(condition)
            add(first)
            add(second)
        }
    }

    private mutating func add(
        method name: Identifier, of receiver: Expression, _ arguments: [Expression], in expression: Expression
    ) {
        var kind = Call.Kind.method
        if let package = expression.package {
            kind = .packaged(package: package)
        } else {
            add(receiver)
            addPattern(of: name.name, arguments)
        }
        calls.append(Call(kind: kind, name: name, argumentCount: arguments.count))
        arguments.forEach { add($0) }
    }

    /// The pattern of `replace` is only checked during evaluation.
    private mutating func addPattern(of method: String, _ arguments: [Expression]) {
        guard method == "matches" || method == "split", arguments.count == 1, let argument = arguments.first,
            case .literal(.string(let text)) = argument.kind
        else { return }
        patterns.append(Pattern(text: text, range: argument.mainToken))
    }

    private mutating func add(_ segment: Expression.PathSegment) {
        switch segment {
        case .literal, .variable, .globVariable: break
        case .interpolation(let expression): add(expression)
        }
    }
}
