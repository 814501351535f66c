public import FirestoreModel

/// Turns receipts into text and symbols, in the reader's language and time zone.
public struct ReceiptFormatter: Sendable {
    /// The words.
    public var strings: ReceiptStrings
    /// Whether groups see how many members have read a message, if messages store a status.
    public var showsCounts: Bool
    /// How numbers, times and names are written.
    package var notation: any ReceiptNotation

    /// Creates a formatter with a notation.
    package init(
        strings: ReceiptStrings = .english, notation: any ReceiptNotation, showsCounts: Bool = true
    ) {
        self.strings = strings
        self.notation = notation
        self.showsCounts = showsCounts
    }

    #if !Foundation
        /// Creates a formatter that writes numbers and times as in English. With the package's trait `Foundation`, it has a locale.
        public init(strings: ReceiptStrings = .english, showsCounts: Bool = true) {
            self.init(strings: strings, notation: EnglishNotation(), showsCounts: showsCounts)
        }
    #endif

    /// The label of a message with a status: a spinner, one check, two checks, two blue checks.
    public func label(_ displayed: DisplayedStatus) -> ReceiptLabel {
        let isPartlyRead = showsCounts && displayed.recipientCount > 1 && displayed.readCount > 0
        let text =
            isPartlyRead && displayed.status == .delivered
            ? counts(strings.readByCountInWords, displayed.readCount, displayed.recipientCount) : nil
        switch displayed.status {
        case .sending:
            return ReceiptLabel(
                symbol: .spinner, tint: .grey, text: nil, accessibilityLabel: strings.sendingLabel)
        case .sent:
            return ReceiptLabel(
                symbol: .check, tint: .grey, text: nil, accessibilityLabel: strings.sentLabel)
        case .delivered:
            return ReceiptLabel(
                symbol: .doubleCheck, tint: .grey, text: text,
                accessibilityLabel: text ?? strings.deliveredLabel)
        default:
            return ReceiptLabel(
                symbol: .doubleCheck, tint: .blue, text: nil, accessibilityLabel: strings.readLabel)
        }
    }

    /// The label below the user's last message, if messages store whom they were delivered to; nil until all have received it.
    ///
    /// - Parameters:
    ///   - status: The message's status.
    ///   - readAt: When it was first read; shown in a conversation of two.
    ///   - isGroup: Whether there is more than one recipient.
    public func label(_ status: ReadReceiptStatus, readAt: Timestamp?, isGroup: Bool) -> ReceiptLabel? {
        let text: String
        switch status {
        case .notDelivered: return nil
        case .delivered: text = strings.delivered
        case .readBySome: text = strings.readBySome
        case .readByAll where isGroup: text = strings.readByAllUsers
        case .readByAll:
            text =
                readAt.map { strings.readAt.replacing("{time}", with: notation.timeOfDay($0)) }
                ?? strings.read
        }
        return ReceiptLabel(symbol: .none, tint: .grey, text: text, accessibilityLabel: text)
    }

    /// The label of a message that stores only its readers.
    public func label(_ progress: ReadProgress) -> ReceiptLabel {
        func label(_ text: String, _ tint: ReceiptLabel.Tint = .grey, says: String? = nil) -> ReceiptLabel {
            ReceiptLabel(symbol: .none, tint: tint, text: text, accessibilityLabel: says ?? text)
        }
        return switch progress {
        case .sending: label(strings.sending, says: strings.sendingLabel)
        case .delivered: label(strings.delivered, says: strings.deliveredLabel)
        case .read: label(strings.read, .blue, says: strings.readLabel)
        case .readBy(let count, let total):
            ReceiptLabel(
                symbol: .none, tint: .grey, text: counts(strings.readByCount, count, total),
                accessibilityLabel: counts(strings.readByCountInWords, count, total))
        case .readByAll: label(strings.readByAll, .blue)
        }
    }

