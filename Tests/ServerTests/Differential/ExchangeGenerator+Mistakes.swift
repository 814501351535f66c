import HTTPTypes
import JSONText
import TestSupport

/// Mistakes that can be made in any request.
extension ExchangeGenerator {
    private static let strays: [JSON] = [
        nil, true, 0, 1, -1, .number("1.5"), "", "a", "1", [], [:], [nil], [[:]], ["a": 1], [1, "a"],
        .number("2147483648"), .number("1e2"), "true",
    ]
    private static let items = [
        "alt=json", "$alt=json", "%24alt=json%3Benum-encoding%3Dint", "prettyPrint=false", "fields=name",
        "key=x", "x=y", "x", "=", "&", "currentDocument.exists=TRUE", "currentDocument.exists=1",
        "currentDocument.exists=", "currentDocument.exists=true&currentDocument.exists=false",
        "current_document.exists=true", "mask.field_paths=n", "updateMask.field_paths=n", "page_size=1",
        "pageSize=1&pageSize=2", "showMissing=1", "show_missing=true", "orderBy=", "pageToken=",
        "pageToken=AAAA", "document_id=q", "order_by=n", "page_token=",
        "updateMask.fieldPaths=",
        "mask.fieldPaths=", "readTime=", "transaction=", "uploadType=media", "quotaUser=a", "callback=f",
    ]

    /// A request with something wrong in it; or with something that only looks so.
    mutating func withMistake(_ request: ExchangeRequest) -> ExchangeRequest {
        var request = request
        switch (random.int(0...11), request.body) {
        case (0...7, .json(let body)): request.body = .json(mistaken(body))
        case (8, .json(let body)): request.body = .text(cut(body.compactText))
        case (9, _):
            request.method = random.pick([.get, .put, .post, .patch, .delete, .head])
            if request.method == .head { request.body = .none }
        case (10, _):
            request.authorization = random.pick([
                nil, "Bearer owner", "bearer owner", "Bearer ", "Bearer x", "owner",
            ])
        default:
            request.target += (request.target.contains("?") ? "&" : "?") + random.pick(Self.items)
        }
        return request
    }

    /// A text that is JSON no more.
    private mutating func cut(_ text: String) -> String {
        switch random.int(0...4) {
        case 0: ""
        case 1: String(text.prefix(random.int(0...text.count)))
        case 2:
            random.pick([
                "null", "[]", "1", "\"a\"", "{", "[{}]", "{}", "\u{0}", " ", "nul", "{\"a\"}",
            ])
        default: String(text.dropLast(random.int(1...3)))
        }
    }

    /// A tree with one thing changed, anywhere in it.
    private mutating func mistaken(_ json: JSON) -> JSON {
        var index = random.int(0...json.nodeCount - 1)
        return changed(json, at: &index)
    }

    /// Changes the node with an index, counted as one reads, and counts down on the way.
    private mutating func changed(_ json: JSON, at index: inout Int) -> JSON {
        index -= 1
        if index == -1 { return changed(json) }
        switch json {
        case .null, .boolean, .number, .string: return json
        case .array(let elements):
            var changed: [JSON] = []
            for element in elements { changed.append(self.changed(element, at: &index)) }
            return .array(changed)
        case .object(let members):
            var changed: [JSON.Member] = []
            for member in members {
                changed.append(JSON.Member(member.name, self.changed(member.value, at: &index)))
            }
            return .object(changed)
        }
    }

    private mutating func changed(_ json: JSON) -> JSON {
        if random.oneIn(4) { return random.pick(Self.strays) }
        switch json {
        case .null, .boolean: return random.pick(Self.strays)
        case .number(let digits):
            return random.pick([
                .string(digits), .number("1.0"), .number("1e0"), -1, .number("2147483648"), 0, "1.0", " 1",
                "1",
            ])
        case .string(let text): return random.pick(Self.misspelt(text))
        case .array(let elements):
            guard let first = elements.first else { return random.pick(Self.strays) }
            return random.pick([
                first, .array(elements + [nil]), .array(elements + elements), .array([json]),
                ["values": json],
            ])
        case .object(let members): return .object(changed(Array(members)))
        }
    }

    private static func misspelt(_ text: String) -> [JSON] {
        // Google's emulator reads what only begins as a time.
        if text.contains("-01T") || text.contains("-31T") {
            return ["", "2020-01-01", .array([.string(text)])]
        }
        var texts: [JSON] = [
            .string(text.lowercased()), .string(text + " "), .string(" " + text), .string(text + "/"),
            .string(text + "\u{0}"), .string(String(text.dropLast())), .string("/" + text),
            .array([.string(text)]),
            .string(text + "/x"),
        ]
        if let number = Int64(text) { texts += [.number(String(number)), .number("\(number).0")] }
        if text.allSatisfy({ $0.isUppercase || $0 == "_" }) {
            texts += [0, 1, 2, 3, 5, 11, -1, "3", "X", .number("1.0")]
        }
        return texts
    }

    private mutating func changed(_ members: [JSON.Member]) -> [JSON.Member] {
        var members = members
        guard !members.isEmpty, !random.oneIn(6) else {
            return members + [
                JSON.Member(
                    random.pick(["x", "", "name", "fields", "values", "Fields"]), random.pick(Self.strays))
            ]
        }
        let index = random.int(0...members.count - 1)
        let member = members[index]
        switch random.int(0...6) {
        case 0, 1: members.remove(at: index)
        case 2: members.append(member)
        case 3: members.append(JSON.Member(member.name, random.pick(Self.strays)))
        case 4: members[index] = JSON.Member(member.name.snakeCased, member.value)
        case 5:
            members[index] = JSON.Member(
                random.pick([
                    member.name + "s", member.name.lowercased(), member.name.uppercased(), "",
                    member.name + " ",
                ]),
                member.value)
        default: members = members.reversed()
        }
        return members
    }
}

extension JSON {
    fileprivate var nodeCount: Int {
        switch self {
        case .null, .boolean, .number, .string: 1
        case .array(let elements): elements.reduce(1) { $0 + $1.nodeCount }
        case .object(let members): members.reduce(1) { $0 + $1.value.nodeCount }
        }
    }
}

extension String {
    fileprivate var snakeCased: String {
        reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
}
