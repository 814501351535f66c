import Testing

@Suite("Who is asking")
struct IdentityTests {
    @Test func `an administrator, a user, and nobody`() async throws {
        try await expect(
            """
            PATCH /c/a
            Authorization: Bearer owner
            {}
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/a
            Authorization: bearer OWNER
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/a
            Authorization: none
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/a
            Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJib2IifQ.
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/a
            Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJib2IifQ.c2lnbmF0dXJl
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/a
            Authorization: Bearer ya29.token
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}
            """)
    }

    @Test func `invalid tokens`() async throws {
        try await expect(
            """
            GET /c/a
            Authorization: Bearer x
            400 INVALID_ARGUMENT invalid jwt

            GET /c/a
            Authorization: Bearer a.b.c
            400 INVALID_ARGUMENT invalid jwt

            GET /c/a
            Authorization: Bearer eyJhbGciOiJub25lIn0.W10.
            400 INVALID_ARGUMENT invalid jwt

            GET /c/a
            Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJib2IifQ.!
            400 INVALID_ARGUMENT invalid jwt

            POST :beginTransaction
            Authorization: Bearer x
            {}
            400 INVALID_ARGUMENT invalid jwt

            GET /emulator/v1/projects/$P:securityRules
            Authorization: Bearer x
            400 INVALID_ARGUMENT invalid jwt

            DELETE /emulator/v1/$
            Authorization: Bearer x
            400 INVALID_ARGUMENT invalid jwt
            """)
    }

    @Test func `of two mistakes, one is reported`() async throws {
        try await expect(
            """
            POST :commit
            Authorization: Bearer x
            {"writes": [{}]}
            400 INVALID_ARGUMENT invalid jwt

            POST :batchGet
            Authorization: Bearer x
            {"documents": ["$/c"]}
            400 INVALID_ARGUMENT invalid jwt

            POST :runQuery
            Authorization: Bearer x
            {"structuredQuery": {"limit": -1}}
            400 INVALID_ARGUMENT invalid jwt

            PATCH /c/a
            Authorization: Bearer x
            {"fields": {"f": {}}}
            400 INVALID_ARGUMENT invalid jwt

            GET /c?pageSize=-1
            Authorization: Bearer x
            400 INVALID_ARGUMENT invalid jwt

            POST :rollback
            Authorization: Bearer x
            {}
            400 INVALID_ARGUMENT invalid jwt

            POST :beginTransaction
            Authorization: Bearer x
            {"options": {"readOnly": {"readTime": "1960-01-01T00:00:00Z"}}}
            400 INVALID_ARGUMENT invalid jwt

            POST :beginTransaction
            Authorization: Bearer x
            {"options": {"readOnly": {"readTime": "x"}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """)
    }

    @Test func `invalid schemes`() async throws {
        try await expect(
            """
            GET /c/a
            Authorization: Basic Ym9iOmJvYg==
            401 UNAUTHENTICATED The Authorization header must be "Bearer owner" or "Bearer " and a token.
            google authorization-scheme: 500 UNKNOWN
            """)
    }
}
