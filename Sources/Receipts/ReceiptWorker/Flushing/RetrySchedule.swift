import FirestoreModel

/// How long to wait after a failure: exponentially longer each time, up to a limit, and randomized, so that workers that failed together do
/// not retry together.
package struct RetrySchedule: Sendable, Equatable {
    /// The maximum of the first wait, in milliseconds.
    package var initial: Int64 = 500
    /// The maximum of any wait, in milliseconds.
    package var maximum: Int64 = 60_000
    /// The factor for waits if the server reports overload.
    package var factorOfExhaustion: Int64 = 5

    package init() {}

    /// The maximum of a wait in milliseconds.
    ///
    /// - Parameters:
    ///   - failures: The number of failures in a row; at least 1.
    ///   - code: The code of the last failure.
    func ceiling(failures: Int, code: StatusCode) -> Int64 {
        let factor = code == .resourceExhausted ? factorOfExhaustion : 1
        let doublings = min(max(failures, 1) - 1, 30)
        let (ceiling, overflow) = (initial * factor).multipliedReportingOverflow(by: 1 << doublings)
        return overflow ? maximum * factor : min(ceiling, maximum * factor)
    }

    /// A wait in milliseconds: between half of the maximum and all of it.
    func delay(
        failures: Int, code: StatusCode, using generator: inout some RandomNumberGenerator
    ) -> Int64 {
        let ceiling = ceiling(failures: failures, code: code)
        return Int64.random(in: ceiling / 2...ceiling, using: &generator)
    }
}
