import FirestoreModel

/// The whole path of a match block, from the service down.
struct PathTemplate: Sendable {
    enum Segment: Sendable {
        case literal(ResourceID)
        /// Matches one segment and binds it as a string.
        case capture(Int)
        /// Matches any number of segments and binds them as a path.
        case glob(Int)
    }

    /// The segments. Captures have their numbers among the variables of the block.
    private(set) var segments: [Segment] = []
    /// The index of the glob, if there is one.
    private(set) var glob: Int?
    /// The index of each capture's segment.
    private var places: [Int] = []
    /// What followed the glob in its own block, if there are blocks inside: it is matched right behind the glob, as they are.
    private var overlaid: [[Segment]] = []
    /// False for blocks below a glob that the language never matches.
    var canMatch = true
    /// Version 1: a glob needs at least one segment.
    let globNeedsSegment: Bool

    init(globNeedsSegment: Bool) {
        self.globNeedsSegment = globNeedsSegment
    }

    /// Appends a segment that matches itself.
    mutating func append(literal text: String) {
        segments.append(.literal(ResourceID(text)))
    }

    /// Appends a capture.
    ///
    /// - Returns: Its number.
    mutating func appendCapture(isGlob: Bool) -> Int {
        let slot = places.count
        if isGlob, glob == nil { glob = segments.count }
        places.append(segments.count)
        segments.append(isGlob ? .glob(slot) : .capture(slot))
        return slot
    }

    /// Lets what is appended next begin right behind the glob, over what followed it.
    mutating func overlayTail() {
        guard let glob else { return }
        let tail = segments[(glob + 1)...]
        if !tail.isEmpty { overlaid.append(Array(tail)) }
        segments.removeSubrange((glob + 1)...)
    }

    /// Matches a whole path.
    ///
    /// - Returns: The values of the captures; nil if the path does not match.
    func match(_ path: RequestPath) -> Captures? {
        guard canMatch else { return nil }
        if let glob { return match(path, glob: glob).map { .bound($0) } }
        guard path.unknownDepth == nil, segments.count == path.count else { return nil }
        for index in segments.indices {
            if case .literal(let literal) = segments[index], !path.has(literal.string, at: index) {
                return nil
            }
        }
        return .segments(places, path)
    }

    private func match(_ path: RequestPath, glob: Int) -> [Outcome]? {
        var captures = [Outcome](repeating: .failure(.error(.nullValue)), count: places.count)
        let tail = segments.count - glob - 1
        let covered = path.count - glob - tail
        guard covered >= (globNeedsSegment ? 1 : 0) else { return nil }
        // Segments at an unknown depth must lie within the glob.
        if let depth = path.unknownDepth, glob > depth || tail > path.count - depth { return nil }
        for index in 0..<glob {
            guard bind(segments[index], path[index], &captures) else { return nil }
        }
        for offset in 0..<tail {
            let place = path.count - tail + offset
            guard bind(segments[glob + 1 + offset], path[place], &captures) else { return nil }
        }
        for overlay in overlaid {
            for (offset, segment) in overlay.enumerated() {
                let place = glob + covered + offset
                // It is never the last one.
                guard place + 1 < path.count, let text = path[place], bind(segment, text, &captures)
                else { return nil }
            }
        }
        if case .glob(let slot) = segments[glob] {
            captures[slot] = path.value(glob..<glob + covered, mayHaveUnknown: !globNeedsSegment)
        }
        return captures
    }

    /// Matches one segment, and binds its capture.
    private func bind(_ segment: Segment, _ text: String?, _ captures: inout [Outcome]) -> Bool {
        switch segment {
        case .literal(let literal): return text.map { ResourceID($0) } == literal
        case .capture(let slot):
            if let text { captures[slot] = .value(.string(text)) }
            return true
        case .glob: return false
        }
    }
}
