package import JSONText

/// A message to publish.
public struct PubSubMessage: Sendable, Hashable {
    /// The content. With the attributes, at most 10 MB; it may be empty only if there are attributes.
    public var data: [UInt8]
    /// At most 100 names of up to 256 bytes, with values of up to 1,024 bytes.
    public var attributes: [String: String]
    /// Messages with the same key, of up to 1,024 bytes, arrive in the order in which they were published, if the subscription has
    /// ordering enabled; empty for none.
    public var orderingKey: String

    /// Creates a message.
    public init(_ data: [UInt8], attributes: [String: String] = [:], orderingKey: String = "") {
        self.data = data
        self.attributes = attributes
        self.orderingKey = orderingKey
    }
}

extension PubSubMessage {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            if !data.isEmpty { writer.member("data") { $0.string(Base64.encode(data)) } }
            if !attributes.isEmpty {
                writer.member("attributes") { writer in
                    writer.object { writer in
                        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
                            writer.member(name) { $0.string(value) }
                        }
                    }
                }
            }
            if !orderingKey.isEmpty { writer.member("orderingKey") { $0.string(orderingKey) } }
        }
    }

    /// Reads a message; nil if a member has the wrong type.
    package init?(_ json: JSON) {
        guard case .object = json else { return nil }
        let content = json["data"] ?? .string("")
        let key = json["orderingKey"] ?? .string("")
        guard let text = content.string, let data = Base64.decode(text), let orderingKey = key.string else {
            return nil
        }
        var attributes: [String: String] = [:]
        switch json["attributes"] ?? .null {
        case .null: break
        case .object(let members):
            for member in members {
                guard let value = member.value.string else { return nil }
                attributes[member.name] = value
            }
        case .boolean, .number, .string, .array: return nil
        }
        self.init(data, attributes: attributes, orderingKey: orderingKey)
    }
}
