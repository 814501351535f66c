package import FirestoreModel
package import FirestoreRPC
package import JSONText

/// The JSON of the stream `Listen`, as the SDKs for the web send and read it.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#listenrequest>.
extension ListenRequest {
    /// Reads a request. What is wrong with a target's content refuses that target and not the stream.
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> ListenRequest {
        try WireDecoder.decode(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(
                passingOverAllBut: "database", "addTarget", "removeTarget", in: json)
            let database = try reader.string("database") ?? ""
            switch try reader.oneOf("addTarget", "removeTarget") {
            case ("addTarget", let target)?:
                return ListenRequest(database: database, .addTarget(try decoder.target(target)))
            case .some:
                return ListenRequest(
                    database: database, .removeTarget(try reader.targetID("removeTarget")))
            case nil: return ListenRequest(database: database, .none)
            }
        }
    }
}

extension WireDecoder {
    fileprivate func target(_ json: JSONNode) throws(RPCStatus) -> Target {
        let reader = try MessageReader(
            passingOverAllBut: "query", "documents", "pipelineQuery", "targetId", "resumeToken", "readTime",
            "once", "expectedCount", in: json)
        return Target(
            content(reader), id: try reader.targetID("targetId"),
            resumePoint: try reader.resumePoint(), once: try reader.boolean("once") ?? false,
            expectedCount: try reader.expectedCount())
    }

    private func content(_ reader: MessageReader) -> Target.Content {
        do throws(RPCStatus) {
            switch try reader.oneOf("query", "documents", "pipelineQuery") {
            case ("query", let query)?: return try queryTarget(query)
            case ("documents", let documents)?:
                let names = try MessageReader(passingOverAllBut: "documents", in: documents)
                return .documents(try names.strings("documents").map { WrittenName($0) })
            case .some: return .refused(.pipelinesNeedEnterprise)
            case nil: return .refused(.targetWithoutContent)
            }
        } catch {
            return .refused(error)
        }
    }

    private func queryTarget(_ json: JSONNode) throws(RPCStatus) -> Target.Content {
        let reader = try MessageReader(passingOverAllBut: "parent", "structuredQuery", in: json)
        guard let structured = reader["structuredQuery"] else {
            throw .noStructuredQuery
        }
        let query = try readSeparately { decoder throws(RPCStatus) in
            try decoder.structuredQuery(structured)
        }
        return .query(try query.get(), parent: try reader.string("parent") ?? "")
    }
}

extension MessageReader {
    fileprivate func targetID(_ name: String) throws(RPCStatus) -> Int32 {
        Int32(truncatingIfNeeded: try int32(name) ?? 0)
    }

    fileprivate func resumePoint() throws(RPCStatus) -> Target.ResumePoint? {
        switch try oneOf("resumeToken", "readTime") {
        case ("resumeToken", _)?:
            let token = try bytes("resumeToken") ?? []
            return token.isEmpty ? nil : .token(token)
        case .some: return try timestamp("readTime").map { .readTime($0) }
        case nil: return nil
        }
    }

    /// An `Int32Value`: a number, or an object around one.
    fileprivate func expectedCount() throws(RPCStatus) -> Int32? {
        guard let json = self["expectedCount"] else { return nil }
        guard json.isObject else { return try int32("expectedCount").map { Int32(truncatingIfNeeded: $0) } }
        let value = try MessageReader(passingOverAllBut: "value", in: json)
        return Int32(truncatingIfNeeded: try value.int32("value") ?? 0)
    }
}

extension ListenResponse: WireMessage {
    package var estimatedSize: Int {
        if case .documentChange = self { 768 } else { 192 }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        switch self {
        case .targetChange(let change): writer.member("targetChange") { $0.targetChange(change) }
        case .documentChange(let change): writer.member("documentChange") { $0.documentChange(change) }
        case .documentDelete(let change):
            writer.member("documentDelete") {
                $0.removal(change.name, change.removedTargetIDs, change.readTime)
            }
        case .documentRemove(let change):
            writer.member("documentRemove") {
                $0.removal(change.name, change.removedTargetIDs, change.readTime)
            }
        case .filter(let filter): writer.member("filter") { $0.existenceFilter(filter) }
        }
    }
}

