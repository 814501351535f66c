public import ArgumentParser
public import ReadReceipts

// Ids are taken from the command line byte for byte.

extension ConversationID: ExpressibleByArgument {
    /// Takes an argument unchanged.
    public init?(argument: String) { self.init(argument) }
}

extension MessageID: ExpressibleByArgument {
    /// Takes an argument unchanged.
    public init?(argument: String) { self.init(argument) }
}

extension UserID: ExpressibleByArgument {
    /// Takes an argument unchanged.
    public init?(argument: String) { self.init(argument) }
}
