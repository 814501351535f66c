#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Glibc
#endif

extension BuiltInFunction {
    /// Functions of the package `math`.
    static let mathematics: [BuiltInFunction] = [
        BuiltInFunction(
            "math.abs", "The absolute value of a number.", [[.int], [.float]], gives: .number
        ) { arguments throws(EvaluationFailure) in
            switch arguments.only {
            // The smallest integer has no positive counterpart, and stays as it is.
            case .int(let number): .int(number < 0 ? 0 &- number : number)
            case .float(let number): .float(number.magnitude)
            default: nil
            }
        },
        calculation("ceil", "The number rounded up.", gives: [.float]) {
            .float($0.rounded(.up))
        },
        calculation("floor", "The number rounded down.", gives: [.float]) {
            .float($0.rounded(.down))
        },
        calculation("round", "The nearest integer; halves are rounded up.", gives: [.int]) { number in
            // The fraction is exact; adding a half would not be.
            .int(Int64(javaCast: number.rounded(.down) + (number - number.rounded(.down) >= 0.5 ? 1 : 0)))
        },
        calculation("sqrt", "The square root of a number.", gives: [.float]) { .float($0.squareRoot()) },
        calculation("isNaN", "Whether a number is NaN.", gives: .bool) { .bool($0.isNaN) },
        BuiltInFunction(
            "math.pow", "A number to the power of another.", [[.number, .number]], gives: [.float]
        ) { arguments throws(EvaluationFailure) in
            guard arguments.count == 2, let base = arguments[0].number, let exponent = arguments[1].number
            else { return nil }
            return .float(power(base, exponent))
        },
    ]

    private static func calculation(
        _ name: String, _ documentation: String, gives result: TypeSet,
        _ calculate: @escaping @Sendable (Double) -> RuleValue
    ) -> BuiltInFunction {
        BuiltInFunction("math." + name, documentation, [[.number]], gives: result) {
            arguments throws(EvaluationFailure) in arguments.onlyNumber.map(calculate)
        }
    }
}

/// In Java the result is NaN where in C it is 1.
private func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 { return 1 }
    if exponent.isNaN || (base.magnitude == 1 && exponent.isInfinite) { return .nan }
    return pow(base, exponent)
}
