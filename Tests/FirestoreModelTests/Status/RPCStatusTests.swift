import FirestoreModel
import Testing

struct RPCStatusTests {
    @Test func `a status describes itself on one line`() {
        #expect(RPCStatus(.notFound, "no such thing").description == "NOT_FOUND: no such thing")
        #expect(RPCStatus(.unknown, nil).description == "UNKNOWN")
    }
}
