/// A value of a parsed JSON text, read in place: nothing is copied until you ask for it.
///
/// A node is valid only inside the closure that ``JSONParser/parse(_:_:)`` calls with it.
package struct JSONNode {
    @usableFromInline let token: UnsafePointer<JSONToken>
    /// The first byte of the whole text.
    @usableFromInline let text: UnsafePointer<UInt8>

    @inlinable
    init(_ token: UnsafePointer<JSONToken>, in text: UnsafePointer<UInt8>) {
        self.token = token
        self.text = text
    }

    @inlinable package var isNull: Bool { token.pointee.kind == .null }

    @inlinable package var isObject: Bool { token.pointee.kind == .object }

    /// The value of a boolean; nil for anything else.
    @inlinable package var boolean: Bool? {
        switch token.pointee.kind {
        case .true: true
        case .false: false
        case .null, .number, .array, .object, .plainString, .string, .escapedString: nil
        }
    }

    /// The digits of a number, as in the text; nil for anything else.
    package var digits: String? {
        token.pointee.kind == .number ? String(decoding: utf8, as: UTF8.self) : nil
    }

    /// A string without its escapes; nil for anything else.
    package var string: String? {
        switch token.pointee.kind {
        case .plainString, .string: String(decoding: utf8, as: UTF8.self)
        case .escapedString: JSONEscapes.string(utf8)
        case .null, .true, .false, .number, .array, .object: nil
        }
    }

    /// Whether this is a string with the same bytes.
    package func isString(_ other: String) -> Bool {
        switch token.pointee.kind {
        case .plainString, .string:
            guard Int(token.pointee.count) == other.utf8.count else { return false }
            return other.utf8.withContiguousStorageIfAvailable { $0.elementsEqual(utf8) }
                ?? other.utf8.elementsEqual(utf8)
        case .escapedString: return JSONEscapes.string(utf8).utf8.elementsEqual(other.utf8)
        case .null, .true, .false, .number, .array, .object: return false
        }
    }

    /// The bytes of a number or a string, with its escapes.
    var utf8: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text + Int(token.pointee.offset), count: Int(token.pointee.count))
    }

    /// The elements of an array; nil for anything else.
    @inlinable package var elements: Elements? {
        token.pointee.kind == .array ? Elements(node: self) : nil
    }

    /// The members of an object, no two with the same name; nil for anything else.
    @inlinable package var members: Members? {
        token.pointee.kind == .object ? Members(node: self) : nil
    }

    /// The value of the member with a name; nil in anything but an object.
    @inlinable package subscript(name: String) -> JSONNode? {
        guard let members else { return nil }
        for member in members where member.name.isString(name) { return member.value }
        return nil
    }

    /// The node after this one and its content.
    @inlinable var next: JSONNode { JSONNode(token + Int(token.pointee.span), in: text) }
}

extension JSONNode {
    /// The elements of an array, in the order of the text.
    package struct Elements: Sequence, IteratorProtocol {
        /// The number of those left.
        package private(set) var count: Int
        private var node: JSONNode?

        @usableFromInline
        init(node: JSONNode) {
            count = Int(node.token.pointee.count)
            self.node = JSONNode(node.token + 1, in: node.text)
        }

        /// An empty array's elements.
        package init() {
            count = 0
            node = nil
        }

        package var isEmpty: Bool { count == 0 }

        package var underestimatedCount: Int { count }

        package mutating func next() -> JSONNode? {
            guard count > 0, let element = node else { return nil }
            count -= 1
            if count > 0 { node = element.next }
            return element
        }
    }

    /// The members of an object, in the order of the text.
    package struct Members: Sequence, IteratorProtocol {
        /// The number of those left.
        package private(set) var count: Int
        private var name: JSONNode?

        @usableFromInline
        init(node: JSONNode) {
            count = Int(node.token.pointee.count)
            name = JSONNode(node.token + 1, in: node.text)
        }

        /// An empty object's members.
        package init() {
            count = 0
            name = nil
        }

        package var underestimatedCount: Int { count }

        package mutating func next() -> (name: JSONNode, value: JSONNode)? {
            guard count > 0, let name else { return nil }
            let value = name.next
            count -= 1
            if count > 0 { self.name = value.next }
            return (name, value)
        }
    }
}

extension JSONNode {
    /// The value as a tree, which outlives the text.
    package var tree: JSON {
        switch token.pointee.kind {
        case .null: .null
        case .true: .boolean(true)
        case .false: .boolean(false)
        case .number: .number(String(decoding: utf8, as: UTF8.self))
        case .plainString, .string: .string(String(decoding: utf8, as: UTF8.self))
        case .escapedString: .string(JSONEscapes.string(utf8))
        case .array: .array(Elements(node: self).map(\.tree))
        case .object:
            .object(Members(node: self).map { JSON.Member($0.name.string ?? "", $0.value.tree) })
        }
    }
}
