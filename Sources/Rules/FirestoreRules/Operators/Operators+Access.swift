package import FirestoreModel

extension Operators {
    /// `receiver.name`
    package static func member(
        _ receiver: RuleValue, _ name: FieldName
    ) throws(EvaluationFailure) -> RuleValue {
        switch receiver {
        case .map(let map):
            if let value = try map.value(name) { return value }
            throw .error(.undefinedProperty(name.string))
        case .path(let path): return try path.capture(name)
        case .null: throw .error(.nullValue)
        default: throw .error(.type(received: receiver.type, expected: [.map, .path]))
        }
    }

    /// `receiver[index]`
    package static func index(
        _ receiver: RuleValue, _ index: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue {
        switch (receiver, index) {
        case (.map, .string(let name)), (.path, .string(let name)):
            return try member(receiver, FieldName(name))
        case (.list(let list), .int(let position)): return list[try element(position, of: list.count)]
        case (.string(let text), .int(let position)):
            try work.charge(bytes: text.utf8.count)
            let start = try element(position, of: text.utf16.count)
            return .string(text.utf16Slice(start..<start + 1))
        case (.path(let path), .int(let position)):
            let segments = try path.boundSegments()
            return .string(segments[try element(position, of: segments.count)].text)
        case (.map, _), (.list, _), (.string, _), (.path, _):
            throw .error(.index(receiver.type, by: index.type))
        case (.null, _): throw .error(.nullValue)
        default: throw .error(.functionNotFound("[]"))
        }
    }

    /// `receiver[from:to]`. An end that is omitted or null means the first or the last element.
    package static func slice(
        _ receiver: RuleValue, from: RuleValue?, to: RuleValue?, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue {
        let (from, to) = (from ?? .null, to ?? .null)
        switch receiver {
        case .list, .string, .path: break
        case .null: throw .error(.nullValue)
        default: throw .error(.functionNotFound("@range"))
        }
        guard let bounds = SliceBounds(from, to) else {
            throw .error(.range(receiver.type, from: from.type, to: to.type))
        }
        // The whole slice of a template is the template, bound or not.
        if bounds.isOpen { return receiver }
        switch receiver {
        case .list(let list):
            let range = try bounds.range(of: list.count)
            try work.make(elements: range.count, of: .list)
            return .list(list.slice(range))
        case .string(let text):
            try work.make(bytes: text.utf8.count, of: .string)
            return .string(text.utf16Slice(try bounds.range(of: text.utf16.count)))
        case .path(let path):
            let segments = try path.boundSegments()
            return .path(RulePath(Array(segments[try bounds.range(of: segments.count)])))
        default: throw .error(.functionNotFound("@range"))
        }
    }

    fileprivate static func element(_ index: Int64, of count: Int) throws(EvaluationFailure) -> Int {
        guard index >= 0, index < count else { throw .error(.indexOutOfBounds(index: index, size: count)) }
        return Int(index)
    }
}

/// The ends of a slice as written.
private struct SliceBounds {
    private let from: Int64?
    private let to: Int64?

    /// Nil if an end is neither an int nor null.
    init?(_ from: RuleValue, _ to: RuleValue) {
        switch (from, to) {
        case (.null, .null): (self.from, self.to) = (nil, nil)
        case (.int(let start), .null): (self.from, self.to) = (start, nil)
        case (.null, .int(let end)): (self.from, self.to) = (nil, end)
        case (.int(let start), .int(let end)): (self.from, self.to) = (start, end)
        default: return nil
        }
    }

    /// Whether neither end is written.
    var isOpen: Bool { from == nil && to == nil }

    /// The selected elements, unless both ends are open. A written end must name an element, the second one by its successor, so
    /// `[0:0]` is an error and `[1:1]` is empty.
    func range(of count: Int) throws(EvaluationFailure) -> Range<Int> {
        let lower = try Operators.element(from ?? 0, of: count)
        var upper = count
        if let to { upper = try Operators.element(to == .min || to == .max ? to : to - 1, of: count) + 1 }
        guard lower <= upper else { throw .error(.illegalRange(from: Int64(lower), to: Int64(upper))) }
        return lower..<upper
    }
}
