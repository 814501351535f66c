/// What is measured of a server, in the order of the report. A time ends when the listener has its snapshot.
enum Figure: String, CaseIterable {
    case first = "first snapshot of 1,000 documents (ms)"
    case document = "from a write to the listener of the document (ms)"
    case query = "from a write to a listener of 500 documents (ms)"
    case audience = "from a write to all of 50 listeners of 500 documents each (ms)"
    case commit = "commit of 500 writes while these 50 listen (ms)"
    case commitHeard = "until all of them have these 500 (ms)"
    case receipt = "from a write to the event of a receipt listener (ms)"
    case memory = "resident memory of 1,000 idle listeners of 500 documents (MB)"
    case get = "get one document by REST, prepared requests (ms)"
    case callGet = "get one document over gRPC, prepared requests (ms)"
}
