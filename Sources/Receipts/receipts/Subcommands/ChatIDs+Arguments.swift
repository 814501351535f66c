public import ArgumentParser
public import ReadReceipts

// Ids are used byte for byte.

extension ConversationID: ExpressibleByArgument {
    /// Uses an argument unchanged.
    public init?(argument: String) { self.init(argument) }
}

extension MessageID: ExpressibleByArgument {
    /// Uses an argument unchanged.
    public init?(argument: String) { self.init(argument) }
}

extension UserID: ExpressibleByArgument {
    /// Uses an argument unchanged.
    public init?(argument: String) { self.init(argument) }
}
