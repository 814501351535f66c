/// A program as a table of states: one step per scalar, for whole matches of programs with few states.
struct StateMachine: Sendable {
    /// The next state for each state and each class of scalars. State 0 is a dead end.
    private let table: [UInt16]
    private let accepts: [Bool]
    private let acceptsEmpty: Bool
    private let alphabet: ScalarAlphabet

    func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes.isEmpty { return acceptsEmpty }
        var state = 1
        var cursor = TextCursor(bytes, at: 0)
        while let next = cursor.next() {
            state = Int(table[state * alphabet.count + alphabet.index(next.scalar)])
            if state == 0 { return false }
            cursor.move(to: next.end)
        }
        return accepts[state]
    }
}

extension StateMachine {
    private static let mostStates = 256
    private static let mostSteps = 200_000

    /// Makes the table, if it is small.
    init?(_ program: PatternProgram) {
        guard !program.looksAround else { return nil }
        var builder = StateBuilder(program, mostSteps: StateMachine.mostSteps)
        let start = builder.closure([program.start], isBegin: true, isEnd: false)
        var (states, numbers) = ([[], start], [[]: 0, start: 1] as [[Int32]: UInt16])
        var table = Array(repeating: 0 as UInt16, count: program.alphabet.count)
        var state = 1
        while state < states.count {
            for index in 0..<program.alphabet.count {
                let next = builder.closure(builder.step(states[state], index), isBegin: false, isEnd: false)
                if numbers[next] == nil {
                    numbers[next] = UInt16(states.count)
                    states.append(next)
                }
                table.append(numbers[next] ?? 0)
                guard states.count <= StateMachine.mostStates, !builder.isExhausted else { return nil }
            }
            state += 1
        }
        self.table = table
        accepts = states.map { builder.accepts($0, isBegin: false) }
        acceptsEmpty = builder.accepts(start, isBegin: true)
        alphabet = program.alphabet
    }
}

/// Finds the states of a program: the sets of places it can be in at once.
private struct StateBuilder {
    private let program: PatternProgram
    private var remainingSteps: Int
    private var isIn: [Bool]

    init(_ program: PatternProgram, mostSteps: Int) {
        self.program = program
        remainingSteps = mostSteps
        isIn = Array(repeating: false, count: program.instructions.count)
    }

    var isExhausted: Bool { remainingSteps < 0 }

    /// The next state after a scalar of a class.
    mutating func step(_ state: [Int32], _ index: Int) -> [Int32] {
        remainingSteps -= state.count
        return state.compactMap { place in
            let instruction = program.instructions[Int(place)]
            guard instruction.kind == .consume, program.alphabet.contains(instruction.operand, index) else {
                return nil
            }
            return instruction.next
        }
    }

    /// The places with an effect that can be reached without consuming a scalar, in order.
    mutating func closure(_ places: [Int32], isBegin: Bool, isEnd: Bool) -> [Int32] {
        var (found, seen, open) = ([] as [Int32], [] as [Int32], places)
        while let place = open.popLast() {
            guard !isIn[Int(place)] else { continue }
            isIn[Int(place)] = true
            seen.append(place)
            remainingSteps -= 1
            let instruction = program.instructions[Int(place)]
            switch instruction.kind {
            case .consume, .match: found.append(place)
            case .save: open.append(instruction.next)
            case .split: open += [instruction.next, instruction.other]
            case .assert:
                let isAtBegin = instruction.operand == PatternAssertion.beginText.rawValue
                if isAtBegin ? isBegin : isEnd {
                    open.append(instruction.next)
                } else if !isAtBegin {
                    // Whether the text ends here is not known yet.
                    found.append(place)
                }
            }
        }
        for place in seen { isIn[Int(place)] = false }
        return found.sorted()
    }

    mutating func accepts(_ state: [Int32], isBegin: Bool) -> Bool {
        closure(state, isBegin: isBegin, isEnd: true).contains {
            program.instructions[Int($0)].kind == .match
        }
    }
}
