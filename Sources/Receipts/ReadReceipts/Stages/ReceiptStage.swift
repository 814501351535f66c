/// One row in a schema's table of stages: the fields that store the stage, and its words.
public struct ReceiptStage: Sendable, Equatable {
    /// The stage. The schema sets its order.
    public internal(set) var receipt: Receipt
    /// The status to which the stage moves a message, if the schema stores one; nil to leave the status unchanged.
    public var status: String?
    /// The message's field with the ids of those who have reached the stage: an array of strings; in the Realtime Database, keys with the
    /// time in milliseconds. Nil if the stage stores no users.
    public var users: String?
    /// The message's field with the time at which somebody first reached the stage; nil if the stage stores none.
    public var time: String?
    /// The cursor's field with the time of the last message that has reached the stage, in schemas with cursors; the field with that
    /// message's id has the same name and `ID` at the end.
    public var upTo: String?
    /// The displayed words of a further stage. ``ReceiptStrings`` has those of delivered and read.
    public var words: StageWords

    /// Creates a further stage.
    ///
    /// - Parameters:
    ///   - name: Its name: letters, digits and hyphens.
    ///   - status: Its status, if the schema stores one.
    ///   - users: The field with the ids of those who have reached it.
    ///   - time: The field with the time of the first.
    ///   - words: Its words; nil to derive them from its name.
    public init(
        _ name: String, status: String? = nil, users: String, time: String? = nil, words: StageWords? = nil
    ) {
        self.init(
            Receipt(name, order: 0), status: status, users: users, time: time, words: words)
    }

    /// Creates a further stage of a schema with cursors.
    ///
    /// - Parameters:
    ///   - name: Its name: letters, digits and hyphens.
    ///   - upTo: The cursor's field with the time of the last message that has reached it.
    ///   - words: Its words; nil to derive them from its name.
    public init(_ name: String, upTo: String, words: StageWords? = nil) {
        self.init(Receipt(name, order: 0), status: nil, users: nil, time: nil, upTo: upTo, words: words)
    }

    init(
        _ receipt: Receipt, status: String?, users: String?, time: String?, upTo: String? = nil,
        words: StageWords? = nil
    ) {
        self.receipt = receipt
        self.status = status
        self.users = users
        self.time = time
        self.upTo = upTo
        self.words = words ?? StageWords(of: receipt)
    }
}

/// The words of a further stage.
///
/// `{count}` and `{total}` are replaced with numbers, in the reader's locale.
public struct StageWords: Sendable, Equatable, Codable {
    /// When all recipients have reached the stage.
    public var all: String
    /// When only some of a group have.
    public var some: String
    /// The same for a screen reader.
    public var someInWords: String
    /// The title of those who have reached it, in the details of a message.
    public var section: String

    /// Derives English words from the name of a stage: "Played", "Played by 1/2".
    public init(of receipt: Receipt) {
        let name = receipt.name.prefix(1).uppercased() + receipt.name.dropFirst()
        all = name
        some = "\(name) by {count}/{total}"
        someInWords = "\(name) by {count} of {total}"
        section = name
    }
}

// MARK: JSON

extension ReceiptStage: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case stage, status, users, time, upTo, words
    }

    /// The members of a row in a JSON file.
    package static let memberNames = CodingKeys.allCases.map(\.rawValue)

    /// Reads a further stage: `{"stage": "played", "users": "playedBy", "status": "played", "time": "playedAt", "words": {"all": "Heard"}}`,
    /// where only `stage` and `users` are required; with cursors, `upTo` instead of `users`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let name = try values.decode(String.self, forKey: .stage)
        guard ReceiptStage.isName(name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .stage, in: values,
                debugDescription: "a stage's name consists of letters, digits and hyphens")
        }
        let upTo = try values.decodeIfPresent(String.self, forKey: .upTo)
        self.init(
            Receipt(name, order: 0), status: try values.decodeIfPresent(String.self, forKey: .status),
            users: upTo == nil
                ? try values.decode(String.self, forKey: .users)
                : try values.decodeIfPresent(String.self, forKey: .users),
            time: try values.decodeIfPresent(String.self, forKey: .time), upTo: upTo)
        guard values.contains(.words) else { return }
        let own = try values.nestedContainer(keyedBy: StageWords.CodingKeys.self, forKey: .words)
        func read(_ key: StageWords.CodingKeys, into word: inout String) throws {
            word = try own.decodeIfPresent(String.self, forKey: key) ?? word
        }
        try read(.all, into: &words.all)
        try read(.some, into: &words.some)
        try read(.someInWords, into: &words.someInWords)
        try read(.section, into: &words.section)
    }

    /// Writes a whole stage.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(receipt.name, forKey: .stage)
        try values.encodeIfPresent(status, forKey: .status)
        try values.encodeIfPresent(users, forKey: .users)
        try values.encodeIfPresent(time, forKey: .time)
        try values.encodeIfPresent(upTo, forKey: .upTo)
        try values.encode(words, forKey: .words)
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 40
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}

extension StageWords {
    enum CodingKeys: String, CodingKey {
        case all, some, someInWords, section
    }
}
