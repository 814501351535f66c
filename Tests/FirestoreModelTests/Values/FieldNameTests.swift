import FirestoreModel
import Testing

struct FieldNameTests {
    @Test(arguments: [
        ("__a__", true), ("_____", true), ("____", false), ("__a_", false), ("a__", false), ("__é__", true),
    ])
    func `a name between two underscores is reserved`(name: String, isReserved: Bool) {
        #expect(FieldName(name).isReserved == isReserved)
    }
}
