import Testing

@Suite("Lists")
struct ListTests {
    @Test func `a list goes by name, page by page`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, {"update": {"name": "$/c/b"}}, {"update": {"name":
              "$/c/c"}}, {"update": {"name": "$/c/__id9__"}}, {"update": {"name": "$/c/a/d/x"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            GET /c
            200 {"documents": [{"name": "$/c/__id9__", "createTime": "<T1>", "updateTime": "<T1>"}, {"name":
              "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, {"name": "$/c/b", "createTime": "<T1>",
              "updateTime": "<T1>"}, {"name": "$/c/c", "createTime": "<T1>", "updateTime": "<T1>"}]}

            GET /c?pageSize=2
            200 {"documents": [{"name": "$/c/__id9__", "createTime": "<T1>", "updateTime": "<T1>"}, {"name":
              "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}], "nextPageToken": "<N1>"}

            GET /c?pageSize=2&pageToken=<N1>
            200 {"documents": [{"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"}, {"name":
              "$/c/c", "createTime": "<T1>", "updateTime": "<T1>"}], "nextPageToken": "<N2>"}

            GET /c?pageSize=2&pageToken=<N2>
            200 {}

            GET /c?pageSize=5&pageToken=<N1>
            200 {"documents": [{"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"}, {"name":
              "$/c/c", "createTime": "<T1>", "updateTime": "<T1>"}]}

            GET /none
            200 {}

            GET /c/a/d?page_size=1
            200 {"documents": [{"name": "$/c/a/d/x", "createTime": "<T1>", "updateTime": "<T1>"}],
              "nextPageToken": "<N3>"}
            """)
    }

    @Test func `a list can be ordered and cut down to some fields`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}, "x y":
              {"integerValue": "2"}}}},
              {"update": {"name": "$/c/b", "fields": {"n": {"integerValue": "1"}, "m": {"integerValue":
              "1"}}}}, {"update": {"name": "$/c/c"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}],
              "commitTime": "<T1>"}

            GET /c?orderBy=n&mask.fieldPaths=n
            200 {"documents": [{"name": "$/c/b", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}},
              "createTime": "<T1>", "updateTime": "<T1>"}]}

            GET /c?orderBy=n%20DESC,%20__name__&mask.fieldPaths=none
            200 {"documents": [{"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, {"name":
              "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"}]}

            GET /c?orderBy=%60x%20y%60%09asc&mask.fieldPaths=n
            200 {"documents": [{"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}]}

            GET /c?orderBy=n%20,m&mask.fieldPaths=m
            200 {"documents": [{"name": "$/c/b", "fields": {"m": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}]}

            GET /c?orderBy=n&pageSize=1&mask.fieldPaths=n
            200 {"documents": [{"name": "$/c/b", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}], "nextPageToken": "<N1>"}

            GET /c?orderBy=n&pageSize=1&mask.fieldPaths=n&pageToken=<N1>
            200 {"documents": [{"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}], "nextPageToken": "<N2>"}
            google page-tokens: 500 UNKNOWN

            GET /c?orderBy=__name__%20desc
            200 {"documents": [{"name": "$/c/c", "createTime": "<T1>", "updateTime": "<T1>"}, {"name":
              "$/c/b", "fields": {"n": {"integerValue": "1"}, "m": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}, "x y":
              {"integerValue": "2"}}, "createTime": "<T1>", "updateTime": "<T1>"}]}
            google descending-names: 400 FAILED_PRECONDITION Firestore does not support descending key scans
            """)
    }

    @Test func `a list of all collections of a parent`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, {"update": {"name": "$/d/b"}}, {"update": {"name":
              "$/c/a/d/x"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}],
              "commitTime": "<T1>"}

            GET /
            200 {"documents": [{"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, {"name":
              "$/d/b", "createTime": "<T1>", "updateTime": "<T1>"}]}

            GET /c/a/
            200 {"documents": [{"name": "$/c/a/d/x", "createTime": "<T1>", "updateTime": "<T1>"}]}

            GET /?pageSize=1
            200 {"documents": [{"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}],
              "nextPageToken": "<N1>"}

            GET /?orderBy=n
            400 INVALID_ARGUMENT kind is required for all orders except __key__ ascending
            """)
    }

    @Test func `invalid lists`() async throws {
        try await expect(
            #"""
            GET /c?pageSize=-1
            400 INVALID_ARGUMENT Page size must be nonnegative.

            GET /c?pageToken=AAAA
            400 INVALID_ARGUMENT invalid page token

            GET /c?pageToken=!!
            400 INVALID_ARGUMENT invalid page token
            google page-tokens: 500 UNKNOWN

            GET /c?orderBy=n%20foo
            400 INVALID_ARGUMENT Invalid order by clause "n foo".

            GET /c?orderBy=n,,m
            400 INVALID_ARGUMENT Invalid order by clause "n,,m".

            GET /c?orderBy=%20n
            400 INVALID_ARGUMENT Invalid order by clause " n".

            GET /c?orderBy=a..b
            400 INVALID_ARGUMENT Invalid order by clause "a..b".

            GET /c?orderBy=__x__
            400 INVALID_ARGUMENT Invalid reserved name in field path __x__

            GET /c?orderBy=n,n
            400 INVALID_ARGUMENT order by clause cannot contain duplicate fields n

            GET /c?mask.fieldPaths=
            400 INVALID_ARGUMENT Invalid empty property path string.

            GET /c?mask.fieldPaths=a,b
            400 INVALID_ARGUMENT Invalid property path "a,b". Unquoted property paths must match regex
              ([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (`(?:[^`\\]|(?:\\.))+`)

            GET /__x__
            400 INVALID_ARGUMENT Collection id "__x__" is invalid because it is reserved.

            GET /c/__x__/d
            400 INVALID_ARGUMENT Resource id "__x__" is invalid because it is reserved.

            GET /c//d
            400 INVALID_ARGUMENT Document name "$/c//d" lacks a resource id at index P+42.

            GET /c?pageSize=1&pageSize=2
            400 INVALID_ARGUMENT Payload isn't valid for request.

            GET /c?pageSize=many
            400 INVALID_ARGUMENT The parameter pageSize must be a whole number, not "many".
            google odd-parameters: no answer
            """#)
    }
}
