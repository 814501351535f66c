import Testing

/// Which texts are bytes, as Google's emulator reads them.
@Suite("Base64")
struct Base64Tests {
    @Test(arguments: [
        ("", ""),
        ("=", ""),
        ("==", ""),
        ("===", ""),
        ("====", ""),
        ("=====", ""),
        ("AA", "AA=="),
        ("AA=", "AA=="),
        ("AA==", "AA=="),
        ("AA===", "AA=="),
        ("AAA", "AAA="),
        ("AAA=", "AAA="),
        ("AAA==", "AAA="),
        ("AAAA", "AAAA"),
        ("AAAA=", "AAAA"),
        ("AAAA==", "AAAA"),
        ("AAAA====", "AAAA"),
        ("AB", "AA=="),
        ("AB==", "AA=="),
        ("AAB", "AAA="),
        ("AAB=", "AAA="),
        ("A_-A", "A/+A"),
        ("A/+A", "A/+A"),
        ("-_", "+w=="),
        ("+/", "+w=="),
        ("-_==", "+w=="),
        ("QUJD", "QUJD"),
        ("QUJDRA", "QUJDRA=="),
        ("QUJDRA==", "QUJDRA=="),
    ])
    func `padding counts for nothing, and either alphabet is read`(text: String, bytes: String) async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"f": {"bytesValue": "\(text)"}}}
            200 {"name": "$/c/a", "fields": {"f": {"bytesValue": "\(bytes)"}}, "createTime": "<T1>", "updateTime": "<T1>"}
            """)
    }

    /// As a JSON text has them.
    @Test(arguments: [
        "A", "A=", "A==", "A===", "A_+A", "A A A A", "AA AA", #"AA\nAA"#, #"AA\r\nAA"#, " AAAA", "AAAA ",
        #"\tAAAA"#, #"\n"#, "  ", "=AAA", "A=AA", "AA=A", "AA==AA", "AA==AAAA", "AAAA=AAA", "AAAA==AA",
        "A===A", "!", "AAA!", "AA.A", "AA~A", #"\u00e9"#, #"AAAA\u00e9"#, "%3D", "AA%3D%3D", #"AA\u0000A"#,
        #"AAA\u00a0"#, "QUJDR", "QUJDR===", #"AA=\n="#, "AA =", "AA= =", " =", "= ", #"=\n"#, "AAA =",
        "AAA= ",
    ])
    func `all else is refused`(text: String) async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"f": {"bytesValue": "\(text)"}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """)
    }
}
