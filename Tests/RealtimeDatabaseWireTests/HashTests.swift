import RealtimeDatabaseModel
import RealtimeDatabaseWire
import Testing

@Suite("Hashes of nodes")
struct HashTests {
    /// Computed by Firebase's web SDK.
    @Test(arguments: [
        ("null", ""), ("5", "w28swksk9+tXf5jEdS9R5oSFAv8="),
    ])
    func `a node has the hash that the SDKs compute`(json: String, hash: String) throws {
        #expect(try DataNode(json: Array(json.utf8)).wireHash == hash)
    }
}
