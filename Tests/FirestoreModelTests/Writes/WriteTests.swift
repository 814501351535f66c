import FirestoreModel
import Testing

struct WriteTests {
    private static let name = DocumentName(
        DatabaseID(project: "p"),
        DocumentPath(CollectionPath(parent: nil, id: ResourceID("c")), ResourceID("d")))
    private static let update = Write.Operation.update(name, ["a": 1], mask: nil)

    @Test(
        arguments: [
            ([], nil, true),
            ([.setToServerTime], nil, true),
            ([.maximum(1), .minimum(.double(1))], nil, true),
            ([.appendMissingElements([1]), .removeAllFromArray([2])], nil, true),
            ([.increment(1)], nil, false),
            ([.increment(.double(0))], nil, false),
            ([.setToServerTime, .increment(1)], .exists(true), false),
            ([.increment(1)], .exists(false), false),
            ([.increment(1)], .updateTime(.zero), true),
        ] as [([FieldTransform.Operation], Precondition?, Bool)])
    func `only an increment counts twice`(_ row: ([FieldTransform.Operation], Precondition?, Bool)) {
        let transforms = row.0.map { FieldTransform(FieldPath(["n"]), $0) }
        for operation in [Self.update, .transform(Self.name)] {
            #expect(Write(operation, transforms: transforms, precondition: row.1).isIdempotent == row.2)
        }
    }

    @Test(arguments: [update, .delete(name), .transform(name), .verify(name)])
    func `every write knows its document`(operation: Write.Operation) {
        #expect(Write(operation).name == Self.name)
        #expect(Write(operation).isIdempotent)
    }
}
