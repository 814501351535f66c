import EmulatorAccess
import FirestoreModel

/// Independent writes.
extension Database {
    /// Executes writes one after the other: each has its own commit, and a failure does not affect the others. Only the time of the
    /// request is the same for all.
    ///
    /// - Returns: The result of each write, in order.
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
