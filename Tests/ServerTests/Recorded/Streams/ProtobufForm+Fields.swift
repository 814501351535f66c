extension ProtobufForm {
    /// The fields of messages, as far as recorded streams have them.
    static let forms: [String: [Field]] = [
        "ListenRequest": [
            ("database", 1, .string), ("addTarget", 2, .message("Target")), ("removeTarget", 3, .number),
        ],
        "Target": [
            ("query", 2, .message("QueryTarget")), ("documents", 3, .message("DocumentsTarget")),
            ("resumeToken", 4, .bytes), ("targetId", 5, .number), ("once", 6, .boolean),
        ],
        "QueryTarget": [("parent", 1, .string), ("structuredQuery", 2, .message("StructuredQuery"))],
        "DocumentsTarget": [("documents", 2, .list(.string))],
        "StructuredQuery": [
            ("from", 2, .list(.message("CollectionSelector"))), ("where", 3, .message("Filter")),
            ("orderBy", 4, .list(.message("Order"))), ("limit", 5, .wrappedNumber),
        ],
        "CollectionSelector": [("collectionId", 2, .string), ("allDescendants", 3, .boolean)],
        "Filter": [("fieldFilter", 2, .message("FieldFilter"))],
        "FieldFilter": [
            ("field", 1, .message("FieldReference")),
            (
                "op", 2,
                .names([
                    "OPERATOR_UNSPECIFIED", "LESS_THAN", "LESS_THAN_OR_EQUAL", "GREATER_THAN",
                    "GREATER_THAN_OR_EQUAL", "EQUAL",
                ])
            ), ("value", 3, .message("Value")),
        ],
        "FieldReference": [("fieldPath", 2, .string)],
        "Order": [
            ("field", 1, .message("FieldReference")),
            ("direction", 2, .names(["DIRECTION_UNSPECIFIED", "ASCENDING", "DESCENDING"])),
        ],
        "ListenResponse": [
            ("targetChange", 2, .message("TargetChange")), ("documentChange", 3, .message("DocumentChange")),
            ("documentDelete", 4, .message("DocumentDelete")), ("filter", 5, .message("ExistenceFilter")),
            ("documentRemove", 6, .message("DocumentRemove")),
        ],
        "TargetChange": [
            ("targetChangeType", 1, .names(["NO_CHANGE", "ADD", "REMOVE", "CURRENT", "RESET"])),
            ("targetIds", 2, .list(.number)), ("cause", 3, .message("Status")), ("resumeToken", 4, .bytes),
            ("readTime", 6, .time),
        ],
        "Status": [("code", 1, .number), ("message", 2, .string)],
        "DocumentChange": [
            ("document", 1, .message("Document")), ("targetIds", 5, .list(.number)),
            ("removedTargetIds", 6, .list(.number)),
        ],
        "DocumentDelete": [
            ("document", 1, .string), ("readTime", 4, .time), ("removedTargetIds", 6, .list(.number)),
        ],
        "DocumentRemove": [
            ("document", 1, .string), ("removedTargetIds", 2, .list(.number)), ("readTime", 4, .time),
        ],
        "ExistenceFilter": [("targetId", 1, .number), ("count", 2, .number)],
        "Document": [
            ("name", 1, .string), ("fields", 2, .map("Value")), ("createTime", 3, .time),
            ("updateTime", 4, .time),
        ],
        "Value": [
            ("booleanValue", 1, .boolean), ("integerValue", 2, .long), ("doubleValue", 3, .double),
            ("mapValue", 6, .message("MapValue")), ("arrayValue", 9, .message("ArrayValue")),
            ("timestampValue", 10, .time), ("nullValue", 11, .null), ("stringValue", 17, .string),
        ],
        "MapValue": [("fields", 1, .map("Value"))], "ArrayValue": [("values", 1, .list(.message("Value")))],
        "WriteRequest": [
            ("database", 1, .string), ("writes", 3, .list(.message("Write"))), ("streamToken", 4, .bytes),
        ],
        "Write": [
            ("update", 1, .message("Document")), ("delete", 2, .string),
            ("updateMask", 3, .message("DocumentMask")), ("currentDocument", 4, .message("Precondition")),
            ("updateTransforms", 7, .list(.message("FieldTransform"))),
        ],
        "DocumentMask": [("fieldPaths", 1, .list(.string))], "Precondition": [("exists", 1, .boolean)],
        "FieldTransform": [
            ("fieldPath", 1, .string), ("setToServerValue", 2, .names(["UNSPECIFIED", "REQUEST_TIME"])),
            ("increment", 3, .message("Value")), ("appendMissingElements", 6, .message("ArrayValue")),
        ],
        "WriteResponse": [
            ("streamId", 1, .string), ("streamToken", 2, .bytes),
            ("writeResults", 3, .list(.message("WriteResult"))), ("commitTime", 4, .time),
        ],
        "WriteResult": [
            ("updateTime", 1, .time), ("transformResults", 2, .list(.message("Value"))),
        ],
    ]
}
