import ClientCore
public import FirestoreModel

#if Foundation
    public import Foundation
#endif

/// Where an aggregation is computed.
public enum AggregateSource: UInt, Sendable {
    /// On the server.
    case server
}

/// A number that is computed from the documents of a query.
public struct AggregateField: Hashable, Sendable {
    private enum Kind: Hashable {
        case count
        case sum(FieldPath)
        case average(FieldPath)
        /// An invalid field path; reported when the query runs.
        case invalid(String)
    }

    private let kind: Kind

    private init(_ field: String, _ make: (FieldPath) -> Kind) {
        do throws(ConversionProblem) {
            kind = make(try FieldPath(dotForm: field))
        } catch {
            kind = .invalid(error.description)
        }
    }

    private init(_ kind: Kind) { self.kind = kind }

    /// The number of documents.
    public static func count() -> AggregateField { AggregateField(.count) }
    /// The sum of the numbers in a field, whose path may contain dots; 0 if there are none.
    public static func sum(_ field: String) -> AggregateField { AggregateField(field) { .sum($0) } }
    /// The sum of the numbers in a field; 0 if there are none.
    public static func sum(_ fieldPath: FieldPath) -> AggregateField { AggregateField(.sum(fieldPath)) }
    /// The average of the numbers in a field, whose path may contain dots; null if there are none.
    public static func average(_ field: String) -> AggregateField { AggregateField(field) { .average($0) } }
    /// The average of the numbers in a field; null if there are none.
    public static func average(_ fieldPath: FieldPath) -> AggregateField {
        AggregateField(.average(fieldPath))
    }

    func operation() throws(ConversionProblem) -> Aggregation.Operation {
        switch kind {
        case .count: return .count(upTo: nil)
        case .sum(let field):
            try field.checkForReading()
            return .sum(field)
        case .average(let field):
            try field.checkForReading()
            return .average(field)
        case .invalid(let reason): throw ConversionProblem(reason)
        }
    }
}

/// A query whose documents are aggregated on the server.
///
/// See <https://firebase.google.com/docs/firestore/query-data/aggregation-queries>.
public struct AggregateQuery: Sendable {
    /// The query whose documents are aggregated.
    public let query: Query
    private let fields: [AggregateField]

    init(_ query: Query, _ fields: [AggregateField]) {
        self.query = query
        self.fields = fields
    }

    /// Runs the query with one request. It is billed as one read for every 1,000 index entries, at least one.
    ///
    /// - Parameter source: The server.
    /// - Returns: The numbers.
    /// - Throws: ``FirestoreError``: `.invalidArgument` for an invalid query, such as one with more than five aggregations, or
    ///   what the server reports.
    public func getAggregation(
        source: AggregateSource
    ) async throws(FirestoreError) -> AggregateQuerySnapshot {
        let (parent, structured) = try query.structuredQuery()
        var aggregations: [Aggregation] = []
        for (index, field) in fields.enumerated() {
            do throws(ConversionProblem) {
                aggregations.append(Aggregation(try field.operation(), alias: "aggregate_\(index)"))
            } catch {
                throw .invalidArgument("Aggregation on \(query.spec.name.quotedForMessage)", error)
            }
        }
        let answer = try await query.firestore.runAggregationQuery(
            parent: parent, structured, aggregations)
        var values: [AggregateField: Value] = [:]
        for (index, field) in fields.enumerated() {
            values[field] = answer.fields[FieldName("aggregate_\(index)")]
        }
        return AggregateQuerySnapshot(query: self, readTime: answer.readTime, values: values)
    }
}

/// The results of an aggregation.
public struct AggregateQuerySnapshot: Sendable {
    /// The aggregation.
    public let query: AggregateQuery
    /// The time at which the database was read.
    public let readTime: Timestamp
    let values: [AggregateField: Value]

    #if Foundation
        /// The number of documents; -1 if the aggregation has no count. Firebase's SDK ends the program in that case.
        public var count: NSNumber { self.get(.count()) as? NSNumber ?? -1 }
    #else
        /// The number of documents; -1 if the aggregation has no count.
        public var count: Int { self.get(.count()) as? Int ?? -1 }
    #endif

    /// One of the results: an `NSNumber`, which casts to `Int` or `Double`, or `NSNull` for the average of no numbers.
    ///
    /// - Returns: The result; nil if the aggregation does not have it. Firebase's SDK ends the program in that case.
    public func get(_ field: AggregateField) -> Any? {
        values[field].map { ValueDecoder(firestore: query.query.firestore).any($0) }
    }
}

extension Query {
    /// The query for the number of documents.
    public var count: AggregateQuery { aggregate([.count()]) }

    /// The query for up to five aggregations of the documents.
    public func aggregate(_ aggregateFields: [AggregateField]) -> AggregateQuery {
        AggregateQuery(self, aggregateFields)
    }
}
