import FirestoreREST
import TestSupport

extension ExchangeGenerator {
    /// A list of writes, often several to one document.
    mutating func writes(guarded: Bool = false) -> JSON {
        var writes: [JSON] = []
        for _ in 0..<random.pick([1, 1, 1, 2, 3]) {
            writes.append(write(to: guarded && random.oneIn(2) ? guardedName() : documentName()))
        }
        return .array(writes)
    }

    private mutating func write(to name: JSON) -> JSON {
        var members: [JSON.Member] = []
        var condition = precondition()
        switch random.int(0...19) {
        case 0...10:
            members.append(JSON.Member("update", ["name": name, "fields": fields()]))
            if random.oneIn(2) {
                members.append(JSON.Member("updateMask", ["fieldPaths": someFieldPaths(0...3)]))
            }
            if random.oneIn(3) { members.append(JSON.Member("updateTransforms", transforms())) }
        case 11...14: members.append(JSON.Member("delete", name))
        case 15:
            members.append(JSON.Member("verify", name))
            condition = condition ?? ["exists": true]
        default:
            members.append(JSON.Member("transform", ["document": name, "fieldTransforms": transforms()]))
        }
        if let condition { members.append(JSON.Member("currentDocument", condition)) }
        return .object(members)
    }

    private mutating func precondition() -> JSON? {
        switch random.int(0...19) {
        case 0...2: ["exists": true]
        case 3...5: ["exists": false]
        case 6: ["updateTime": "2020-01-01T00:00:00Z"]
        case 7: ["updateTime": earlier("updateTime")]
        default: nil
        }
    }

    private mutating func transforms() -> JSON {
        var transforms: [JSON] = []
        for _ in 0..<random.int(1...2) {
            let path = JSON.Member("fieldPath", .string(random.pick(Self.fieldPaths)))
            transforms.append(.object([path, transform()]))
        }
        return .array(transforms)
    }

    private mutating func transform() -> JSON.Member {
        switch random.int(0...9) {
        case 0...2: JSON.Member("increment", number())
        case 3, 4: JSON.Member("maximum", number())
        case 5, 6: JSON.Member("minimum", number())
        case 7: JSON.Member("setToServerValue", "REQUEST_TIME")
        case 8: JSON.Member("appendMissingElements", list(0...3, depth: 1))
        default: JSON.Member("removeAllFromArray", list(0...3, depth: 1))
        }
    }

    private mutating func number() -> JSON {
        random.pick([
            ["integerValue": "1"], ["integerValue": "-3"], ["doubleValue": .number("1.5")],
            ["doubleValue": "NaN"],
            ["integerValue": "9223372036854775807"], ["doubleValue": .number("-0.0")], ["stringValue": "x"],
        ])
    }
}
