import JSONText

/// A message in the form of the REST API: a JSON object.
package protocol WireMessage {
    /// About how many bytes the message takes.
    var estimatedSize: Int { get }

    /// Writes the members of the innermost object.
    func writeMembers(to writer: inout WireEncoder)
}

extension WireMessage {
    package var estimatedSize: Int { 256 }

    /// Writes the message.
    package func write(to writer: inout WireEncoder) {
        writer.object { writeMembers(to: &$0) }
    }

    /// The message as the body of a request.
    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact, capacity: estimatedSize)
        write(to: &writer)
        return writer.bytes
    }
}
