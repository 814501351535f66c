import CYAML

/// One step through a YAML text.
struct YAMLEvent {
    enum Kind: Equatable {
        case scalar(String, isPlain: Bool)
        case alias(String)
        case listStart
        case mapStart
        /// The end of a list or of a map.
        case end
        case documentStart
        case streamEnd
        /// Nothing that says anything about values.
        case other
    }

    let kind: Kind
    /// The name by which aliases repeat this value.
    let anchor: String?
    /// From 1.
    let line: Int

    fileprivate init(_ event: borrowing yaml_event_t) {
        line = event.start_mark.line + 1
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            kind = .scalar(
                String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
            anchor = YAMLEvent.text(scalar.anchor)
        case YAML_ALIAS_EVENT:
            kind = .alias(YAMLEvent.text(event.data.alias.anchor) ?? "")
            anchor = nil
        case YAML_SEQUENCE_START_EVENT:
            (kind, anchor) = (.listStart, YAMLEvent.text(event.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT:
            (kind, anchor) = (.mapStart, YAMLEvent.text(event.data.mapping_start.anchor))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: (kind, anchor) = (.end, nil)
        case YAML_DOCUMENT_START_EVENT: (kind, anchor) = (.documentStart, nil)
        case YAML_STREAM_END_EVENT: (kind, anchor) = (.streamEnd, nil)
        default: (kind, anchor) = (.other, nil)
        }
    }

    private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        bytes.map { String(cString: $0) }
    }
}

/// The steps through a YAML text, as libyaml takes them. It reads on only when it is asked, and is never recursive.
struct YAMLEvents: ~Copyable {
    /// What is wrong with a text.
    struct Problem: Error {
        let text: String
        /// From 1.
        let line: Int
    }

    /// Has an address of its own, because the parser keeps it.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    init(_ text: String) {
        let bytes = Array(text.utf8)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        input = .allocate(capacity: bytes.count)
        _ = input.initialize(from: bytes)
        // Fails only when out of memory. The parser is zero then, and next() reports it.
        guard yaml_parser_initialize(parser) == 1 else { return }
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// The next step.
    mutating func next() throws(Problem) -> YAMLEvent {
        var event = yaml_event_t()
        // A parser without a buffer could not be created.
        guard parser.pointee.raw_buffer.start != nil, yaml_parser_parse(parser, &event) == 1 else {
            throw problem
        }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event)
    }

    private var problem: Problem {
        let text = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
        if parser.pointee.error == YAML_READER_ERROR {
            // Only the place of the byte is known.
            let before = input.prefix(Int(parser.pointee.problem_offset))
            return Problem(text: text, line: before.count { $0 == UInt8(ascii: "\n") } + 1)
        }
        return Problem(text: text, line: parser.pointee.problem_mark.line + 1)
    }
}
