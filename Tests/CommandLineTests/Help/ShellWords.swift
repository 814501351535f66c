/// The commands of a shell line, as far as examples use the shell: quotes, pipes, redirections, assignments and substitutions.
struct ShellWords {
    /// The words of each command of a pipeline.
    private(set) var commands: [[String]] = [[]]

    init(_ line: String) {
        var word: String?
        var quote: Character?
        var depth = 0
        func end(_ words: inout [[String]]) {
            if let done = word { words[words.count - 1].append(done) }
            word = nil
        }
        for character in line.replacing("\\\n", with: " ") {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if depth > 0 || character == "(" {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                word = (word ?? "") + String(character)
            } else {
                switch character {
                case "\"", "'":
                    quote = character
                    word = word ?? ""
                case "|":
                    end(&commands)
                    commands.append([])
                case _ where character.isWhitespace: end(&commands)
                default: word = (word ?? "") + String(character)
                }
            }
        }
        end(&commands)
    }

    /// The words of each command without its redirections and assignments.
    var plain: [[String]] {
        commands.map { words in
            Array(
                words.drop {
                    $0.prefix { $0 != "=" }.allSatisfy { $0.isUppercase || $0 == "_" } && $0.contains("=")
                }
                .filter { !$0.hasPrefix("<") && !$0.hasPrefix(">") })
        }
    }
}
