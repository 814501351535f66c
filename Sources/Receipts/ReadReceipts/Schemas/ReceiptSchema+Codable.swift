/// Schemas in JSON files.
extension ReceiptSchema {
    private enum PresetKey: String, CodingKey {
        /// The name of the preset that the file changes; ``ReceiptSchema/status`` if missing.
        case preset
    }

    private enum CodingKeys: String, CodingKey {
        case name, store, conversations, messages, members, messageID, sender, text, timestamp, systemMessage
        case status, deliveredTo, deliveredAt, readBy, readAt, cursors, deliveredUpTo, readUpTo, users,
            displayName, photoURL
        case waitsForFormerMembers, showsFormerReaders, readersOrder, stages
    }

    /// Reads a schema. Missing members are as in the preset, a null field is not stored, and `stages` follow read.
    public init(from decoder: any Decoder) throws {
        let named = try decoder.container(keyedBy: PresetKey.self).decodeIfPresent(
            String.self, forKey: .preset)
        guard let preset = ReceiptSchema.preset(named: named ?? ReceiptSchema.status.name) else {
            let known = ReceiptSchema.presets.map(\.name).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: [PresetKey.preset],
                    debugDescription: "there is no preset \"\(named ?? "")\": known are \(known)"))
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read(_ key: CodingKeys, _ usual: String) throws -> String {
            try values.decodeIfPresent(String.self, forKey: key) ?? usual
        }
        func readField(_ key: CodingKeys, _ usual: String?) throws -> String? {
            values.contains(key) ? try values.decode(String?.self, forKey: key) : usual
        }
        self.init(
            name: try read(.name, named ?? "custom"),
            store: try values.decodeIfPresent(ReceiptStore.self, forKey: .store) ?? preset.store,
            conversations: try read(.conversations, preset.conversations),
            messages: try read(.messages, preset.messages), members: try read(.members, preset.members),
            messageID: try readField(.messageID, preset.messageID),
            sender: try read(.sender, preset.sender), text: try read(.text, preset.text),
            timestamp: try read(.timestamp, preset.timestamp),
            systemMessage: try read(.systemMessage, preset.systemMessage),
            status: try readField(.status, preset.status),
            deliveredTo: try readField(.deliveredTo, preset.deliveredTo),
            deliveredAt: try readField(.deliveredAt, preset.deliveredAt),
            readBy: try read(.readBy, preset.readBy), readAt: try readField(.readAt, preset.readAt),
            cursors: values.contains(.cursors)
                ? try values.decode(CursorLayout?.self, forKey: .cursors) : preset.cursors,
            deliveredUpTo: try readField(.deliveredUpTo, preset.stages[0].upTo),
            readUpTo: try readField(.readUpTo, preset.stages[1].upTo),
            users: try read(.users, preset.users), displayName: try read(.displayName, preset.displayName),
            photoURL: try read(.photoURL, preset.photoURL),
            waitsForFormerMembers: try values.decodeIfPresent(Bool.self, forKey: .waitsForFormerMembers)
                ?? preset.waitsForFormerMembers,
            showsFormerReaders: try values.decodeIfPresent(Bool.self, forKey: .showsFormerReaders)
                ?? preset.showsFormerReaders,
            readersOrder: try values.decodeIfPresent(ReceiptDetails.Order.self, forKey: .readersOrder)
                ?? preset.readersOrder,
            furtherStages: try values.decodeIfPresent([ReceiptStage].self, forKey: .stages) ?? [])
        if let problem = stageProblem {
            throw DecodingError.dataCorruptedError(
                forKey: .stages, in: values, debugDescription: problem)
        }
    }

    /// Writes a whole schema: fields that are not stored are null.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(store, forKey: .store)
        try values.encode(conversations, forKey: .conversations)
        try values.encode(messages, forKey: .messages)
        try values.encode(members, forKey: .members)
        try values.encode(messageID, forKey: .messageID)
        try values.encode(sender, forKey: .sender)
        try values.encode(text, forKey: .text)
        try values.encode(timestamp, forKey: .timestamp)
        try values.encode(systemMessage, forKey: .systemMessage)
        try values.encode(status, forKey: .status)
        try values.encode(deliveredTo, forKey: .deliveredTo)
        try values.encode(deliveredAt, forKey: .deliveredAt)
        try values.encode(readBy, forKey: .readBy)
        try values.encode(readAt, forKey: .readAt)
        if let cursors {
            try values.encode(cursors, forKey: .cursors)
            try values.encode(stages[0].upTo, forKey: .deliveredUpTo)
            try values.encode(stages[1].upTo, forKey: .readUpTo)
        }
        try values.encode(users, forKey: .users)
        try values.encode(displayName, forKey: .displayName)
        try values.encode(photoURL, forKey: .photoURL)
        try values.encode(waitsForFormerMembers, forKey: .waitsForFormerMembers)
        try values.encode(showsFormerReaders, forKey: .showsFormerReaders)
        try values.encode(readersOrder, forKey: .readersOrder)
        try values.encode(Array(furtherStages), forKey: .stages)
    }

    /// Why the stages are ambiguous, in one line; nil if they are not.
    private var stageProblem: String? {
        if let cursors {
            if store != .firestore { return "only Cloud Firestore has cursors" }
            if let stage = stages.first(where: { $0.upTo == nil && $0.users != nil }) {
                return "with cursors, the stage \"\(stage.receipt.name)\" needs upTo instead of users"
            }
            if stages[1].upTo == nil { return "with cursors, readUpTo is needed" }
            if cursors.collection == cursors.privateCollection {
                return "cursors and private cursors are in the same collection \"\(cursors.collection)\""
            }
        } else if let stage = stages.first(where: { $0.upTo != nil }) {
            return "the stage \"\(stage.receipt.name)\" has upTo, but the schema has no cursors"
        }
        func repeated(_ texts: [String]) -> String? {
            var seen: Set<String> = []
            return texts.first { !seen.insert($0).inserted }
        }
        if furtherStages.isEmpty, cursors == nil { return nil }
        if let name = repeated(stages.map(\.receipt.name)) { return "there are two stages \"\(name)\"" }
        if let name = repeated(statuses.map(\.rawValue)) { return "two stages have the status \"\(name)\"" }
        if let name = repeated(cursors == nil ? markingFields : cursorFields) {
            return "the field \"\(name)\" has two uses"
        }
        return nil
    }
}
