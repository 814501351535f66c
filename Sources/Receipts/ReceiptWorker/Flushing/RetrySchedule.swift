import FirestoreModel

/// How long to wait after receipts could not be written: exponentially longer each time up to a limit, and a random part of that, so
/// that workers that failed together do not come back together.
package struct RetrySchedule: Sendable, Equatable {
    /// The ceiling of the first wait, in milliseconds.
    package var initial: Int64 = 500
    /// The largest ceiling.
    package var maximum: Int64 = 60_000
    /// What the ceilings are multiplied with when the server has asked for less: it is served best by patience.
    package var factorOfExhaustion: Int64 = 5

    package init() {}

    /// The ceiling of a wait in milliseconds.
    ///
    /// - Parameters:
    ///   - failures: How often in a row it has failed; at least 1.
    ///   - code: What the last failure was.
    func ceiling(failures: Int, code: StatusCode) -> Int64 {
        let factor = code == .resourceExhausted ? factorOfExhaustion : 1
        let doublings = min(max(failures, 1) - 1, 30)
        let (ceiling, overflow) = (initial * factor).multipliedReportingOverflow(by: 1 << doublings)
        return overflow ? maximum * factor : min(ceiling, maximum * factor)
    }

    /// A wait in milliseconds: between half of the ceiling and all of it.
    func delay(
        failures: Int, code: StatusCode, using generator: inout some RandomNumberGenerator
    ) -> Int64 {
        let ceiling = ceiling(failures: failures, code: code)
        return Int64.random(in: ceiling / 2...ceiling, using: &generator)
    }
}
