import CoreValues
import FirestoreModel
import FirestoreREST
import JSONText

extension EmulatorFaults {
    /// Limits, so that no request keeps the emulator busy.
    private enum Limit {
        static let faults = 100
        static let messageBytes = 1000
        static let latency = Duration.seconds(600)
        static let count = 1_000_000_000
        static let rates = 0.001...1_000_000
    }

    /// Reads faults, as `PUT /emulator/v1/faults` takes them.
    ///
    /// - Parameter json: The text; the page about the emulator describes it.
    /// - Throws: ``Problem``.
    public init(json: String) throws(Problem) {
        try self.init(json: Array(json.utf8))
    }

    init(json bytes: [UInt8]) throws(Problem) {
        let tree: JSON
        do throws(JSONParser.Failure) {
            tree = try JSONParser.parse(bytes)
        } catch {
            throw Problem(description: "The faults are \(error.description).")
        }
        let text = try Members(tree, at: "The text", knowing: ["seed", "faults"])
        seed = try text.seed() ?? UInt64.random(in: .min ... .max)
        guard let list = text["faults"]?.array else {
            throw Problem(description: "\"faults\" must be an array, such as {\"faults\": []}.")
        }
        if list.count > Limit.faults {
            throw Problem(
                description: "There are \(list.count) faults; at most \(Limit.faults) are possible.")
        }
        var faults: [Fault] = []
        for (index, json) in list.enumerated() {
            faults.append(try Members(json, at: "faults[\(index)]", knowing: Members.ofFault).fault())
        }
        self.faults = faults
    }

    /// The members of an object of the text.
    private struct Members {
        static let rates = ["documentRate", "collectionRate"]
        static let effects = ["latency", "status", "cutAfter", "wrongCount"] + rates
        static let ofFault = ["methods", "share", "times", "message", "afterwards", "applied"] + effects

        let place: String
        private let json: JSON

        init(_ json: JSON, at place: String, knowing names: [String]) throws(Problem) {
            guard case .object(let members) = json else {
                throw Problem(description: "\(place) must be an object.")
            }
            if let unknown = members.first(where: { !names.contains($0.name) }) {
                throw Problem(
                    description:
                        "\(place) has an unknown member \(JSON.string(unknown.name).compactText); known are \(names.joined(separator: ", "))."
                )
            }
            self.place = place
            self.json = json
        }

        /// The value of a member; nil also for null.
        subscript(name: String) -> JSON? {
            json[name].flatMap { $0.isNull ? nil : $0 }
        }

        private func problem(_ name: String, _ words: String) -> Problem {
            Problem(description: "\(place).\(name) must be \(words).")
        }

        func seed() throws(Problem) -> UInt64? {
            guard let json = self["seed"] else { return nil }
            guard case .number(let digits) = json, let seed = UInt64(digits) else {
                throw Problem(description: "\"seed\" must be a whole number that is not negative.")
            }
            return seed
        }

        func fault() throws(Problem) -> Fault {
            let effects = Members.effects.filter { self[$0] != nil }
            guard effects.count == 1 else {
                throw Problem(
                    description:
                        "\(place) must have exactly one of \(Members.effects.joined(separator: ", "))."
                )
            }
            for name in ["message", "afterwards"] where self[name] != nil && self["status"] == nil {
                throw Problem(description: "\(place).\(name) needs a status.")
            }
            if self["methods"] != nil, let rate = Members.rates.first(where: { self[$0] != nil }) {
                throw Problem(description: "\(place).\(rate) is about all writes, and takes no methods.")
            }
            return Fault(
                methods: try methods(), share: try share(), times: try count("times", from: 1),
                effect: try effect())
        }

        private func methods() throws(Problem) -> Set<ServiceMethod>? {
            guard let json = self["methods"] else { return nil }
            guard let names = json.array, !names.isEmpty else {
                throw problem("methods", "an array of names, such as [\"Commit\"]")
            }
            var methods: Set<ServiceMethod> = []
            for name in names {
                guard let text = name.string, let method = ServiceMethod(name: text) else {
                    throw problem(
                        "methods",
                        "an array of names from Firestore's API, such as \"RunQuery\", but one is \(name.compactText)"
                    )
                }
                methods.insert(method)
            }
            return methods
        }

        private func share() throws(Problem) -> Double {
            guard let json = self["share"] else { return 1 }
            guard case .number(let digits) = json, let share = Double(digits), (0...1).contains(share) else {
                throw problem("share", "a number from 0 to 1")
            }
            return share
        }

