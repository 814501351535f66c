import FirestoreModel
import FirestoreRPC

/// The orders in the query of a list: ``a desc, b.`c d` ``.
struct OrderByClause {
    let orders: [StructuredQuery.Order]

    /// Reads a clause; an empty one has no orders.
    init(_ text: String) throws(RPCStatus) {
        var orders: [StructuredQuery.Order] = []
        let malformed = RPCStatus.invalidArgument("Invalid order by clause \"\(text)\".")
        let pieces = text.isEmpty ? [] : OrderByClause.split(text, at: { $0 == "," })
        for (index, piece) in pieces.enumerated() {
            // Space is allowed anywhere except at the very beginning.
            let piece = index == 0 ? piece : piece.drop(while: OrderByClause.isSpace)
            let words = OrderByClause.split(String(piece), at: OrderByClause.isSpace)
            let path = words.first.map(String.init) ?? ""
            do throws(FieldPath.ParsingError) {
                _ = try FieldPath(parsing: path)
            } catch {
                if error == .nameOfKey { _ = try FieldPath(wire: path) }
                throw malformed
            }
            let rest = words.dropFirst().filter { !$0.isEmpty }
            let direction: StructuredQuery.Direction
            switch (rest.count, rest.first?.lowercased()) {
            case (0, _), (1, "asc"?): direction = .ascending
            case (1, "desc"?): direction = .descending
            default: throw malformed
            }
            orders.append(
                StructuredQuery.Order(try FieldPath(wire: path), direction))
        }
        self.orders = orders
    }

    /// Splits a text at separators outside back-quotes.
    private static func split(_ text: String, at isSeparator: (Character) -> Bool) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var (isQuoted, isEscaped) = (false, false)
        for index in text.indices {
            let character = text[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "`" {
                isQuoted.toggle()
            } else if !isQuoted, isSeparator(character) {
                pieces.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        return pieces + [text[start...]]
    }

    private static func isSpace(_ character: Character) -> Bool {
        character.isASCII && character.isWhitespace
    }
}
