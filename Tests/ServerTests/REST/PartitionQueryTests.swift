import Testing

@Suite("Partitions of queries")
struct PartitionQueryTests {
    @Test func `the points that cut a group into parts`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, {"update": {"name": "$/c/b"}}, {"update": {"name":
              "$/c/c"}}, {"update": {"name": "$/c/a/x/1/c/z"}}, {"update": {"name": "$/d/1/c/m"}},
              {"update": {"name": "$/d/2/c/m"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": 2}
            200 {"partitions": [{"values": [{"referenceValue": "$/c/b"}]}, {"values": [{"referenceValue":
              "$/d/1/c/m"}]}]}
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": "5"}
            200 {"partitions": [{"values": [{"referenceValue": "$/c/a/x/1/c/z"}]}, {"values":
              [{"referenceValue": "$/c/b"}]}, {"values": [{"referenceValue": "$/c/c"}]}, {"values":
              [{"referenceValue": "$/d/1/c/m"}]}, {"values": [{"referenceValue": "$/d/2/c/m"}]}]}
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": 100, "pageSize": 3}
            200 {"partitions": [{"values": [{"referenceValue": "$/c/a/x/1/c/z"}]}, {"values":
              [{"referenceValue": "$/c/b"}]}, {"values": [{"referenceValue": "$/c/c"}]}], "nextPageToken":
              "<N1>"}
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": 100, "pageSize": 3, "pageToken":
              "<N1>"}
            200 {"partitions": [{"values": [{"referenceValue": "$/d/1/c/m"}]}, {"values":
              [{"referenceValue": "$/d/2/c/m"}]}]}
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST /c/a:partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": 2}
            200 {}
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}], "select": {}, "endAt": {"values": [{"referenceValue":
              "$/c/b"}], "before": true}}}
            200 [{"document": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/a/x/1/c/z", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}], "select": {}, "startAt": {"values":
              [{"referenceValue": "$/c/b"}], "before": true}}}
            200 [{"document": {"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/c", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>"}, {"document": {"name": "$/d/1/c/m", "createTime": "<T1>", "updateTime":
              "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/d/2/c/m", "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]
            """#)
    }

    @Test func `too few results for a part`() async throws {
        try await expect(
            #"""
            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": 3}
            200 {}
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": 3}
            200 {}
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented
            """#)
    }

    @Test func `what is refused`() async throws {
        try await expect(
            #"""
            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}}
            400 INVALID_ARGUMENT partition_count must be greater than zero.
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": -1}
            400 INVALID_ARGUMENT partition_count must be greater than zero.
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": 1, "pageSize": -1}
            400 INVALID_ARGUMENT page_size must be greater than or equal to zero.
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": 1, "pageToken": "xx"}
            400 INVALID_ARGUMENT invalid page token
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath":
              "__name__"}}]}, "partitionCount": 1}
            400 INVALID_ARGUMENT Only a query of a collection group can be partitioned: set
              from.allDescendants.
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}]}, "partitionCount":
              1}
            400 INVALID_ARGUMENT A query to be partitioned must be ordered by __name__ ascending, and
              nothing else.
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}], "limit": 3}, "partitionCount": 1}
            400 INVALID_ARGUMENT A query to be partitioned may have no filter, cursor, limit, offset or
              findNearest.
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            {"partitionCount": 1}
            400 INVALID_ARGUMENT only structured queries are supported
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST /c:partitionQuery
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": 1}
            400 INVALID_ARGUMENT Document parent name "$/c" lacks "/" at index P+41.
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            Authorization: none
            {"structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": 1}
            403 PERMISSION_DENIED Metadata operations require admin authentication.
            google partition-query: 501 UNIMPLEMENTED Method google.firestore.v1.Firestore/PartitionQuery is
              unimplemented

            POST :partitionQuery
            {"nothing": 1}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """#)
    }
}
