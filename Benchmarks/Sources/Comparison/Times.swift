extension Duration {
    /// As a number of milliseconds.
    public var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}

extension [Double] {
    /// The middle one of the sorted values; 0 without any.
    public var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}

/// The median time of many runs, in milliseconds; the first tenth does not count.
public func medianTime(of count: Int, _ body: (Int) async throws -> Void) async throws -> Double {
    var times: [Double] = []
    for number in 0..<count {
        let time = try await ContinuousClock().measure { try await body(number) }.milliseconds
        if number >= count / 10 { times.append(time) }
    }
    return times.median
}
