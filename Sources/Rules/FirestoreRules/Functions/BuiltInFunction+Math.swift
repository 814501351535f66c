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
    func calculate(_ arguments: CallArguments) -> RuleValue? {
        switch self {
        case .abs:
            guard arguments.count == 1 else { return nil }
            switch arguments[0] {
            // The smallest integer has no counterpart and stays what it is.
            case .int(let number): return .int(number < 0 ? 0 &- number : number)
            case .float(let number): return .float(number.magnitude)
            default: return nil
            }
        case .pow:
            guard arguments.count == 2, let base = arguments[0].number, let exponent = arguments[1].number
            else { return nil }
            return .float(power(base, exponent))
        default:
            guard let number = arguments.onlyNumber else { return nil }
            return calculate(number)
        }
    }

    private func calculate(_ number: Double) -> RuleValue? {
        switch self {
        case .ceil: .float(number.rounded(.up))
        case .floor: .float(number.rounded(.down))
        case .sqrt: .float(number.squareRoot())
        case .isNaN: .bool(number.isNaN)
        case .round:
            // Half up: the fraction is exact, where adding a half would not be.
            .int(Int64(javaCast: number.rounded(.down) + (number - number.rounded(.down) >= 0.5 ? 1 : 0)))
        default: nil
        }
    }
}

/// Java finds no number where C finds that 1 remains 1.
private func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 { return 1 }
    if exponent.isNaN || (base.magnitude == 1 && exponent.isInfinite) { return .nan }
    return pow(base, exponent)
}
