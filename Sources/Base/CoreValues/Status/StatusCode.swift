/// The canonical status codes of Google's APIs, with their numbers.
///
/// Source: <https://firebase.google.com/docs/firestore/use-rest-api#error_codes>.
public enum StatusCode: Int, Sendable, CaseIterable, Codable {
    case ok = 0
    case cancelled = 1
    case unknown = 2
    case invalidArgument = 3
    case deadlineExceeded = 4
    case notFound = 5
    case alreadyExists = 6
    case permissionDenied = 7
    case resourceExhausted = 8
    case failedPrecondition = 9
    case aborted = 10
    case outOfRange = 11
    case unimplemented = 12
    case `internal` = 13
    case unavailable = 14
    case dataLoss = 15
    case unauthenticated = 16

    /// The name in the API, such as `NOT_FOUND`.
    public var name: String {
        switch self {
        case .ok: "OK"
        case .cancelled: "CANCELLED"
        case .unknown: "UNKNOWN"
        case .invalidArgument: "INVALID_ARGUMENT"
        case .deadlineExceeded: "DEADLINE_EXCEEDED"
        case .notFound: "NOT_FOUND"
        case .alreadyExists: "ALREADY_EXISTS"
        case .permissionDenied: "PERMISSION_DENIED"
        case .resourceExhausted: "RESOURCE_EXHAUSTED"
        case .failedPrecondition: "FAILED_PRECONDITION"
        case .aborted: "ABORTED"
        case .outOfRange: "OUT_OF_RANGE"
        case .unimplemented: "UNIMPLEMENTED"
        case .internal: "INTERNAL"
        case .unavailable: "UNAVAILABLE"
        case .dataLoss: "DATA_LOSS"
        case .unauthenticated: "UNAUTHENTICATED"
        }
    }

    /// The code with this name, or nil.
    public init?(name: String) {
        guard let code = StatusCode.allCases.first(where: { $0.name == name }) else { return nil }
        self = code
    }

    /// The HTTP status that carries the code.
    package var httpStatus: Int {
        switch self {
        case .ok: 200
        case .invalidArgument, .failedPrecondition, .outOfRange: 400
        case .unauthenticated: 401
        case .permissionDenied: 403
        case .notFound: 404
        case .alreadyExists, .aborted: 409
        case .resourceExhausted: 429
        case .cancelled: 499
        case .unknown, .internal, .dataLoss: 500
        case .unimplemented: 501
        case .unavailable: 503
        case .deadlineExceeded: 504
        }
    }

    /// The code that an HTTP status most likely stands for if the body has none.
    package init(httpStatus: Int) {
        switch httpStatus {
        case 400: self = .invalidArgument
        case 401: self = .unauthenticated
        case 403: self = .permissionDenied
        case 404: self = .notFound
        case 408, 504: self = .deadlineExceeded
        case 409: self = .aborted
        case 413, 429: self = .resourceExhausted
        case 499: self = .cancelled
        case 501: self = .unimplemented
        case 502, 503: self = .unavailable
        case 500...599: self = .internal
        default: self = .unknown
        }
    }
}
