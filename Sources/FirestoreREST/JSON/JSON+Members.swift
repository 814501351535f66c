import FirestoreModel

extension JSON {
    /// The members of an object, in the order of the text.
    ///
    /// Most objects of Firestore's messages are values such as `{"stringValue": "…"}`, and most of those that hold more are
    /// lists of these, such as the readers of a message. Both are kept without lists of members: making and freeing one for
    /// each of them was half of what reading an answer took.
    package struct Members: Sendable {
        private enum Storage {
            case text(TextKind, String)
            case strings([Value])
            case list([Member])
        }

        private let storage: Storage

        package init(_ members: [Member]) { storage = .list(members) }

        init(_ kind: TextKind, _ text: String) { storage = .text(kind, text) }

        /// The members of an `arrayValue` of these strings.
        init(strings: [Value]) { storage = .strings(strings) }

        /// The kind and the text, when these are the members of a value that is written as a string, kept as one.
        var textValue: (kind: TextKind, text: String)? {
            if case .text(let kind, let text) = storage { (kind, text) } else { nil }
        }

        /// The elements, when these are the members of an `arrayValue` of strings, kept as one.
        var strings: [Value]? {
            if case .strings(let strings) = storage { strings } else { nil }
        }

        /// The value of the member with a name, the last one if there are several.
        package subscript(name: String) -> JSON? {
            switch storage {
            case .text(let kind, let text): return kind.rawValue == name ? .string(text) : nil
            case .strings(let strings): return name == Members.arrayValue ? Members.array(strings) : nil
            case .list(let members):
                for index in members.indices.reversed() where members[index].name == name {
                    return members[index].value
                }
                return nil
            }
        }

        /// Tells whether the members have no names but these.
        func haveOnly(_ names: [String]) -> Bool {
            switch storage {
            case .text(let kind, _): return names.contains(kind.rawValue)
            case .strings: return names.contains(Members.arrayValue)
            case .list(let members):
                for index in members.indices where !names.contains(members[index].name) { return false }
                return true
            }
        }

        fileprivate static let arrayValue = "arrayValue"

        /// What stands in the text for an array of strings.
        fileprivate static func array(_ strings: [Value]) -> JSON {
            let elements = strings.map { value in
                if case .string(let text) = value {
                    JSON.object(Members(.stringValue, text))
                } else {
                    JSON.null
                }
            }
            return .object([JSON.Member("values", .array(elements))])
        }
    }

    /// The values of Firestore that are written as strings, by the name of their member.
    enum TextKind: String, CaseIterable {
        case stringValue, integerValue, timestampValue, referenceValue, bytesValue

        /// The kind whose name these bytes are.
        init?(name: UnsafeBufferPointer<UInt8>) {
            // The first byte tells them apart.
            let (kind, expected): (TextKind, StaticString)
            switch name.first {
            case UInt8(ascii: "s"): (kind, expected) = (.stringValue, "stringValue")
            case UInt8(ascii: "i"): (kind, expected) = (.integerValue, "integerValue")
            case UInt8(ascii: "t"): (kind, expected) = (.timestampValue, "timestampValue")
            case UInt8(ascii: "r"): (kind, expected) = (.referenceValue, "referenceValue")
            case UInt8(ascii: "b"): (kind, expected) = (.bytesValue, "bytesValue")
            case _: return nil
            }
            let found = UnsafeRawBufferPointer(name)
            let wanted = UnsafeRawBufferPointer(start: expected.utf8Start, count: expected.utf8CodeUnitCount)
            // All names have eight bytes or more, and none sixteen: the first eight and the last eight are the whole.
            guard found.count == wanted.count, TextKind.word(found, 0) == TextKind.word(wanted, 0),
                TextKind.word(found, found.count - 8) == TextKind.word(wanted, wanted.count - 8)
            else { return nil }
            self = kind
        }

        private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
            bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
    }

    package static func object(_ members: [Member]) -> JSON { .object(Members(members)) }
}

extension JSON.Members: RandomAccessCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int {
        switch storage {
        case .text, .strings: 1
        case .list(let members): members.count
        }
    }

    package subscript(position: Int) -> JSON.Member {
        switch storage {
        case .text(let kind, let text):
            precondition(position == 0, "there is one member")
            return JSON.Member(kind.rawValue, .string(text))
        case .strings(let strings):
            precondition(position == 0, "there is one member")
            return JSON.Member(JSON.Members.arrayValue, JSON.Members.array(strings))
        case .list(let members): return members[position]
        }
    }
}

extension JSON.Members: Equatable {
    package static func == (left: JSON.Members, right: JSON.Members) -> Bool { left.elementsEqual(right) }
}
