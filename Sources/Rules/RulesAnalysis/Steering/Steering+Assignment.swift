import CoreValues
import FirestoreModel
import FirestoreRules

extension Steering {
    /// Gives an expression a value, by changing what it is computed from.
    ///
    /// - Returns: False if nothing is known to do that.
    mutating func assign(
        _ value: RuleValue, to target: EvaluatedExpression, _ scope: ConditionScope
    ) -> Bool {
        if let place = scope.place(of: target) {
            guard let stored = Value(value) else { return false }
            return scenario.set(place, to: stored)
        }
        if let (inner, innerScope) = scope.unfolded(target) { return assign(value, to: inner, innerScope) }
        guard case .expression(let expression) = target.form else { return false }
        let operands = target.operands
        switch expression.kind {
        case .method(_, let name, _):
            guard let receiver = operands.first else { return false }
            return assign(value, toMethod: name.name, of: receiver, operands.dropFirst(), scope)
        case .binary(.add, _, _, _) where operands.count == 2:
            return assign(value, toSum: operands[0], operands[1], scope)
        case .binary(.subtract, _, _, _) where operands.count == 2:
            return assign(value, toDifference: operands[0], operands[1], scope)
        case .unary(.negative, _):
            guard case .int(let int) = value, let operand = operands.first else { return false }
            return assign(.int(0 &- int), to: operand, scope)
        case .call(let name, _):
            guard let operand = operands.first else { return false }
            return assign(value, toConversion: name.name, of: operand, scope)
        case .index where operands.count == 2:
            // The entry of a map in the rules: choose the key.
            guard case .map(let map)? = operands[0].value else { return false }
            let names = map.names.filter { name in
                (try? map.value(name)).flatMap { $0 }.flatMap { Value($0) } == Value(value)
            }
            guard let name = random.pick(names) else { return false }
            return assign(.string(name.string), to: operands[1], scope)
        default: return false
        }
    }

    private mutating func assign(
        _ value: RuleValue, toMethod name: String, of receiver: EvaluatedExpression,
        _ arguments: ArraySlice<EvaluatedExpression>, _ scope: ConditionScope
    ) -> Bool {
        switch (name, value) {
        case ("size", .int(let size)): return resize(receiver, to: Int(clamping: size), scope)
        case ("keys", .list(let names)): return setKeys(of: receiver, to: names, scope)
        case ("keys", .set(let names)): return setKeys(of: receiver, to: names.elements, scope)
        case ("toSet", .list), ("toSet", .set), ("removeAll", .list), ("lower", .string), ("upper", .string),
            ("trim", .string):
            return assign(value, to: receiver, scope)
        case ("concat", .list(let elements)):
            guard case .list(let end)? = arguments.first?.value, end.count <= elements.count else {
                return false
            }
            return assign(.list(RuleList(Array(elements.dropLast(end.count)))), to: receiver, scope)
        case ("toMillis", .int(let milliseconds)):
            let time = Timestamp(
                seconds: milliseconds / 1000, nanoseconds: Int32(abs(milliseconds % 1000)) * 1_000_000)
            return assign(.timestamp(time), to: receiver, scope)
        case ("abs", .int(let size)):
            guard let number = arguments.first else { return false }
            return assign(.int(random.oneIn(2) ? size : 0 &- size), to: number, scope)
        case ("seconds", .int(let seconds)):
            // The second of a time is that of its minute.
            if case .timestamp(let time)? = receiver.value {
                guard (0..<60).contains(seconds), time.seconds >= 0 else { return false }
                let minute = time.seconds - time.seconds % 60
                return assign(
                    .timestamp(Timestamp(seconds: minute + seconds, nanoseconds: 0)), to: receiver, scope)
            }
            return assign(.duration(RuleDuration(seconds: seconds)), to: receiver, scope)
        default: return false
        }
    }

    private mutating func assign(
        _ value: RuleValue, toSum left: EvaluatedExpression, _ right: EvaluatedExpression,
        _ scope: ConditionScope
    ) -> Bool {
        for (side, other) in [(left, right.value), (right, left.value)] {
            let rest: RuleValue? =
                switch (value, other) {
                case (.int(let sum), .int(let part)): .int(sum &- part)
                case (.timestamp(let sum), .duration(let part)): .timestamp(sum.moved(by: part.negated))
                case (.string(let sum), .string(let part)) where sum.hasPrefix(part):
                    .string(String(sum.dropFirst(part.count)))
                default: nil
                }
            if let rest, assign(rest, to: side, scope) { return true }
        }
        return false
    }

    private mutating func assign(
        _ value: RuleValue, toDifference left: EvaluatedExpression, _ right: EvaluatedExpression,
        _ scope: ConditionScope
    ) -> Bool {
        switch (value, left.value, right.value) {
        case (.int(let difference), let first, let second):
            if case .int(let second)? = second, assign(.int(difference &+ second), to: left, scope) {
                return true
            }
            if case .int(let first)? = first { return assign(.int(first &- difference), to: right, scope) }
            return false
        case (.duration(let difference), let first, let second):
            if case .timestamp(let second)? = second,
                assign(.timestamp(second.moved(by: difference)), to: left, scope)
            {
                return true
            }
            guard case .timestamp(let first)? = first else { return false }
            return assign(.timestamp(first.moved(by: difference.negated)), to: right, scope)
        case (.timestamp(let time), _, .duration(let part)?):
            return assign(.timestamp(time.moved(by: part)), to: left, scope)
        default: return false
        }
    }

    private mutating func assign(
        _ value: RuleValue, toConversion name: String, of operand: EvaluatedExpression,
        _ scope: ConditionScope
    ) -> Bool {
        switch (name, value) {
        case ("string", .string(let text)):
            let number = Int64(text).map { RuleValue.int($0) }
            return assign(number ?? value, to: operand, scope)
        case ("int", .int), ("float", .float), ("debug", _): return assign(value, to: operand, scope)
        default: return false
        }
    }
}

extension Timestamp {
    /// The time after a duration, within the years that Firestore knows.
    fileprivate func moved(by duration: RuleDuration) -> Timestamp {
        let sum = seconds.addingReportingOverflow(duration.seconds)
        let range = Timestamp.secondsRange
        guard !sum.overflow else { return self }
        return Timestamp(
            seconds: min(max(sum.partialValue, range.lowerBound), range.upperBound), nanoseconds: nanoseconds)
    }
}