    /// The label of a message, depending on the schema.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - audience: The members of its conversation.
    ///   - user: The user who looks at it.
    ///   - schema: The layout of messages.
    ///   - isLastOwn: Whether it is the newest message of the user: if messages store whom they were delivered to, only that one has a
    ///     label.
    /// - Returns: nil if there is no label.
    public func label(
        of message: Message, among audience: ReceiptAudience, seenBy user: UserID, schema: ReceiptSchema,
        isLastOwn: Bool
    ) -> ReceiptLabel? {
        if schema.labelsLastMessageOnly, !isLastOwn { return nil }
        return DisplayedReceipt(of: message, among: audience, seenBy: user, schema: schema)
            .flatMap { label($0, readAt: message.readAt) }
    }

    /// The label next to a message; nil if there is none.
    ///
    /// - Parameters:
    ///   - receipt: The receipt.
    ///   - readAt: When the message was first read, in schemas that store it.
    public func label(_ receipt: DisplayedReceipt, readAt: Timestamp?) -> ReceiptLabel? {
        switch receipt {
        case .status(let status): label(status)
        case .delivery(let status, let isGroup): label(status, readAt: readAt, isGroup: isGroup)
        case .progress(let progress): label(progress)
        case .checkmark(let progress): checkmark(progress)
        case .stage(let progress, let hasTicks): label(progress, hasTicks: hasTicks)
        }
    }

    /// The label of a message that has reached a further stage of its schema.
    private func label(_ progress: StageProgress, hasTicks: Bool) -> ReceiptLabel {
        let words = strings.words(of: progress.receipt)
        let (count, total) = (progress.count, progress.total)
        return ReceiptLabel(
            symbol: hasTicks ? .doubleCheck : .none, tint: progress.isByAll ? .blue : .grey,
            text: progress.isByAll ? words.all : counts(words.some, count, total),
            accessibilityLabel: progress.isByAll ? words.all : counts(words.someInWords, count, total))
    }

    /// A check mark instead of words; screen readers say the words.
    private func checkmark(_ progress: ReadProgress) -> ReceiptLabel {
        var label = label(progress)
        label.text = nil
        label.symbol = progress == .sending ? .spinner : .check
        return label
    }

    /// The label of a single message, depending on the schema.
    public func label(
        of message: Message, in conversation: Conversation, seenBy user: UserID, schema: ReceiptSchema,
        isLastOwn: Bool
    ) -> ReceiptLabel? {
        label(
            of: message, among: ReceiptAudience(conversation), seenBy: user, schema: schema,
            isLastOwn: isLastOwn)
    }

    /// How many have read a message, such as "4 of 8 members", or "All members".
    public func subtitle(_ details: ReceiptDetails) -> String {
        details.notReadCount == 0
            ? strings.allMembers : counts(strings.readCount, details.readCount, details.recipientCount)
    }

    /// The readers of a message in sections by the furthest stage that they have reached, the furthest first.
    public func readSections(
        _ details: ReceiptDetails
    ) -> [(title: String, people: [ReceiptDetails.Person])] {
        let further = Set(details.read.compactMap(\.furthest)).sorted(by: >)
        let others = details.read.filter { $0.furthest == nil }
        return further.map { receipt in
            (strings.words(of: receipt).section, details.read.filter { $0.furthest == receipt })
        } + (others.isEmpty && !further.isEmpty ? [] : [(strings.readSection, others)])
    }

    /// The title of the section with those who have not read a message.
    public func notReadTitle(_ details: ReceiptDetails) -> String {
        (details.isDelivered ? strings.deliveredSection : nil) ?? strings.notReadSection
    }

    /// How long ago something was, such as "now", "5 minutes ago" or "yesterday".
    ///
    /// - Parameters:
    ///   - time: When it was.
    ///   - now: The time to look back from.
    public func age(of time: Timestamp, at now: Timestamp) -> String {
        notation.age(of: time, at: now)
    }

    private func counts(_ words: String, _ count: Int, _ total: Int) -> String {
        words.replacing("{count}", with: notation.number(count)).replacing(
            "{total}", with: notation.number(total))
    }
}
