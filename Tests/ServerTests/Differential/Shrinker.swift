import JSONText
import TestSupport

/// Makes a conversation small that shows a fault, and keeps the fault.
///
/// Drops requests, many at a time at first; then parts of the requests that remain: items of the query, members and
/// elements of the body; then makes the values simple. Begins anew as long as something helps.
struct Shrinker {
    /// True for a conversation that shows the fault.
    let isFaulty: ([ExchangeRequest]) async -> Bool
    /// How many conversations may be tried.
    var attempts = 400

    mutating func shrunk(_ requests: [ExchangeRequest]) async -> [ExchangeRequest] {
        var best = requests
        var goesOn = true
        while goesOn, attempts > 0 {
            let size = Shrinker.size(best)
            best = await withFewerRequests(best)
            for index in best.indices.reversed() { best = await withSimplerRequest(best, at: index) }
            goesOn = Shrinker.size(best) < size
        }
        return best
    }

    private mutating func isStillFaulty(_ requests: [ExchangeRequest]) async -> Bool {
        attempts -= 1
        return attempts >= 0 ? await isFaulty(requests) : false
    }

    private mutating func withFewerRequests(_ requests: [ExchangeRequest]) async -> [ExchangeRequest] {
        var best = requests
        var length = best.count
        while length > 0 {
            var start = 0
            while start < best.count {
                var candidate = best
                candidate.removeSubrange(start..<min(start + length, best.count))
                if !candidate.isEmpty, await isStillFaulty(candidate) {
                    best = candidate
                } else {
                    start += length
                }
            }
            length /= 2
        }
        return best
    }

    private mutating func withSimplerRequest(_ requests: [ExchangeRequest], at index: Int) async
        -> [ExchangeRequest]
    {
        var best = requests
        var helped = true
        while helped, attempts > 0 {
            helped = false
            for request in best[index].simplerOnes {
                var candidate = best
                candidate[index] = request
                if await isStillFaulty(candidate) {
                    best = candidate
                    helped = true
                    break
                }
            }
        }
        return best
    }

    private static func size(_ requests: [ExchangeRequest]) -> Int {
        requests.reduce(requests.count) { $0 + $1.target.utf8.count + $1.bodyText.utf8.count }
    }
}

extension ExchangeRequest {
    /// The request with one part left out or made simpler, each in turn.
    fileprivate var simplerOnes: [ExchangeRequest] {
        var simpler: [ExchangeRequest] = []
        let parts = target.split(separator: "?", maxSplits: 1)
        if parts.count == 2 {
            let items = parts[1].split(separator: "&")
            for index in items.indices {
                var (request, rest) = (self, items)
                rest.remove(at: index)
                request.target = parts[0] + (rest.isEmpty ? "" : "?" + rest.joined(separator: "&"))
                simpler.append(request)
            }
        }
        if case .json(let json) = body {
            for body in json.simplerOnes {
                var request = self
                request.body = .json(body)
                simpler.append(request)
            }
        }
        return simpler
    }
}

extension JSON {
    /// The tree with one part left out or made simpler, each in turn, the large parts first. Each is shorter as a text.
    var simplerOnes: [JSON] {
        switch self {
        case .null, .boolean: return []
        case .number(let digits): return digits.count > 1 ? [0, 1] : []
        case .string(let text):
            return text.isEmpty || text.hasPrefix("{{") ? [] : text.utf8.count > 1 ? ["", "1"] : [""]
        case .array(let elements):
            let shorter = elements.indices.map { index in
                JSON.array(elements.enumerated().filter { $0.offset != index }.map(\.element))
            }
            let simpler = elements.indices.flatMap { index in
                elements[index].simplerOnes.map { element in
                    var elements = elements
                    elements[index] = element
                    return JSON.array(elements)
                }
            }
            return shorter + simpler
        case .object(let members):
            let shorter = members.indices.map { index in
                JSON.object(members.enumerated().filter { $0.offset != index }.map(\.element))
            }
            let simpler = members.indices.flatMap { index in
                members[index].value.simplerOnes.map { value in
                    var members = Array(members)
                    members[index] = JSON.Member(members[index].name, value)
                    return JSON.object(members)
                }
            }
            return (isLongValue ? [["nullValue": nil]] : []) + shorter + simpler
        }
    }

    /// True for the wire form of a value that is longer than that of null.
    private var isLongValue: Bool {
        guard case .object(let members) = self, members.count == 1 else { return false }
        return members[0].name.hasSuffix("Value")
            && compactText.utf8.count > #"{"nullValue":null}"#.utf8.count
    }
}
