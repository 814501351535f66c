extension Fault {
    /// A fault of a kind, with measures as they occur.
    package static func random(_ kind: Kind, using generator: inout SeededGenerator) -> Fault {
        switch kind {
        case .pass: .pass
        case .delayRequest: .delayRequest(.milliseconds(generator.int(10...3000)))
        case .delayAnswer: .delayAnswer(.milliseconds(generator.int(10...3000)))
        case .throttle: .throttle(bytesPerSecond: generator.int(200...20_000))
        case .refuse: .refuse
        // Requests have some 300 bytes of head, so this hits heads, bodies and ends.
        case .resetRequest: .resetRequest(afterBytes: generator.int(1...1500))
        case .loseAnswer: .loseAnswer
        case .cutAnswer: .cutAnswer(generator.pick(Cut.allCases), generator.pick(Ending.allCases))
        case .garbage: .garbage
        case .overloaded: .overloaded(retryAfterSeconds: generator.int(1...5))
        case .unavailable: .unavailable
        }
    }
}