        private func count(_ name: String, from least: Int) throws(Problem) -> Int? {
            guard let json = self[name] else { return nil }
            guard case .number(let digits) = json, let number = Int(digits),
                (least...Limit.count).contains(number)
            else { throw problem(name, "a whole number from \(least) to \(Limit.count)") }
            return number
        }

        /// Writes in a second.
        private func rate(_ name: String) throws(Problem) -> Double? {
            guard let json = self[name] else { return nil }
            guard case .number(let digits) = json, let rate = Double(digits), Limit.rates.contains(rate)
            else {
                throw problem(name, "a number of writes a second, from 0.001 to 1000000")
            }
            return rate
        }

        private func boolean(_ name: String) throws(Problem) -> Bool? {
            guard let json = self[name] else { return nil }
            guard case .boolean(let value) = json else { throw problem(name, "true or false") }
            return value
        }

        private func effect() throws(Problem) -> Effect {
            if self["latency"] != nil { return .latency(try latency()) }
            if let rate = try rate("documentRate") { return .documentRate(rate) }
            if let rate = try rate("collectionRate") { return .collectionRate(rate) }
            if let after = try count("cutAfter", from: 0) { return .cut(after: after) }
            if let isWrong = try boolean("wrongCount") {
                if !isWrong { throw problem("wrongCount", "true") }
                return .wrongCount
            }
            guard let code = self["status"]?.string.flatMap({ StatusCode(name: $0) }), code != .ok else {
                throw problem("status", "the name of an error, such as \"UNAVAILABLE\"")
            }
            return .status(
                RPCStatus(code, try message() ?? "This failure was requested of the emulator."),
                afterwards: try boolean("afterwards") ?? false)
        }

        private func message() throws(Problem) -> String? {
            guard let json = self["message"] else { return nil }
            guard let text = json.string, text.utf8.count <= Limit.messageBytes else {
                throw problem("message", "a string of at most \(Limit.messageBytes) bytes")
            }
            return text
        }

        /// One duration, or a range.
        private func latency() throws(Problem) -> ClosedRange<Duration> {
            guard let json = self["latency"] else { return .zero ... .zero }
            if json.string != nil {
                let duration = try duration(json)
                return duration...duration
            }
            let range = try Members(json, at: "\(place).latency", knowing: ["from", "to"])
            let (from, to) = (try duration(range["from"] ?? .null), try duration(range["to"] ?? .null))
            if from > to { throw problem("latency", "a range from a shorter time to a longer one") }
            return from...to
        }

        private func duration(_ json: JSON) throws(Problem) -> Duration {
            guard let text = json.string.flatMap({ DurationText($0) }), text.duration <= Limit.latency else {
                throw problem(
                    "latency",
                    "a time such as \"0.2s\", up to \"600s\", or {\"from\": \"0.05s\", \"to\": \"2s\"}")
            }
            return text.duration
        }
    }
}

// MARK: Writing

extension EmulatorFaults {
    /// The text of faults, and how often each has happened.
    func write(applied: [Int], to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("seed") { $0.integer(seed) }
            writer.member("faults") { writer in
                writer.array(Array(zip(faults, applied))) { writer, fault in
                    writer.object { writer in
                        fault.0.write(to: &writer)
                        writer.member("applied") { $0.integer(fault.1) }
                    }
                }
            }
        }
    }
}

extension EmulatorFaults.Fault {
    fileprivate func write(to writer: inout JSONWriter) {
        if let methods {
            writer.member("methods") { $0.array(methods.map(\.name).sorted()) { $0.string($1) } }
        }
        if share < 1 { writer.member("share") { $0.raw(share.description) } }
        if let times { writer.member("times") { $0.integer(times) } }
        switch effect {
        case .latency(let range) where range.lowerBound == range.upperBound:
            writer.member("latency") { $0.string(DurationText(range.lowerBound).text) }
        case .latency(let range):
            writer.member("latency") { writer in
                writer.object { writer in
                    writer.member("from") { $0.string(DurationText(range.lowerBound).text) }
                    writer.member("to") { $0.string(DurationText(range.upperBound).text) }
                }
            }
        case .status(let status, let afterwards):
            writer.member("status") { $0.string(status.code.name) }
            if let message = status.message { writer.member("message") { $0.string(message) } }
            if afterwards { writer.member("afterwards") { $0.boolean(true) } }
        case .cut(let count): writer.member("cutAfter") { $0.integer(count) }
        case .wrongCount: writer.member("wrongCount") { $0.boolean(true) }
        case .documentRate(let rate): writer.member("documentRate") { $0.raw(rate.description) }
        case .collectionRate(let rate): writer.member("collectionRate") { $0.raw(rate.description) }
        }
    }
}
