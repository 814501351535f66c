import FirestoreEmulator
import FirestoreREST
import HTTPTransport
import HTTPTypes
import JSONText

extension FuzzTarget {
    /// A request to the emulator: a line with the method and the target, lines with header fields, an empty line and the body. An answer comes,
    /// and one that a client can read.
    static let requests = FuzzTarget("requests") { input in
        guard let (request, body) = request(input) else { return }
        let response = try await Emulator().transport.send(request, body: body)
        if request.method == .head { return }
        let (code, text) = (response.head.status.code, String(decoding: response.body, as: UTF8.self))
        try BrokenPromise.unless(code != 500, "\(request.path ?? ""): \(text)")
        guard code != 200, text != "Not Found\n", !(request.path ?? "").contains("/channel") else { return }
        let isPreflight = request.method == .options && response.body.isEmpty
        try BrokenPromise.unless(
            isPreflight || ErrorBody.decode(response.body, httpStatus: code)?.code.httpStatus == code,
            "\(request.path ?? ""): \(code) \(text)")
    }

    /// The forms of a channel for `Write`, one a line; for `Listen` after an L. Each is answered, every message that waits is in a frame of its
    /// length and follows the one before, and a form that is sent again brings nothing new.
    static let channels = FuzzTarget("channels") { input in
        let isListen = input.first == UInt8(ascii: "L")
        let forms = input.dropFirst(isListen ? 1 : 0)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
        let stream = isListen ? "Listen" : "Write"
        let once = try await answers(stream, forms, repeats: false)
        let twice = try await answers(stream, forms, repeats: true)
        try BrokenPromise.unless(once == twice, "\(once) becomes \(twice) when forms are repeated")
    }

    /// The messages that a channel answers forms with: the names of their fields, as times and tokens differ.
    private static func answers(_ stream: String, _ forms: [[UInt8]], repeats: Bool) async throws
        -> [[String]]
    {
        var channel = try await FuzzedChannel(stream, forms.first ?? [])
        for (index, form) in forms.enumerated() {
            if index > 0 { try await channel.send(form) }
            if repeats { try await channel.send(form) }
            try await channel.poll()
        }
        try await channel.close()
        return channel.messages.map { message in
            guard case .object(let members)? = message.array?.first else { return [message.compactText] }
            return members.map(\.name)
        }
    }

    private static func request(_ input: [UInt8]) -> (HTTPRequest, body: [UInt8])? {
        let text = String(decoding: input, as: UTF8.self)
        let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", maxSplits: 1)
        guard words.count == 2, let method = HTTPRequest.Method(rawValue: String(words[0])) else {
            return nil
        }
        var request = HTTPRequest(method: method, scheme: nil, authority: nil, path: String(words[1]))
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2, let name = HTTPField.Name(String(field[0])) else { continue }
            request.headerFields.append(HTTPField(name: name, value: String(field[1])))
        }
        return (request, parts.count > 1 ? Array(parts[1].utf8) : [])
    }
}
