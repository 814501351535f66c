/// Fields of which one is set: the last one that is written.
package struct ProtobufOneOf {
    /// How a member is written.
    package enum Form: Sendable {
        /// An integer, a boolean or an enum.
        case varint
        /// A `double`.
        case fixed64
        /// A string or bytes.
        case bytes
        case message
    }

    /// The members by field number.
    package struct Members: Sendable, ExpressibleByDictionaryLiteral {
        private var forms: [Form?] = []

        package init(dictionaryLiteral elements: (Int, Form)...) {
            forms = Array(repeating: nil, count: (elements.map(\.0).max() ?? 0) + 1)
            for (number, form) in elements { forms[number] = form }
        }

        fileprivate func form(of number: Int) -> Form? { number < forms.count ? forms[number] : nil }
    }

    private let members: Members
    /// The member that is set.
    package private(set) var field: ProtobufField?

    package init(_ members: Members) { self.members = members }

    /// Takes the next field of the message, which may be another one. Parts of the same message are merged.
    package mutating func take(_ next: ProtobufField) {
        guard let form = members.form(of: next.number), next.content.has(form) else { return }
        if form == .message, let field, field.number == next.number, let first = field.content.bytes,
            let second = next.content.bytes, let both = ProtobufBytes.merged([first, second])
        {
            self.field = ProtobufField(number: next.number, content: .bytes(both))
        } else {
            field = next
        }
    }
}

extension ProtobufField.Content {
    /// Whether a member of this form is written so; otherwise the field is an unknown one.
    fileprivate func has(_ form: ProtobufOneOf.Form) -> Bool {
        switch (self, form) {
        case (.varint, .varint), (.fixed64, .fixed64), (.bytes, .bytes), (.bytes, .message): true
        case (.varint, _), (.fixed64, _), (.fixed32, _), (.bytes, _), (.group, _): false
        }
    }
}
