/// The members of an object with repeated names: the last value of each name, at the position of the first.
struct DistinctMembers {
    private(set) var count = 0
    /// Names and values, alternating.
    private(set) var tokens: [JSONToken] = []

    /// - Returns: nil if no name is repeated.
    init?(_ object: JSONNode) {
        guard let members = object.members, DistinctMembers.repeatName(members) else { return nil }
        var places: [Name: Int] = [:]
        var distinct: [(name: JSONNode, value: JSONNode)] = []
        for member in members {
            if let place = places[Name(node: member.name)] {
                distinct[place].value = member.value
            } else {
                places[Name(node: member.name)] = distinct.count
                distinct.append(member)
            }
        }
        count = distinct.count
        for (name, value) in distinct {
            tokens.append(name.token.pointee)
            tokens += UnsafeBufferPointer(start: value.token, count: Int(value.token.pointee.span))
        }
    }

    private static func repeatName(_ members: JSONNode.Members) -> Bool {
        if members.count > 8 {
            var names = Set<Name>(minimumCapacity: members.count)
            return members.contains { !names.insert(Name(node: $0.name)).inserted }
        }
        // Nearly every object has few members, so comparing all pairs is faster than a table.
        var rest = members
        while let member = rest.next() {
            for other in rest where other.name.isString(of: member.name) { return true }
        }
        return false
    }

    /// A name as a key, compared by its bytes.
    private struct Name: Hashable {
        let node: JSONNode

        static func == (left: Name, right: Name) -> Bool { left.node.isString(of: right.node) }

        func hash(into hasher: inout Hasher) {
            if node.token.pointee.kind == .escapedString {
                var text = JSONEscapes.string(node.utf8)
                text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            } else {
                hasher.combine(bytes: UnsafeRawBufferPointer(node.utf8))
            }
        }
    }
}

extension JSONNode {
    /// Whether this and another node are strings with the same bytes.
    fileprivate func isString(of other: JSONNode) -> Bool {
        if token.pointee.kind == .escapedString || other.token.pointee.kind == .escapedString {
            return other.string.map { isString($0) } ?? false
        }
        return utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
