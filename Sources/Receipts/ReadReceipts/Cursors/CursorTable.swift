/// The cursors of a conversation. Each stage is sorted, so that counting who has read a message takes a search, not a look at each cursor.
struct CursorTable: Sendable {
    private(set) var cursors: [UserID: ReceiptCursor] = [:]
    let stages: [Receipt]
    /// The positions of the members' cursors, in order, by stage.
    private var positions: [[ChatPosition]]
    private let members: UserIndex

    /// - Parameters:
    ///   - stages: The schema's stages.
    ///   - members: The members: the cursors of others do not count.
    init(_ cursors: some Sequence<ReceiptCursor>, stages: [Receipt], members: UserIndex) {
        self.stages = stages
        self.members = members
        for cursor in cursors { self.cursors[cursor.userID] = cursor }
        let counted = self.cursors.values.filter { members.place(of: $0.userID) != nil }
        positions = stages.map { stage in counted.compactMap { $0[stage] }.sorted() }
    }

    subscript(user: UserID) -> ReceiptCursor? { cursors[user] }

    /// Replaces a user's cursor; nil removes it.
    mutating func set(_ cursor: ReceiptCursor?, of user: UserID) {
        let old = cursors.updateValue(cursor ?? ReceiptCursor(of: user), forKey: user)
        if cursor == nil { cursors[user] = nil }
        if members.place(of: user) == nil { return }
        for (index, stage) in stages.enumerated() where old?[stage] != cursor?[stage] {
            if let position = old?[stage] { positions[index].remove(at: place(of: position, index)) }
            if let position = cursor?[stage] {
                positions[index].insert(position, at: place(of: position, index))
            }
        }
    }

    /// How many recipients of a message have reached each stage.
    func counts(of message: Message) -> [Int] {
        guard let position = message.position else { return stages.map { _ in 0 } }
        let own = message.senderID.flatMap { members.place(of: $0) == nil ? nil : cursors[$0] }
        return stages.enumerated().map { index, stage in
            // The sender is no recipient.
            let isOwn = own?.hasReached(stage, with: message) ?? false
            return positions[index].count - place(of: position, index) - (isOwn ? 1 : 0)
        }
    }

    /// The index of the first position of a stage that is not before this one.
    private func place(of position: ChatPosition, _ stage: Int) -> Int {
        let sorted = positions[stage]
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
