import Testing

@Suite("Lists of collection ids")
struct ListCollectionIDsTests {
    @Test func `the collections of the root or of a document, there or not`() async throws {
        try await expect(
            #"""
            POST :listCollectionIds
            {}
            200 {}

            POST :commit
            {"writes": [{"update": {"name": "$/b/1/c/2/d/3"}}, {"update": {"name": "$/b/0/c/1"}}, {"update":
              {"name": "$/a/1"}}, {"update": {"name": "$/Z/1"}}, {"update": {"name": "$/a b/1"}}, {"update":
              {"name": "$/é/1"}}, {"update": {"name": "$/b/9", "fields": {"n": {"integerValue": "1"}, "m":
              {"integerValue": "2"}}}}, {"update": {"name": "$/b/1/k/1"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime":
              "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :listCollectionIds
            {}
            200 {"collectionIds": ["Z", "a", "a b", "b", "é"]}

            POST /b/1:listCollectionIds
            {}
            200 {"collectionIds": ["c", "k"]}

            POST /b/0:listCollectionIds
            {}
            200 {"collectionIds": ["c"]}

            POST /q/1:listCollectionIds
            {}
            200 {}

            DELETE /b/1/k/1
            200 {}

            POST /b/1:listCollectionIds
            {}
            200 {"collectionIds": ["c"]}

            POST :listCollectionIds
            {"parent": "$"}
            200 {"collectionIds": ["Z", "a", "a b", "b", "é"]}
            """#)
    }

    @Test func `pages, each of which has a next one if it is full`() async throws {
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

            POST :listCollectionIds
            {"pageSize": 2}
            200 {"collectionIds": ["Z", "a"], "nextPageToken": "<N1>"}

            POST :listCollectionIds
            {"pageSize": 2, "pageToken": "<N1>"}
            200 {"collectionIds": ["a b", "b"], "nextPageToken": "<N2>"}

            POST :listCollectionIds
            {"pageSize": "2", "pageToken": "<N2>"}
            200 {"collectionIds": ["é"]}

            POST :listCollectionIds
            {"pageToken": "<N1>"}
            200 {"collectionIds": ["a b", "b", "é"]}

            POST :listCollectionIds
            {"pageSize": 0}
            200 {"collectionIds": ["Z", "a", "a b", "b", "é"]}

            POST :listCollectionIds
            {"pageSize": 100}
            200 {"collectionIds": ["Z", "a", "a b", "b", "é"]}
            """#)
    }

    @Test func `the size of a page can stand in the URL`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/a/1"}}, {"update": {"name": "$/b/1"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :listCollectionIds?pageSize=1
            {}
            200 {"collectionIds": ["a"], "nextPageToken": "<N1>"}

            POST :listCollectionIds?page_size=-1
            {}
            400 INVALID_ARGUMENT page_size must be greater than or equal to zero.
            """#)
    }

    @Test func `a read at a time`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/a/1"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"update": {"name": "$/b/1"}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime": "<T2>"}

            POST :listCollectionIds
            {"readTime": "<T1>"}
            200 {"collectionIds": ["a"]}

            POST :listCollectionIds
            {"readTime": "2099-01-01T00:00:00Z"}
            400 INVALID_ARGUMENT The requested 'read_time' cannot be in the future.
            """#)
    }

    @Test func `what is refused`() async throws {
        try await expect(
            #"""
            POST :listCollectionIds
            {"pageSize": -1}
            400 INVALID_ARGUMENT page_size must be greater than or equal to zero.

            POST :listCollectionIds
            {"pageToken": "xx"}
            400 INVALID_ARGUMENT invalid page token

            POST :listCollectionIds
            {"pageToken": "AAAA"}
            400 INVALID_ARGUMENT invalid page token

            POST :listCollectionIds
            {"nothing": 1}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :listCollectionIds
            {"pageSize": 2147483648}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST /b:listCollectionIds
            {}
            400 INVALID_ARGUMENT Document parent name "$/b" lacks "/" at index P+41.

            POST /b/__x__:listCollectionIds
            {}
            400 INVALID_ARGUMENT Resource id "__x__" is invalid because it is reserved.

            POST /:listCollectionIds
            {}
            400 INVALID_ARGUMENT Document parent name "$/" is invalid: Omit trailing "/".

            POST :listCollectionIds
            Authorization: none
            {}
            403 PERMISSION_DENIED Metadata operations require admin authentication.

            POST :listCollectionIds
            Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1In0.
            {}
            403 PERMISSION_DENIED Metadata operations require admin authentication.

            POST :listCollectionIds
            Authorization: Bearer x
            {}
            400 INVALID_ARGUMENT invalid jwt

            POST :listCollectionIds
            Authorization: none
            {"pageSize": -1}
            400 INVALID_ARGUMENT page_size must be greater than or equal to zero.

            POST :listCollectionIds
            Authorization: none
            {"pageToken": "xx"}
            400 INVALID_ARGUMENT invalid page token

            POST :listCollectionIds
            {"pageSize": -1, "pageToken": "xx"}
            400 INVALID_ARGUMENT page_size must be greater than or equal to zero.

            POST /b:listCollectionIds
            Authorization: Bearer x
            {}
            400 INVALID_ARGUMENT Document parent name "$/b" lacks "/" at index P+41.
            """#)
    }
}
