import FirestoreModel

/// The whole path of a match block, from the service down.
struct PathTemplate: Sendable {
    enum Segment: Sendable {
        case literal(String)
        /// Matches one segment and binds it as a string.
        case capture(Int)
        /// Matches any number of segments and binds them as a path.
        case glob(Int)
    }

    /// The segments; captures know their places among the variables of the block.
    var segments: [Segment]
    var captureCount: Int
    /// What followed the glob in its own block, where there are blocks inside: it is matched right behind the glob, as they are.
    var overlaid: [[Segment]] = []
    /// False for blocks below a glob that the language never matches.
    var canMatch = true
    /// Version 1: a glob wants at least one segment.
    let globNeedsSegment: Bool

    /// Matches a whole path.
    ///
    /// - Parameter path: The segments; nil for one that is not known.
    /// - Returns: The values of the captures, or nil when the path is not this template's.
    func match(_ path: RequestPath) -> Captures? {
        guard canMatch else { return nil }
        if let glob = segments.firstIndex(where: \.isGlob) {
            return match(path, glob: glob).map { .bound($0) }
        }
        guard path.unknownDepth == nil, segments.count == path.count else { return nil }
        for index in segments.indices {
            if case .literal(let literal) = segments[index], !(path[index]?.hasSameUTF8(as: literal) ?? false)
            {
                return nil
            }
        }
        return .segments(segments, path)
    }

    private func match(_ path: RequestPath, glob: Int) -> [Outcome]? {
        var captures = [Outcome](repeating: .failure(.error(.nullValue)), count: captureCount)
        let tail = segments.count - glob - 1
        let covered = path.count - glob - tail
        guard covered >= (globNeedsSegment ? 1 : 0) else { return nil }
        // What may lie at any depth must lie where the glob is.
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
        case .literal(let literal): return text?.hasSameUTF8(as: literal) ?? false
        case .capture(let slot):
            if let text { captures[slot] = .value(.string(text)) }
            return true
        case .glob: return false
        }
    }
}

extension PathTemplate.Segment {
    var isGlob: Bool {
        if case .glob = self { true } else { false }
    }

    func isCapture(_ slot: Int) -> Bool {
        if case .capture(slot) = self { true } else { false }
    }
}
