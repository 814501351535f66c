import Foundation

/// Reading and writing a story.
extension RuleStory {
    init(named name: String) throws {
        try self.init(String(decoding: Data(contentsOf: RuleStory.file(name)), as: UTF8.self))
    }

    init(_ text: String) throws(Mistake) {
        items = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        {
            if line.hasPrefix("  ") {
                try goOn(with: String(line.dropFirst(2)))
            } else if line.isEmpty, case .rules(let lines)? = items.last, lines.last?.hasSuffix("}") != true {
                items[items.count - 1] = .rules(lines + [""])
            } else if line.isEmpty || line.hasPrefix("#") {
                items.append(.comment(line))
            } else if line == "@rules" {
                items.append(.rules([]))
            } else if line.hasPrefix("@user ") {
                let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                guard words.count == 3 else { throw Mistake(description: "who is that? \(line)") }
                items.append(.user(name: words[1], claims: words[2]))
            } else {
                items.append(.question(RuleQuestion(text: line)))
            }
        }
    }

    /// Takes in an indented line.
    private mutating func goOn(with line: String) throws(Mistake) {
        switch items.popLast() {
        case .rules(let lines):
            items.append(.rules(lines + [line]))
        case .question(var question):
            if line.hasPrefix("here "), let id = line.split(separator: " ").last {
                guard let difference = ListedDifference(rawValue: String(id)) else {
                    throw Mistake(description: "no difference is listed as \(id)")
                }
                question.difference = difference
            } else if question.difference != nil {
                question.ours = (question.ours ?? []) + [line]
            } else {
                question.google = (question.google ?? []) + [line]
            }
            items.append(.question(question))
        case .comment, .user, nil:
            throw Mistake(description: "an indented line goes on with nothing: \(line)")
        }
    }

    var text: String {
        items.flatMap(\.lines).map { $0 + "\n" }.joined()
    }
}

extension RuleStory.Item {
    fileprivate var lines: [String] {
        switch self {
        case .comment(let line): [line]
        case .user(let name, let claims): ["@user \(name) \(claims)"]
        case .rules(let lines): ["@rules"] + lines.map { $0.isEmpty ? "" : "  " + $0 }
        case .question(let question):
            [question.text]
                + ((question.google ?? []) + (question.difference.map { ["here \($0.rawValue)"] } ?? [])
                + (question.ours ?? [])).map { "  " + $0 }
        }
    }
}