extension WireEncoder {
    fileprivate mutating func targetChange(_ change: TargetChange) {
        object { writer in
            if let name = change.kind.protoName {
                writer.member("targetChangeType") { $0.string(name) }
            }
            writer.targetIDs("targetIds", change.targetIDs)
            if let cause = change.cause { writer.member("cause") { $0.cause(cause) } }
            if !change.resumeToken.isEmpty {
                writer.member("resumeToken") { $0.string(Base64.encode(change.resumeToken)) }
            }
            if let time = change.readTime { writer.member("readTime") { $0.time(time) } }
        }
    }

    private mutating func cause(_ status: RPCStatus) {
        object { writer in
            writer.member("code") { $0.integer(status.code.rawValue) }
            if let message = status.message { writer.member("message") { $0.string(message) } }
        }
    }

    fileprivate mutating func documentChange(_ change: DocumentChange) {
        object { writer in
            writer.member("document") { $0.document(change.document) }
            writer.targetIDs("targetIds", change.targetIDs)
            writer.targetIDs("removedTargetIds", change.removedTargetIDs)
        }
    }

    fileprivate mutating func removal(_ name: DocumentName, _ targets: [Int32], _ time: Timestamp?) {
        object { writer in
            writer.member("document") { $0.name(name) }
            writer.targetIDs("removedTargetIds", targets)
            if let time { writer.member("readTime") { $0.time(time) } }
        }
    }

    fileprivate mutating func existenceFilter(_ filter: ExistenceFilter) {
        object { writer in
            writer.member("targetId") { $0.integer(filter.targetID) }
            if filter.count != 0 { writer.member("count") { $0.integer(filter.count) } }
            if let names = filter.unchangedNames {
                writer.member("unchangedNames") { $0.bloomFilter(names) }
            }
        }
    }

    private mutating func bloomFilter(_ filter: BloomFilter) {
        object { writer in
            writer.member("bits") { writer in
                writer.object { writer in
                    if !filter.bitmap.isEmpty {
                        writer.member("bitmap") { $0.string(Base64.encode(filter.bitmap)) }
                    }
                    if filter.padding != 0 { writer.member("padding") { $0.integer(filter.padding) } }
                }
            }
            if filter.hashCount != 0 { writer.member("hashCount") { $0.integer(filter.hashCount) } }
        }
    }

    private mutating func targetIDs(_ name: String, _ ids: [Int32]) {
        if !ids.isEmpty { member(name) { $0.array(ids) { $0.integer($1) } } }
    }
}

extension TargetChange.Kind {
    /// The name of the enum's case; nil for the default, which is left out.
    fileprivate var protoName: String? {
        switch self {
        case .noChange: nil
        case .add: "ADD"
        case .remove: "REMOVE"
        case .current: "CURRENT"
        case .reset: "RESET"
        }
    }
}

/// The client's direction.
extension ListenRequest: WireMessage {
    package var estimatedSize: Int { 512 }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("database") { $0.string(database) }
        switch change {
        case .addTarget(let target): writer.member("addTarget") { $0.target(target) }
        case .removeTarget(let id): writer.member("removeTarget") { $0.integer(id) }
        case .none: break
        }
    }
}

extension WireEncoder {
    fileprivate mutating func target(_ target: Target) {
        object { writer in
            switch target.content {
            case .documents(let names):
                writer.member("documents") { writer in
                    writer.object { writer in
                        writer.member("documents") { $0.array(names) { $0.string($1.string) } }
                    }
                }
            case .query(let query, let parent):
                writer.member("query") { writer in
                    writer.object { writer in
                        writer.member("parent") { $0.string(parent) }
                        writer.member("structuredQuery") { $0.structuredQuery(query) }
                    }
                }
            case .refused: break
            }
            writer.member("targetId") { $0.integer(target.id) }
            switch target.resumePoint {
            case .token(let token)?: writer.member("resumeToken") { $0.string(Base64.encode(token)) }
            case .readTime(let time)?: writer.member("readTime") { $0.time(time) }
            case nil: break
            }
            if target.once { writer.member("once") { $0.boolean(true) } }
            if let count = target.expectedCount { writer.member("expectedCount") { $0.integer(count) } }
        }
    }
}

