/// Receipts to write once the server can be reached again, by conversation. A value.
///
/// Duplicates are merged, and a read receipt replaces the delivered one.
struct ReceiptQueue: Sendable {
    /// The receipts of one conversation.
    struct Entry: Sendable, Equatable {
        let conversationID: ConversationID
        fileprivate(set) var requests: [ReceiptRequest] = []
        /// The local changes that show these receipts.
        fileprivate(set) var changes: [LocalChange.ID] = []
    }

    /// The maximum number of messages. Beyond that, mark whole conversations.
    static let maximumMessages = 10_000

    private var entries: [Entry] = []
    /// Entries of the current attempt, until they are settled.
    private var taken: [Entry] = []

    /// Whether nothing is left to take.
    var isEmpty: Bool { entries.isEmpty }

    /// All requests, oldest first.
    var requests: [ReceiptRequest] { (taken + entries).flatMap(\.requests) }

    private var messageCount: Int { requests.reduce(0) { $0 + ($1.messageIDs?.count ?? 1) } }

    /// Adds a request.
    ///
    /// - Returns: False if the queue is full.
    mutating func add(_ request: ReceiptRequest, _ changes: [LocalChange.ID]) -> Bool {
        guard messageCount + (request.messageIDs?.count ?? 1) <= Self.maximumMessages else { return false }
        let index = entries.firstIndex { $0.conversationID == request.conversationID }
        var entry = index.map { entries[$0] } ?? Entry(conversationID: request.conversationID)
        entry.add(request)
        entry.changes += changes
        if let index { entries[index] = entry } else { entries.append(entry) }
        return true
    }

    /// Takes the entry of the conversation that has waited longest.
    mutating func takeFirst() -> Entry? {
        if entries.isEmpty { return nil }
        let entry = entries.removeFirst()
        taken.append(entry)
        return entry
    }

    /// Removes an entry that was written, or can never be.
    mutating func settle(_ entry: Entry) {
        if let index = taken.firstIndex(of: entry) { taken.remove(at: index) }
    }

    /// Ends an attempt. The next one starts with the entries that are not settled; later ones follow.
    mutating func putBackTaken() {
        for entry in taken.reversed() { putBack(entry) }
        taken = []
    }

    private mutating func putBack(_ entry: Entry) {
        var entry = entry
        if let index = entries.firstIndex(where: { $0.conversationID == entry.conversationID }) {
            let later = entries.remove(at: index)
            for request in later.requests { entry.add(request) }
            entry.changes += later.changes
        }
        entries.insert(entry, at: 0)
    }
}

extension ReceiptQueue.Entry {
    fileprivate mutating func add(_ request: ReceiptRequest) {
        var isNew = true
        for index in requests.indices where requests[index].receipt == request.receipt {
            requests[index].messageIDs = Self.union(requests[index].messageIDs, request.messageIDs)
            isNew = false
        }
        if isNew {
            var request = request
            request.messageIDs = Self.union([], request.messageIDs)
            requests.append(request)
        }
        requests.sort { $0.receipt < $1.receipt }
        for later in requests { dropEarlier(than: later) }
        requests.removeAll { $0.messageIDs?.isEmpty ?? false }
    }

    /// Drops what a request for a later stage includes.
    private mutating func dropEarlier(than later: ReceiptRequest) {
        let ids = Set(later.messageIDs ?? [])
        for index in requests.indices where requests[index].receipt < later.receipt {
            if later.messageIDs == nil { requests[index].messageIDs = [] }
            requests[index].messageIDs?.removeAll { ids.contains($0) }
        }
    }

    /// The ids of both, without duplicates; a whole conversation includes single messages.
    private static func union(_ left: [MessageID]?, _ right: [MessageID]?) -> [MessageID]? {
        guard let left, let right else { return nil }
        var seen: Set<MessageID> = []
        return (left + right).filter { seen.insert($0).inserted }
    }
}
