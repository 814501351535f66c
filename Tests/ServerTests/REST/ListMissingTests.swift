import Testing

@Suite("Lists with missing documents")
struct ListMissingTests {
    @Test func `documents that are not there, but have something below them`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/b/1/c/2/d/3"}}, {"update": {"name": "$/b/0/c/1"}}, {"update":
              {"name": "$/a/1"}}, {"update": {"name": "$/Z/1"}}, {"update": {"name": "$/a b/1"}}, {"update":
              {"name": "$/é/1"}}, {"update": {"name": "$/b/9", "fields": {"n": {"integerValue": "1"}, "m":
              {"integerValue": "2"}}}}, {"update": {"name": "$/b/1/k/1"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime":
              "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            GET /b?showMissing=true
            200 {"documents": [{"name": "$/b/0"}, {"name": "$/b/1"}, {"name": "$/b/9", "fields": {"n":
              {"integerValue": "1"}, "m": {"integerValue": "2"}}, "createTime": "<T1>", "updateTime":
              "<T1>"}]}

            GET /b/1/c?showMissing=true
            200 {"documents": [{"name": "$/b/1/c/2"}]}

            GET /none?showMissing=true
            200 {}

            GET /b/1/k?showMissing=TRUE
            200 {"documents": [{"name": "$/b/1/k/1", "createTime": "<T1>", "updateTime": "<T1>"}]}

            GET /b?showMissing=1
            200 {"documents": [{"name": "$/b/9", "fields": {"n": {"integerValue": "1"}, "m":
              {"integerValue": "2"}}, "createTime": "<T1>", "updateTime": "<T1>"}]}

            GET /b?showMissing=
            200 {"documents": [{"name": "$/b/9", "fields": {"n": {"integerValue": "1"}, "m":
              {"integerValue": "2"}}, "createTime": "<T1>", "updateTime": "<T1>"}]}
            """#)
    }

    @Test func `a document that was deleted tells when`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/b/1"}}, {"update": {"name": "$/b/1/c/x"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"delete": "$/b/1"}]}
            200 {"writeResults": [{}], "commitTime": "<T2>"}

            GET /b?showMissing=true
            200 {"documents": [{"name": "$/b/1", "updateTime": "<T2>"}]}
            """#)
    }

    @Test func `a document whose database was cleared since tells when it went`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/b/1"}}, {"update": {"name": "$/b/2"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"delete": "$/b/1"}]}
            200 {"writeResults": [{}], "commitTime": "<T2>"}

            DELETE /emulator/v1/$
            200 {}

            POST :commit
            {"writes": [{"update": {"name": "$/b/1/c/x"}}, {"update": {"name": "$/b/2/c/x"}}, {"update":
              {"name": "$/b/3/c/x"}}]}
            200 {"writeResults": [{"updateTime": "<T3>"}, {"updateTime": "<T3>"}, {"updateTime": "<T3>"}],
              "commitTime": "<T3>"}

            GET /b?showMissing=true
            200 {"documents": [{"name": "$/b/1", "updateTime": "<T2>"}, {"name": "$/b/2", "updateTime":
              "<T4>"}, {"name": "$/b/3"}]}
            """#)
    }

    @Test
    func `the last time at which a document went is reported, and none for one that came and went at once`()
        async throws
    {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/b/1"}}, {"update": {"name": "$/b/1/c/x"}}, {"update":
              {"name": "$/b/2/c/x"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}],
              "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"delete": "$/b/1"}]}
            200 {"writeResults": [{}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"delete": "$/b/1"}, {"delete": "$/b/2"}]}
            200 {"writeResults": [{}, {}], "commitTime": "<T3>"}

            GET /b?showMissing=true
            200 {"documents": [{"name": "$/b/1", "updateTime": "<T2>"}, {"name": "$/b/2"}]}

            PATCH /b/1
            {}
            200 {"name": "$/b/1", "createTime": "<T4>", "updateTime": "<T4>"}

            POST :commit
            {"writes": [{"delete": "$/b/1"}, {"update": {"name": "$/b/2"}}, {"delete": "$/b/2"}]}
            200 {"writeResults": [{}, {}, {}], "commitTime": "<T5>"}

            GET /b?showMissing=true
            200 {"documents": [{"name": "$/b/1", "updateTime": "<T5>"}, {"name": "$/b/2"}]}
            """#)
    }

    @Test func `pages`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/b/1/c/2/d/3"}}, {"update": {"name": "$/b/0/c/1"}}, {"update":
              {"name": "$/a/1"}}, {"update": {"name": "$/Z/1"}}, {"update": {"name": "$/a b/1"}}, {"update":
              {"name": "$/é/1"}}, {"update": {"name": "$/b/9", "fields": {"n": {"integerValue": "1"}, "m":
              {"integerValue": "2"}}}}, {"update": {"name": "$/b/1/k/1"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime":
              "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            GET /b?showMissing=true&pageSize=1
            200 {"documents": [{"name": "$/b/0"}], "nextPageToken": "<N1>"}

            GET /b?showMissing=true&pageSize=1&pageToken=<N1>
            200 {"documents": [{"name": "$/b/1"}], "nextPageToken": "<N2>"}

            GET /b?showMissing=true&pageSize=1&pageToken=<N2>
            200 {"documents": [{"name": "$/b/9", "fields": {"n": {"integerValue": "1"}, "m":
              {"integerValue": "2"}}, "createTime": "<T1>", "updateTime": "<T1>"}], "nextPageToken": "<N3>"}

            GET /b?showMissing=true&pageSize=1&pageToken=<N3>
            200 {}

            GET /b?showMissing=true&pageSize=-1
            200 {"documents": [{"name": "$/b/0"}, {"name": "$/b/1"}, {"name": "$/b/9", "fields": {"n":
              {"integerValue": "1"}, "m": {"integerValue": "2"}}, "createTime": "<T1>", "updateTime":
              "<T1>"}]}
            """#)
    }

    @Test func `a page that is full has a next one`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/b/1/c/2/d/3"}}, {"update": {"name": "$/b/0/c/1"}}, {"update":
              {"name": "$/a/1"}}, {"update": {"name": "$/Z/1"}}, {"update": {"name": "$/a b/1"}}, {"update":
              {"name": "$/é/1"}}, {"update": {"name": "$/b/9", "fields": {"n": {"integerValue": "1"}, "m":
              {"integerValue": "2"}}}}, {"update": {"name": "$/b/1/k/1"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime":
              "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            GET /b?showMissing=true&pageSize=3
            200 {"documents": [{"name": "$/b/0"}, {"name": "$/b/1"}, {"name": "$/b/9", "fields": {"n":
              {"integerValue": "1"}, "m": {"integerValue": "2"}}, "createTime": "<T1>", "updateTime":
              "<T1>"}], "nextPageToken": "<N1>"}

            GET /b?pageSize=1&pageToken=<N1>
            200 {}
            """#)
    }

    @Test func `a mask is read and has no effect`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/b/1", "fields": {"n": {"integerValue": "1"}, "m":
              {"integerValue": "2"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            GET /b?showMissing=true&mask.fieldPaths=n
            200 {"documents": [{"name": "$/b/1", "fields": {"n": {"integerValue": "1"}, "m":
              {"integerValue": "2"}}, "createTime": "<T1>", "updateTime": "<T1>"}]}

            GET /b?showMissing=true&mask.fieldPaths=a..b
            400 INVALID_ARGUMENT Invalid property path "a..b". Unquoted property paths must match regex
              ([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (`(?:[^`\\]|(?:\\.))+`)
            """#)
    }

    @Test func `what is refused`() async throws {
        try await expect(
            #"""
            GET /b?showMissing=true
            Authorization: none
            403 PERMISSION_DENIED Metadata operations require admin authentication.

            GET /b?showMissing=true
            Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1In0.
            403 PERMISSION_DENIED Metadata operations require admin authentication.

            GET /b?showMissing=true
            Authorization: Bearer x
            400 INVALID_ARGUMENT invalid jwt

            GET /b?showMissing=true&orderBy=n
            400 INVALID_ARGUMENT cannot specify an order when show_missing is true

            GET /b?showMissing=true&orderBy=n
            Authorization: none
            400 INVALID_ARGUMENT cannot specify an order when show_missing is true

            GET /?showMissing=true
            Authorization: none
            400 INVALID_ARGUMENT collection id must be set when show_missing is true

            GET /?showMissing=true&orderBy=n
            400 INVALID_ARGUMENT collection id must be set when show_missing is true

            GET /__x__?showMissing=true&orderBy=n
            400 INVALID_ARGUMENT Collection id "__x__" is invalid because it is reserved.

            GET /b?showMissing=true&pageToken=xx
            Authorization: none
            400 INVALID_ARGUMENT invalid page token

            GET /b?showMissing=true&pageToken=xx&mask.fieldPaths=a..b
            400 INVALID_ARGUMENT Invalid property path "a..b". Unquoted property paths must match regex
              ([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (`(?:[^`\\]|(?:\\.))+`)

            GET /b?showMissing=true&showMissing=true
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """#)
    }
}
