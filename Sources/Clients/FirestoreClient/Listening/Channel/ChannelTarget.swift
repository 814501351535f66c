import FirestoreModel

/// The URLs and bodies of a channel's requests.
struct ChannelTarget: Sendable {
    let database: DatabaseID

    private var path: String {
        let name = "projects/\(database.project)/databases/\(database.database)"
        return "/google.firestore.v1.Firestore/Listen/channel?VER=8&database=\(name.percentEncoded)"
    }

    /// Brings messages; the first one opens the session.
    func forward(_ forward: ChannelSession.Forward, _ session: ChannelSession, _ noise: String) -> String {
        let start = "\(path)&RID=\(forward.request)"
        let end = "&zx=\(noise)&t=\(forward.attempt)"
        guard session.id != nil else { return "\(start)&CVER=22&X-HTTP-Session-Id=gsessionid\(end)" }
        return "\(start)\(names(of: session))&AID=\(session.received)\(end)"
    }

    /// Fetches messages.
    ///
    /// - Parameter isPolling: Whether the answer is to end with the first messages.
    func back(_ session: ChannelSession, isPolling: Bool, _ noise: String) -> String {
        "\(path)&RID=rpc\(names(of: session))&AID=\(session.received)&CI=\(isPolling ? 1 : 0)&TYPE=xmlhttp&zx=\(noise)"
            + "&t=\(session.backAttempt)"
    }

    func terminate(_ session: ChannelSession, request: Int, _ noise: String) -> String {
        "\(path)\(names(of: session))&RID=\(request)&TYPE=terminate&zx=\(noise)"
    }

    private func names(of session: ChannelSession) -> String {
        (session.id.map { "&SID=\($0.percentEncoded)" } ?? "")
            + (session.httpSession.map { "&gsessionid=\($0.percentEncoded)" } ?? "")
    }

    /// The body of a request with messages.
    ///
    /// - Parameter headers: Fields that belong to the stream, for the first request.
    func body(_ forward: ChannelSession.Forward, headers: [(name: String, value: String)] = []) -> [UInt8] {
        var form = ""
        if !headers.isEmpty {
            let lines = headers.map { "\($0.name):\($0.value)\r\n" }.joined()
            form += "headers=\(lines.percentEncoded)&"
        }
        form += "count=\(forward.messages.count)"
        if !forward.messages.isEmpty { form += "&ofs=\(forward.offset)" }
        for (index, message) in forward.messages.enumerated() {
            form += "&req\(index)___data__=\(String(decoding: message, as: UTF8.self).percentEncoded)"
        }
        return Array(form.utf8)
    }
}
