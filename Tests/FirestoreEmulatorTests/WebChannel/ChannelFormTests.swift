import TestSupport
import Testing

@testable import FirestoreEmulator

struct ChannelFormTests {
    private func form(_ text: String) -> ChannelForm? { ChannelForm(Array(text.utf8)) }

    private func maps(_ text: String) -> [String]? {
        form(text)?.maps.map { "\($0.number) \(String(decoding: $0.json, as: UTF8.self))" }
    }

    @Test func `a handshake brings header fields and messages`() throws {
        let form = try #require(
            self.form(
                "headers=X-Goog-Api-Client%3Agl-js%2F%0D%0AAuthorization%3ABearer%20owner%0D%0A&count=1&ofs=0"
                    + "&req0___data__=%7B%22a%22%3A%22%F0%9F%8D%B5%22%7D"))
        #expect(form.headers.value("authorization") == "Bearer owner")
        #expect(form.headers.value("x-goog-api-client") == "gl-js/")
        #expect(form.headers.value("Cookie") == nil)
        #expect(form.maps == [ChannelMap(number: 0, json: Array(#"{"a":"🍵"}"#.utf8))])
    }

    @Test func `a message's number is that of its name after the offset`() {
        #expect(maps("count=2&ofs=7&req0___data__=a&req1___data__=b") == ["7 a", "8 b"])
        #expect(maps("count=2&ofs=-95&req101___data__=a&req100___data__=b") == ["6 a", "5 b"])
        #expect(maps("req3___data__=a&ofs=4") == ["7 a"])
    }

    @Test func `what is no message is passed over`() {
        #expect(maps("") == [])
        #expect(maps("count=1&ofs=0&req0_other=x&req___data__=&reqx=1&&=&zx") == [])
        #expect(maps("req0___data__=") == ["0 "])
        #expect(maps("req0___data__=a+b%2Bc=d") == ["0 a b+c=d"])
    }

    @Test(arguments: [
        "ofs=x", "ofs=99999999999", "ofs=-1&req0___data__=a", "reqx___data__=a", "req0___data__=%",
        "req0___data__=%4",
        "req0___data__=%zz", "headers=%A", "req99999999999___data__=a",
    ])
    func `a broken form is refused`(text: String) {
        #expect(maps(text) == nil)
    }

    @Test func `a form has at most a thousand messages`() {
        let messages = (0..<1000).map { "req\($0)___data__=x" }.joined(separator: "&")
        #expect(maps(messages)?.count == 1000)
        #expect(maps(messages + "&req1000___data__=x") == nil)
    }

    @Test func `a line without a colon is no field, and the first of two counts`() {
        let headers = ChannelHeaders("nonsense\r\nA: 1\r\na:2\n:\r\n")
        #expect(headers.value("A") == "1")
        #expect(headers.value("nonsense") == nil)
    }

    @Test(arguments: SeededGenerator.seeds(30))
    func `any messages come through a form`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let offset = random.int(0...1_000_000)
        let texts = random.list(0...20) { $0.randomText(0...30) }
        let items = texts.enumerated().map { "req\($0)___data__=\($1.percentEncoded)" }
        let body = (["count=\(texts.count)", "ofs=\(offset)"] + items).joined(separator: "&")
        let expected = texts.enumerated().map { ChannelMap(number: offset + $0, json: Array($1.utf8)) }
        #expect(form(body)?.maps == expected)
    }

    @Test(arguments: SeededGenerator.seeds(30))
    func `no bytes are too strange to be read or refused`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var body = Array("headers=A%3Ab&count=2&ofs=3&req0___data__=%7B%7D&req1___data__=%7B%7D".utf8)
            for _ in 0..<random.int(1...8) {
                let place = random.int(0...body.count - 1)
                switch random.int(0...2) {
                case 0: body[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: body.remove(at: place)
                case _: body.insert(random.pick(Array("&=%+_-9r".utf8)), at: place)
                }
            }
            for map in ChannelForm(body)?.maps ?? [] { #expect(map.number >= 0) }
        }
    }
}
