/// The parameters that limit reads and writes in production. Here nothing takes long, so they are only validated.
///
/// Source: https://firebase.google.com/docs/reference/rest/database#section-query-parameters
enum TimeLimit {
    private static let writeSizes: Set = ["tiny", "small", "medium", "large", "unlimited"]

    /// Checks `timeout` and `writeSizeLimit`.
    static func check(_ target: RequestTarget) throws(RESTFailure) {
        if let text = target["timeout"], !isTime(text) {
            throw .badRequest("timeout must be a number followed by ms, s or min, and at most 15min.")
        }
        if let name = target["writeSizeLimit"], !writeSizes.contains(name) {
            throw .badRequest("writeSizeLimit must be tiny, small, medium, large or unlimited.")
        }
    }

    private static func isTime(_ text: String) -> Bool {
        for (unit, milliseconds) in [("ms", 1), ("min", 60_000), ("s", 1000)] where text.hasSuffix(unit) {
            guard let count = Int(text.dropLast(unit.count)), count > 0 else { return false }
            return count <= 15 * 60_000 / milliseconds
        }
        return false
    }
}
