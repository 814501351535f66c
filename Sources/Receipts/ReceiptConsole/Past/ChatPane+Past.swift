import ReadReceipts

/// A pane that shows the past: it reads once, and writes nothing.
extension ChatPane {
    var isPast: Bool { opening.at != nil }

    /// Shows the newest messages of that time.
    func look() async {
        do throws(ReceiptsError) {
            let page = try await session.service.messages(
                conversation: opening.conversation, before: nil, limit: MessageHistory.pageSize)
            history.received(page: page)
            try await loadConversation()
            noteLayout()
            (hasBegun, state.isComplete, state.state) = (true, history.isComplete, .open)
            let changes = views(page).map { PaneMessages.Change(kind: "added", message: $0) }
            tell("messages", PaneMessages(pane: opening.pane, isFirst: true, changes: changes))
        } catch {
            if error.code == .cancelled { return }
            (state.state, state.error) = (.failed, error.message)
        }
        tellState()
    }
}
