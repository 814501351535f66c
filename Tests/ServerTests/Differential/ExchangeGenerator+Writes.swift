import JSONText
import TestSupport

extension ExchangeGenerator {
    /// A list of writes, often several to one document.
    mutating func writes(guarded: Bool = false) -> JSON {
        var writes: [JSON] = []
        let name = documentName()
        for _ in 0..<random.pick([1, 1, 1, 2, 3]) {
            let other = guarded && random.oneIn(2) ? guardedName() : documentName()
            writes.append(write(to: random.oneIn(4) ? name : other))
        }
        return .array(writes)
    }

    private mutating func write(to name: JSON) -> JSON {
        var members: [JSON.Member] = []
        var condition = precondition()
        switch random.int(0...19) {
        case 0...10:
            members.append(JSON.Member("update", ["name": name, "fields": fields()]))
            if random.oneIn(2) { members.append(JSON.Member("updateMask", mask(0...3))) }
            if random.oneIn(3) { members.append(JSON.Member("updateTransforms", transforms())) }
        case 11...14: members.append(JSON.Member("delete", name))
        case 15:
            members.append(JSON.Member("verify", name))
            if !slips(3) { condition = condition ?? ["exists": true] }
        default:
            members.append(JSON.Member("transform", ["document": name, "fieldTransforms": transforms()]))
        }
        if slips(15) { members.append(JSON.Member("updateMask", mask(0...2))) }
        if slips(15) { members.append(JSON.Member("updateTransforms", transforms())) }
        if let condition { members.append(JSON.Member("currentDocument", condition)) }
        return .object(members)
    }

    /// A `DocumentMask`.
    mutating func mask(_ count: ClosedRange<Int>) -> JSON {
        let paths = someFieldPaths(count).map(JSON.string)
        return paths.isEmpty && random.oneIn(2) ? [:] : ["fieldPaths": .array(paths)]
    }

    private mutating func precondition() -> JSON? {
        if slips(8) { return ["updateTime": oddTime()] }
        return switch random.int(0...19) {
        case 0...2: ["exists": true]
        case 3...5: ["exists": false]
        case 6: ["updateTime": "2020-01-01T00:00:00Z"]
        case 7: ["updateTime": earlier("updateTime")]
        default: nil
        }
    }

    private mutating func transforms() -> JSON {
        var transforms: [JSON] = []
        for _ in 0..<random.int((slips(8) ? 0 : 1)...random.pick([1, 2, 4])) {
            var members = [JSON.Member("fieldPath", .string(fieldPath())), transform()]
            if slips(20) { members.append(transform()) }
            transforms.append(.object(members))
        }
        return .array(transforms)
    }

    private mutating func transform() -> JSON.Member {
        switch random.int(0...11) {
        case 0...2: JSON.Member("increment", number())
        case 3, 4: JSON.Member("maximum", number())
        case 5, 6: JSON.Member("minimum", number())
        case 7:
            JSON.Member(
                "setToServerValue", slips(4) ? random.pick([1, 0, 2, "X", "1", nil, true]) : "REQUEST_TIME")
        case 8, 9: JSON.Member("appendMissingElements", list(0...3, depth: 1))
        default: JSON.Member("removeAllFromArray", list(0...3, depth: 1))
        }
    }

    /// An operand of a transform of numbers.
    private mutating func number() -> JSON {
        if slips(4) { return value() }
        return random.oneIn(3)
            ? ["integerValue": random.pick(["1", "-3", "0", "9223372036854775807", "-9223372036854775808"])]
            : random.pick([
                ["integerValue": "1"], ["integerValue": "2"], ["doubleValue": .number("1.5")],
                ["doubleValue": .number("1.0")], ["doubleValue": "NaN"], ["doubleValue": "Infinity"],
                ["doubleValue": "-Infinity"], ["doubleValue": .number("-0.0")],
                ["doubleValue": .number("0.0")],
                ["doubleValue": .number("9.3e18")], ["doubleValue": .number("1.7976931348623157e308")],
            ])
    }
}
