/// Asks a server with Host headers and request targets of every kind, byte by byte as written.
package enum HostProbe {
    /// Heads that do not say that they mean a server of this machine: without a host, with two, or with somebody else's.
    package static let foreign: [String] =
        [
            "", "Host:\r\n", "Host: 127.0.0.1\r\nHost: 127.0.0.1\r\n",
            "Host: 127.0.0.1\r\nhost: page.test\r\n",
            "Host: page.test\r\nHost: 127.0.0.1\r\n",
        ]
        + [
            "page.test", "PAGE.test.:80", "localhost.page.test", "127.0.0.1.page.test", "127.page.test",
            "localhost@page.test", "page.test@localhost", "localhost:80@page.test", "localhost page.test",
            "localhost,page.test", "localhost/page.test", "[::2]:80", "[::1", "[::1]page.test", "[::1%25lo]",
            "::1",
            "localhost:x", "127.1", "2130706433", "0.0.0.0", "http://localhost",
        ].map { "Host: \($0)\r\n" }

    /// Heads that mean a server of this machine.
    package static let own: [String] =
        [
            "127.0.0.1", "127.0.0.1:80", "localhost", "LocalHost:8080", "localhost.", "a.localhost:80",
            "[::1]",
            "[0:0::1]:80", "[::ffff:127.0.0.1]", "localhost:",
        ].map { "Host: \($0)\r\n" }

    /// The status of the answer to a request.
    ///
    /// - Parameters:
    ///   - line: The method and the target: `GET /`.
    ///   - head: Lines of the head, each with its end.
    ///   - version: The version of HTTP.
    ///   - body: The body.
    /// - Returns: The status and all of the answer.
    package static func ask(
        _ line: String, _ head: String, version: String = "1.1", body: String = "{}", port: Int
    ) async throws -> (status: Int?, text: String) {
        let connection = try RawConnection(port: port)
        defer { connection.close() }
        await connection.send(
            "\(line) HTTP/\(version)\r\n\(head)Authorization: Bearer owner\r\nConnection: close\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let text = await connection.receiveAll().text
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) }, text)
    }

    /// The requests among these that a server has not refused, by 400 or 403 and a line that says why.
    ///
    /// - Parameter lines: Methods and paths of what only this machine may do.
    package static func unrefused(_ lines: [String], port: Int) async throws -> [String] {
        var unrefused: [String] = []
        func check(_ line: String, _ head: String, version: String = "1.1") async throws {
            let (status, text) = try await ask(line, head, version: version, port: port)
            let body = text.firstRange(of: "\r\n\r\n").map { text[$0.upperBound...] } ?? ""
            if status != 400 && status != 403 || body.isEmpty {
                unrefused.append("\(line) HTTP/\(version) \(head.debugDescription): \(status ?? 0)")
            }
        }
        for line in lines {
            for head in foreign { try await check(line, head) }
            for head in ["", "Host:\r\n", "Host: page.test\r\n"] {
                try await check(line, head, version: "1.0")
            }
            for host in ["page.test", "localhost@page.test", "PAGE.TEST:80", "", "localhost.page.test"] {
                let whole = line.replacing(" /", with: " http://\(host)/", maxReplacements: 1)
                try await check(whole, "Host: 127.0.0.1:\(port)\r\n")
            }
        }
        return unrefused
    }
}
