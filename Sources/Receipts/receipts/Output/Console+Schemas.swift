import PrintableText
import ReadReceipts

extension Console {
    /// Says on standard error when messages have another schema than the one with which they were read, or several.
    func warn(ofSchemaOf messages: [Message], read service: ReceiptService) {
        guard let layout = service.layout(of: messages), layout.isForeign || layout.isMixed else { return }
        let names = layout.schemas.map(\.printable)
        let schema = service.schema.name.printable
        if layout.isForeign {
            let found = names.isEmpty ? "another schema" : "the schema \(names.joined(separator: " or "))"
            err("receipts: these messages have \(found), not \(schema): their receipts are not shown")
        } else {
            err("receipts: these messages mix the schemas \(names.joined(separator: " and "))")
        }
    }
}
