import FirestoreModel

/// The queries that find the messages which may need a receipt, page by page. A value: it asks, and is told.
struct UnmarkedMessages {
    /// A query may have thirty alternatives, of which a schema takes up to four.
    private static let maximumAlternatives = 6

    /// How many messages a page holds.
    static let pageSize = 1000

    private let base: StructuredQuery
    private var last: DocumentName?
    private var isDone = false

    /// True until the first page was received.
    private(set) var isAtStart = true

    /// - Parameters:
    ///   - receipt: The receipt that is to be given.
    ///   - sender: The only other member, in a conversation of two; nil where there are more, or it is not known.
    ///   - schema: Where messages keep their receipts.
    ///   - recognizer: Finds out which schema messages have; those that need the receipt by another one are asked for, too, so that
    ///     they are not taken for marked.
    init(
        _ receipt: Receipt, from sender: UserID?, schema: ReceiptSchema, recognizer: SchemaRecognizer? = nil
    ) {
        let others = recognizer?.schemas.dropFirst().prefix(UnmarkedMessages.maximumAlternatives) ?? []
        base = StructuredQuery(
            select: DocumentMask(fields: schema.markingFields(and: recognizer)),
            from: [StructuredQuery.CollectionSelector(schema.messages)],
            filter: UnmarkedMessages.filter(receipt, from: sender, schema: schema).map { filter in
                let foreign = others.compactMap {
                    UnmarkedMessages.filter(receipt, from: sender, schema: $0)
                        ?? UnmarkedMessages.untouched(receipt, schema: $0)
                }
                return foreign.isEmpty ? filter : .or([filter] + foreign)
            },
            orderBy: [StructuredQuery.Order(.documentID())], limit: UnmarkedMessages.pageSize)
    }

    /// What of the history need not be read.
    ///
    /// Firestore cannot ask for arrays that do not hold a value. Between two, a message that is read and has any reader has
    /// the other one: only the rest is read, so that a settled history costs nothing. In a group everything is.
    private static func filter(_ receipt: Receipt, from sender: UserID?, schema: ReceiptSchema) -> Filter? {
        let isTheirs = sender.map { Filter.field(FieldPath([schema.sender]), .equal, .string($0.string)) }
        guard let status = schema.status else {
            // Between two, a list without the user is empty.
            guard let isTheirs else { return nil }
            let list = receipt == .delivered ? schema.deliveredTo : schema.readBy
            return .and([isTheirs] + (list.map { [.field(FieldPath([$0]), .equal, .array([]))] } ?? []))
        }
        let earlier = MessageStatus.allCases.filter { $0 < receipt.status }.map { Value.string($0.rawValue) }
        let isEarlier = Filter.field(FieldPath([status]), .in, .array(earlier))
        guard let isTheirs else { return receipt == .delivered ? isEarlier : nil }
        switch receipt {
        case .delivered: return .and([isTheirs, isEarlier])
        case .read:
            return .and([isTheirs, .or([isEarlier, .field(FieldPath([schema.readBy]), .equal, .array([]))])])
        }
    }

    /// Messages about which nobody has reported anything.
    private static func untouched(_ receipt: Receipt, schema: ReceiptSchema) -> Filter? {
        if let status = schema.status {
            return .field(FieldPath([status]), .equal, .string(MessageStatus.sent.rawValue))
        }
        let list = receipt == .delivered ? schema.deliveredTo : schema.readBy
        return list.map { .field(FieldPath([$0]), .equal, .array([])) }
    }

    /// The next query to run, or nil after the last page.
    var nextQuery: StructuredQuery? {
        if isDone { return nil }
        var query = base
        query.startAt = last.map { StructuredQuery.Cursor([.reference($0)], before: false) }
        return query
    }

    /// Takes in the results of ``nextQuery``.
    mutating func received(_ documents: [Document]) {
        isAtStart = false
        isDone = documents.count < UnmarkedMessages.pageSize
        last = documents.last?.name ?? last
    }
}
