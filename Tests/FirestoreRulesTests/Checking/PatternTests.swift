import Testing

@Suite struct PatternTests {
    @Test(arguments: ["[", "a**", "(?=a)", #"\\1"#, "a{1,1001}", #"\\p{Foo}"#])
    func `patterns that are written out are checked`(pattern: String) {
        let error = "Invalid regular expression pattern. Pattern: \(pattern.replacing(#"\\"#, with: #"\"#))."
        #expect(CheckedSource.condition("c.matches('\(pattern)')") == [error])
        #expect(CheckedSource.condition("c.split(('\(pattern)')) == []") == [error])
    }

    @Test func `patterns that are put together, and those of replace, are not`() {
        #expect(CheckedSource.condition("c.matches('[' + c) && c.replace('[', '') == ''").isEmpty)
        #expect(CheckedSource.condition("c.matches('^[a-z]{1,20}$') && c.split(',') == []").isEmpty)
    }
}
