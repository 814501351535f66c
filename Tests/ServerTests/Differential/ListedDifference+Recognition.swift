import HTTPTypes
import JSONText

extension ListedDifference {
    /// What explains that two answers to a request are not the same; nil where nothing does.
    init?(of request: ExchangeRequest, _ ours: ExchangeAnswer, _ googles: ExchangeAnswer) {
        let found: ListedDifference? =
            switch googles.body {
            case let body where body.contains("Firestore does not support descending key scans"):
                .descendingNames
            case let body where body.contains("Transaction lock timeout."): .transactionConflicts
            case let body where body.contains("Service call error. Function: [get"): .missingDocuments
            case let body where request.target.hasSuffix(":ruleCoverage") && body.contains(" ? "):
                .unusedBranches
            case #"{"error":{"code":500,"status":"UNKNOWN"}}"#: .ofSilentFailure(request, ours)
            default: nil
            }
        if let found {
            self = found
        } else if googles == .missing, request.method == .patch, request.bodyText.contains("\"name\"") {
            self = .patchName
        } else if ours.body.contains("The Authorization header must be") {
            self = .authorizationScheme
        } else if request.target.contains("enum-encoding"), ours.status == googles.status,
            ours.body.split(separator: "\n") == googles.body.split(separator: "\n")
        {
            self = .streamEnds
        } else if request.target.contains(where: ["readTime=", "transaction="]) {
            self = .getConsistency
        } else if ours.status == googles.status,
            ours.body.contains(where: [#"Resource name \"\/"#, "Non-document resource reference"])
        {
            self = .filterTexts
        } else if request.target.contains("%0A") {
            self = .brokenURLs
        } else if request.bodyText.contains("ransforms\""), ours.body.contains(where: Self.limitsOfTransforms)
        {
            self = .transformLimits
        } else if request.target.contains(":runAggregationQuery"),
            Self.withoutDoubles(ours.body) == Self.withoutDoubles(googles.body)
        {
            self = .sumRounding
        } else if ours.body.contains("invalid page token") {
            self = .pageTokens
        } else if request.target.contains(":batchWrite"), !googles.updateTimes.isInOrder {
            self = .batchWriteTimes
        } else if ours.body.contains("Unknown FieldFilter operator.") {
            self = .filterTexts
        } else if JSON.sorted(ours.body)?.withNumbersRead == JSON.sorted(googles.body)?.withNumbersRead,
            ours.body.contains("E"), JSON.sorted(ours.body) != JSON.sorted(googles.body)
        {
            self = .doubleDigits
        } else if ours.body.contains("the stored version (0)"), googles.body.contains("the stored version (")
        {
            self = .clearForgets
        } else {
            return nil
        }
    }

    /// What has made Google's emulator fail without a word.
    private static func ofSilentFailure(_ request: ExchangeRequest, _ ours: ExchangeAnswer)
        -> ListedDifference?
    {
        if ours.body.contains("The maximum number of aggregations") { return .aggregationLimit }
        if ours.body.contains("Non-document resource reference") { return .filterTexts }
        if (request.target + request.bodyText).contains(where: ["pageToken", "page_token"]) {
            return .pageTokens
        }
        if request.bodyText.contains("ransaction\""),
            request.target.contains(":batchGet")
                || request.target.contains(":runQuery") && !request.bodyText.contains("collectionId")
        {
            return .readNothing
        }
        return nil
    }

    private static let limitsOfTransforms = [
        "the name __key__ is reserved", "the name __type__ is reserved", "property path is longer than",
        "paths must have at most", "contains an invalid nested entity.",
    ]

    private static func withoutDoubles(_ text: String) -> [Substring] {
        text.split(separator: "\n").map { line in
            line.firstRange(of: "\"doubleValue\": ").map { line[..<$0.upperBound] } ?? line
        }
    }
}

extension String {
    /// True when one of some texts is in this one.
    fileprivate func contains(where texts: [String]) -> Bool { texts.contains { contains($0) } }
}

extension ExchangeAnswer {
    fileprivate var updateTimes: [Substring] {
        body.split(separator: "\n").filter { $0.contains("\"updateTime\": ") }
    }
}

extension [Substring] {
    fileprivate var isInOrder: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}

extension JSON {
    /// The tree with the numbers as Swift writes them, whatever their digits.
    fileprivate var withNumbersRead: JSON {
        switch self {
        case .number(let digits): .number(Double(digits).map { "\($0)" } ?? digits)
        case .array(let elements): .array(elements.map(\.withNumbersRead))
        case .object(let members): .object(members.map { JSON.Member($0.name, $0.value.withNumbersRead) })
        case .null, .boolean, .string: self
        }
    }
}
