/// What is measured of a server, in the order of the report.
enum Figure: String, CaseIterable {
    case start = "start to first answered write (ms)"
    case idleMemory = "resident memory, idle (MB)"
    case create = "create, per message in commits of 500 (ms)"
    case mark = "mark read, per message in commits of 500 (ms)"
    case usedMemory = "resident memory after 5,000 messages, 12 readers (MB)"
    case markOne = "mark one message read (ms)"
    case get = "get one document (ms)"
    case rawGet = "get one document, without the client's part (ms)"
    case newest = "newest 50 of 5,000 messages (ms)"
    case unread = "50 with status == sent of 5,000 (ms)"
    case list = "list 300 with a mask, in two pages (ms)"
    case clear = "clear the database of 5,000 messages (ms)"
    case growth = "newest 50 of 200,000 against of 2,000 (×)"
    case throughput = "get over 16 kept connections (requests/s)"
}