extension ListenResponse {
    /// Reads a response as a server sends it; nil for a kind that is not known.
    package static func decode(
        _ json: JSONNode, _ decoder: inout WireDecoder
    ) throws(RPCStatus) -> ListenResponse? {
        let reader = try MessageReader(
            passingOverAllBut: "targetChange", "documentChange", "documentDelete", "documentRemove", "filter",
            in: json)
        switch try reader.oneOf(
            "targetChange", "documentChange", "documentDelete", "documentRemove", "filter")
        {
        case ("targetChange", let change)?: return .targetChange(try decoder.targetChange(change))
        case ("documentChange", let change)?:
            let change = try MessageReader(answer: change)
            guard let document = change["document"] else { throw .invalidPayload }
            return .documentChange(
                DocumentChange(
                    try decoder.document(document), targetIDs: try change.targetIDs("targetIds"),
                    removedTargetIDs: try change.targetIDs("removedTargetIds")))
        case ("documentDelete", let removal)?:
            let (name, ids, time) = try decoder.removal(removal)
            return .documentDelete(DocumentDelete(name, removedTargetIDs: ids, readTime: time))
        case ("documentRemove", let removal)?:
            let (name, ids, time) = try decoder.removal(removal)
            return .documentRemove(DocumentRemove(name, removedTargetIDs: ids, readTime: time))
        case ("filter", let filter)?: return .filter(try decoder.existenceFilter(filter))
        case .some, nil: return nil
        }
    }
}

extension WireDecoder {
    fileprivate func targetChange(_ json: JSONNode) throws(RPCStatus) -> TargetChange {
        let reader = try MessageReader(answer: json)
        let kind: TargetChange.Kind =
            switch try reader.string("targetChangeType") {
            case "ADD": .add
            case "REMOVE": .remove
            case "CURRENT": .current
            case "RESET": .reset
            case nil, "NO_CHANGE": .noChange
            case .some: throw .invalidPayload
            }
        return TargetChange(
            kind, targetIDs: try reader.targetIDs("targetIds"), cause: try cause(reader["cause"]),
            resumeToken: try reader.bytes("resumeToken") ?? [], readTime: try reader.timestamp("readTime"))
    }

    private func cause(_ json: JSONNode?) throws(RPCStatus) -> RPCStatus? {
        guard let json else { return nil }
        let reader = try MessageReader(answer: json)
        return RPCStatus(
            StatusCode(rawValue: try reader.int32("code") ?? 0) ?? .unknown, try reader.string("message"))
    }

    fileprivate mutating func removal(
        _ json: JSONNode
    ) throws(RPCStatus) -> (DocumentName, [Int32], Timestamp?) {
        let reader = try MessageReader(answer: json)
        return (
            documentName(try reader.string("document") ?? ""), try reader.targetIDs("removedTargetIds"),
            try reader.timestamp("readTime")
        )
    }

    fileprivate func existenceFilter(_ json: JSONNode) throws(RPCStatus) -> ExistenceFilter {
        let reader = try MessageReader(answer: json)
        return ExistenceFilter(
            targetID: try reader.targetID("targetId"),
            count: Int32(truncatingIfNeeded: try reader.int32("count") ?? 0),
            unchangedNames: try reader["unchangedNames"].map { json throws(RPCStatus) in
                try bloomFilter(json)
            })
    }

    private func bloomFilter(_ json: JSONNode) throws(RPCStatus) -> BloomFilter {
        let reader = try MessageReader(answer: json)
        let bits = try reader["bits"].map { json throws(RPCStatus) in try MessageReader(answer: json) }
        let (padding, hashes) = (try bits?.int32("padding") ?? 0, try reader.int32("hashCount") ?? 0)
        let bitmap = try bits?.bytes("bitmap") ?? []
        // The number of documents holds all the same.
        guard (0..<8).contains(padding), padding == 0 || !bitmap.isEmpty, (0...1000).contains(hashes) else {
            return .none
        }
        return BloomFilter(
            bitmap: bitmap, padding: Int32(truncatingIfNeeded: padding),
            hashCount: Int32(truncatingIfNeeded: hashes))
    }
}

extension MessageReader {
    fileprivate func targetIDs(_ name: String) throws(RPCStatus) -> [Int32] {
        var ids: [Int32] = []
        for element in try array(name) {
            guard let id = element.textOfPrimitive.flatMap({ Int32($0) }) else { throw .invalidPayload }
            ids.append(id)
        }
        return ids
    }
}
