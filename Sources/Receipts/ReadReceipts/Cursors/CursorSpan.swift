/// The part of a conversation that moving cursors have passed, forward or back.
struct CursorSpan {
    /// The first position that none has passed before; nil for the beginning of the conversation.
    private var start: ChatPosition?
    private var end: ChatPosition?
    private var reachesBeginning = false

    /// - Parameter moves: The cursors before and after.
    init(_ moves: some Sequence<(ReceiptCursor?, ReceiptCursor?)>, schema: ReceiptSchema) {
        for (old, new) in moves {
            for stage in schema.stages {
                let (before, after) = (old?[stage.receipt], new?[stage.receipt])
                if before == after { continue }
                let ends = [before, after].compactMap(\.self).sorted()
                if ends.count < 2 { reachesBeginning = true }
                if let first = ends.first { start = start.map { min($0, first) } ?? first }
                if let last = ends.last { end = end.map { max($0, last) } ?? last }
            }
        }
    }

    func contains(_ position: ChatPosition) -> Bool {
        guard let end, position <= end else { return false }
        return reachesBeginning || start.map { position > $0 } ?? false
    }
}
