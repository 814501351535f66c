import Testing

@Suite("Transactions")
struct TransactionTests {
    @Test func `a transaction reads, commits and is closed`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :beginTransaction
            {"options": {"readWrite": {}}}
            200 {"transaction": "<X1>"}

            POST :batchGet
            {"documents": ["$/c/a", "$/c/none"], "transaction": "<X1>"}
            200 [{"found": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"missing": "$/c/none", "readTime": "<now>"}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}]}, "transaction": "<X1>"}
            200 [{"document": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}}}],
              "transaction": "<X1>"}
            200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "3"}}}}],
              "transaction": "<X1>"}
            400 INVALID_ARGUMENT Transaction is invalid or closed.

            POST :batchGet
            {"documents": ["$/c/a"], "transaction": "<X1>"}
            400 INVALID_ARGUMENT Transaction is invalid or closed.

            POST :rollback
            {"transaction": "<X1>"}
            200 {}

            GET /c/a
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}, "createTime": "<T1>",
              "updateTime": "<T2>"}
            """)
    }

    @Test func `a transaction that is rolled back leaves nothing`() async throws {
        try await expect(
            """
            POST :beginTransaction
            {}
            200 {"transaction": "<X1>"}

            POST :rollback
            {"transaction": "<X1>"}
            200 {}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}], "transaction": "<X1>"}
            400 INVALID_ARGUMENT Transaction is invalid or closed.

            POST :rollback
            {"transaction": "<X1>"}
            200 {}

            GET /c/a
            404 NOT_FOUND Document ($/c/a) not found.
            """)
    }

    @Test func `a transaction without writes ends in an empty answer`() async throws {
        try await expect(
            """
            POST :beginTransaction
            {}
            200 {"transaction": "<X1>"}

            POST :commit
            {"transaction": "<X1>"}
            200 {}

            POST :commit
            {"transaction": "<X1>"}
            400 INVALID_ARGUMENT Transaction is invalid or closed.
            """)
    }

    @Test func `a transaction that only reads sees one state throughout`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :beginTransaction
            {"options": {"readOnly": {}}}
            200 {"transaction": "<X1>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime": "<T2>"}

            POST :batchGet
            {"documents": ["$/c/a"], "transaction": "<X1>", "mask": {"fieldPaths": ["n"]}}
            200 [{"found": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}]}, "transaction": "<X1>"}
            200 [{"document": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :commit
            {"writes": [{"delete": "$/c/a"}], "transaction": "<X1>"}
            400 INVALID_ARGUMENT Cannot modify entities in a read-only transaction.

            POST :beginTransaction
            {"options": {"readOnly": {"readTime": "<T1>"}}}
            200 {"transaction": "<X2>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}]}, "transaction": "<X2>"}
            200 [{"document": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]
            """)
    }

    @Test(arguments: [
        "{}", #"{"update": {"name": "$/c/__x__"}}"#, #"{"update": {"name": "$/c/a", "fields": {"a": {}}}}"#,
        #"{"delete": "x"}"#, #"{"delete": "projects/x/databases/y/documents/c/a"}"#,
    ])
    func `that a transaction takes no writes comes before what is wrong with them`(write: String) async throws
    {
        try await expect(
            """
            POST :beginTransaction
            {"options": {"readOnly": {}}}
            200 {"transaction": "<X1>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, \(write)], "transaction": "<X1>"}
            400 INVALID_ARGUMENT Cannot modify entities in a read-only transaction.
            """)
    }

    @Test func `a read can open a transaction, which only reads unless it says otherwise`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :batchGet
            {"documents": ["$/c/a"], "newTransaction": {}}
            200 [{"transaction": "<X1>"}, {"found": {"name": "$/c/a", "createTime": "<T1>", "updateTime":
              "<T1>"}, "readTime": "<now>"}]

            POST :commit
            {"writes": [{"delete": "$/c/a"}], "transaction": "<X1>"}
            400 INVALID_ARGUMENT Cannot modify entities in a read-only transaction.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "none"}]}, "newTransaction": {"readWrite": {}}}
            200 [{"transaction": "<X2>"}, {"readTime": "<now>", "done": true}]

            POST :commit
            {"writes": [{"delete": "$/c/a"}], "transaction": "<X2>"}
            200 {"writeResults": [{}], "commitTime": "<T2>"}

            POST :batchGet
            {"documents": [], "newTransaction": {}}
            200 [{"transaction": "<X3>"}]
            """)
    }

    @Test func `a commit that cannot be read leaves its transaction open, one that fails ends it`()
        async throws
    {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :beginTransaction
            {}
            200 {"transaction": "<X1>"}

            POST :commit
            {"writes": [{}], "transaction": "<X1>"}
            400 INVALID_ARGUMENT empty write operation

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"": {"nullValue": null}}}}], "transaction":
              "<X1>"}
            400 INVALID_ARGUMENT The property.name is the empty string.

            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}, "currentDocument": {"exists": false}}], "transaction":
              "<X1>"}
            409 ALREADY_EXISTS entity already exists: EntityRef{partitionRef=dev~$P, path=/c/a}

            POST :commit
            {"writes": [{"delete": "$/c/a"}], "transaction": "<X1>"}
            400 INVALID_ARGUMENT Transaction is invalid or closed.
            """)
    }

    @Test func `invalid transactions`() async throws {
        try await expect(
            """
            POST :rollback
            {}
            400 INVALID_ARGUMENT Invalid transaction.

            POST :rollback
            {"transaction": "AAAA"}
            400 INVALID_ARGUMENT Invalid transaction.

            POST :commit
            {"transaction": "AA=="}
            400 INVALID_ARGUMENT Invalid transaction.

            POST :commit
            {"transaction": "?"}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :batchGet
            {"documents": ["$/c/a"], "transaction": ""}
            400 INVALID_ARGUMENT Invalid transaction.

            POST :runQuery
            {"structuredQuery": {"limit": -1}, "transaction": "AAAA"}
            400 INVALID_ARGUMENT Invalid transaction.

            POST :beginTransaction
            {"options": {"readWrite": {"retryTransaction": "AAAA"}}}
            400 INVALID_ARGUMENT Invalid transaction.

            POST :beginTransaction
            {"options": {"readWrite": {"retryTransaction": ""}}}
            200 {"transaction": "<X1>"}

            POST :beginTransaction
            {"options": {"readWrite": {}, "readOnly": {}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :beginTransaction
            {"options": {"readOnly": {"readTime": "2100-01-01T00:00:00Z"}}}
            400 INVALID_ARGUMENT The requested 'read_time' cannot be in the future.
            """)
    }

    @Test func `a transaction belongs to its database`() async throws {
        try await expect(
            """
            POST :beginTransaction
            {}
            200 {"transaction": "<X1>"}

            POST /v1/projects/$P/databases/other/documents:commit
            {"transaction": "<X1>"}
            400 INVALID_ARGUMENT Invalid transaction.
            google foreign-transactions: 400 INVALID_ARGUMENT Transaction is invalid or closed.
            """)
    }

    @Test func `of a writer and a transaction that has read before it, one loses`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :beginTransaction
            {}
            200 {"transaction": "<X1>"}

            POST :batchGet
            {"documents": ["$/c/a"], "transaction": "<X1>"}
            200 [{"found": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}]

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime": "<T2>"}
            google transaction-conflicts: 409 ABORTED Transaction lock timeout.

            POST :commit
            {"writes": [{"update": {"name": "$/c/b"}}], "transaction": "<X1>"}
            409 ABORTED Transaction lock timeout.
            google transaction-conflicts: 200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime":
              "<T2>"}
            """)
    }

    @Test func `a get in a transaction`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :beginTransaction
            {}
            200 {"transaction": "<X1>"}

            GET /c/a?transaction=<X1>
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}
            google get-consistency: no answer

            GET /c?transaction=AAAA
            400 INVALID_ARGUMENT Invalid transaction.
            google get-consistency: no answer
            """)
    }
}
