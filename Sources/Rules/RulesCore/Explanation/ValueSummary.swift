import PrintableText

/// A value as explanations print it: short, and on one line. Each language adds its own kinds of values.
package struct ValueSummary {
    /// The limits of texts, collections and the whole.
    package static let limit = (text: 60, elements: 8, depth: 3, length: 160)

    package var text = ""

    package init() {}

    /// Appends a collection, up to the limits.
    ///
    /// - Parameters:
    ///   - depth: How many collections it is in.
    ///   - append: Appends one element.
    package mutating func append<Elements: Collection>(
        _ elements: Elements, _ open: String, _ close: String, depth: Int,
        _ append: (inout ValueSummary, Elements.Element) -> Void
    ) {
        text += open
        for (index, element) in elements.enumerated() {
            if depth >= ValueSummary.limit.depth {
                text += "…"
                break
            }
            if index > 0 { text += ", " }
            if index == ValueSummary.limit.elements || text.utf8.count > ValueSummary.limit.length {
                text += "… \(elements.count - index) more"
                break
            }
            append(&self, element)
        }
        text += close
    }

    /// Appends the name of a map's entry.
    package mutating func append(name: String) {
        text += name.beginning(limit: ValueSummary.limit.text) + ": "
    }

    /// A string in quotes. Long ones are cut.
    package static func quoted(_ string: String) -> String {
        "\"" + string.beginning(limit: limit.text).replacing("\"", with: "\\\"") + "\""
    }
}
