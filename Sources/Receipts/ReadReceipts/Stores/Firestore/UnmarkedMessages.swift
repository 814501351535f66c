import FirestoreModel

/// The queries that find messages that may need a receipt, page by page. A value without I/O.
struct UnmarkedMessages {
    /// A query may have thirty alternatives; a schema takes up to four.
    private static let maximumAlternatives = 6

    /// The number of messages per page.
    static let pageSize = 1000

    private let base: StructuredQuery
    private var last: DocumentName?
    private var isDone = false

    /// True until the first page is received.
    private(set) var isAtStart = true

    /// - Parameters:
    ///   - receipt: The receipt.
    ///   - sender: The other member of a conversation of two; nil for groups and unknown members.
    ///   - schema: The layout of messages.
    ///   - recognizer: Determines the schema of messages. The query includes unmarked messages of other schemas, so that they do not pass
    ///     for marked ones.
    init(
        _ receipt: Receipt, from sender: UserID?, schema: ReceiptSchema, recognizer: SchemaRecognizer? = nil
    ) {
        let others =
            recognizer?.schemas.dropFirst().filter { $0.cursors == nil }
            .prefix(UnmarkedMessages.maximumAlternatives) ?? []
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

    /// Leaves out messages that need not be read.
    ///
    /// Firestore cannot query for arrays that do not contain a value. In a conversation of two, a read message with any reader has the other
    /// member as its reader, so only the rest is read, and a settled history costs nothing. In a group everything is read.
    private static func filter(_ receipt: Receipt, from sender: UserID?, schema: ReceiptSchema) -> Filter? {
        let isTheirs = sender.map { Filter.field(FieldPath([schema.sender]), .equal, .string($0.string)) }
        let stage = schema.stages(markedBy: receipt)?.last
        guard let field = schema.status, let new = stage.flatMap(schema.statusValue) else {
            // In a conversation of two, a list without the user is empty. Messages older than a further stage have no list.
            guard let isTheirs else { return nil }
            let list = receipt > .read ? nil : stage?.users
            return .and([isTheirs] + (list.map { [isEmpty($0)] } ?? []))
        }
        let earlier = schema.statuses.filter { $0 < new }.map { Value.string($0.rawValue) }
        let isEarlier = Filter.field(FieldPath([field]), .in, .array(earlier))
        guard let list = stage?.users else { return isTheirs.map { .and([$0, isEarlier]) } ?? isEarlier }
        return isTheirs.map { .and([$0, .or([isEarlier, isEmpty(list)])]) }
    }

    private static func isEmpty(_ list: String) -> Filter {
        .field(FieldPath([list]), .equal, .array([]))
    }

    /// Messages without any receipts.
    private static func untouched(_ receipt: Receipt, schema: ReceiptSchema) -> Filter? {
        if let status = schema.status {
            return .field(FieldPath([status]), .equal, .string(MessageStatus.sent.rawValue))
        }
        return schema.stages(markedBy: receipt)?.last?.users.map(isEmpty)
    }

    /// The next query, or nil after the last page.
    var nextQuery: StructuredQuery? {
        if isDone { return nil }
        var query = base
        query.startAt = last.map { StructuredQuery.Cursor([.reference($0)], before: false) }
        return query
    }

    /// Receives the results of ``nextQuery``.
    mutating func received(_ documents: [Document]) {
        isAtStart = false
        isDone = documents.count < UnmarkedMessages.pageSize
        last = documents.last?.name ?? last
    }
}
