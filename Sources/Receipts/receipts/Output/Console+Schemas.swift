import PrintableText
import ReadReceipts

extension Console {
    /// Warns on standard error if messages have another schema, or several.
    func warn(ofSchemaOf messages: [Message], read service: ReceiptService) {
        guard let layout = service.layout(of: messages), layout.isForeign || layout.isMixed else { return }
        let names = layout.schemas.map(\.printable)
        let schema = service.schema.name.printable
        if layout.isForeign {
            let found = names.isEmpty ? "another schema" : "the schema \(names.joined(separator: " or "))"
            err("receipts: these messages have \(found), not \(schema), so their receipts are not shown")
        } else {
            err("receipts: these messages mix the schemas \(names.joined(separator: " and "))")
        }
    }
}
