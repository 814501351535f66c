import EmulatorAccess
import FirestoreModel

/// Writes that are carried out each by itself.
extension Database {
    /// Carries out writes one after the other: each has a commit of its own, and none hinders another. Only the time of the
    /// request is the same for all.
    ///
    /// - Returns: What each write came to, in order.
    func batchWrite(_ writes: [Write]) -> [Result<WriteResult, RPCStatus>] {
        let requestTime = clock.now()
        return writes.map { write in
            do throws(RPCStatus) {
                let results = try commit([write], requestTime: requestTime).results
                return .success(results.first ?? WriteResult(updateTime: nil))
            } catch {
                return .failure(error)
            }
        }
    }
}
