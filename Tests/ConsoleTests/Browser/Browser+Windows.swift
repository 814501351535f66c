import JSONText
import TestSupport

extension Browser {
    /// Runs the body in another window of the same browser, which shares what is stored, and comes back to the present one.
    func inOtherWindow(_ body: () async throws -> Void) async throws {
        let first = try await session.get("window")
        let other = try await session.post("window/new", ["type": "tab"])
        try await session.post("window", ["handle": other["handle"] ?? .null])
        try await body()
        try await session.post("window", ["handle": first])
    }
}
