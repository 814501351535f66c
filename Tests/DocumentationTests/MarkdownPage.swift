import Foundation

/// What a Markdown page refers to, and what can refer to it.
struct MarkdownPage {
    /// Its headings, as links spell them behind `#`.
    private(set) var anchors: Set<String> = []
    /// The destinations of its links.
    private(set) var links: [String] = []
    /// The paths of this repository that it mentions, in prose and in code.
    private(set) var paths: [String] = []

    init(_ text: String) {
        var isCode = false
        for line in text.split(separator: "\n") {
            paths += line.matches(of: Self.path).map { String($0.1) }
            if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
            if isCode { continue }
            if let heading = line.wholeMatch(of: /[#]+ (.+)/) { anchors.insert(Self.anchor(heading.1)) }
            links += line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
        }
    }

    /// The problems of this page, which is at `path`. `page` returns another one, nil if there is no such file.
    func problems(at path: String, exists: (String) -> Bool, page: (String) -> MarkdownPage?) -> [String] {
        let folder = path.split(separator: "/").dropLast()
        var problems = paths.filter { !exists($0) }.map { "\(path) mentions \($0), which does not exist" }
        for link in links where !link.contains("://") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let target = parts[0].isEmpty ? path : Self.resolve(parts[0], from: folder)
            if !exists(target) {
                problems.append("\(path) links to \(link), which does not exist")
            } else if parts.count == 2, page(target)?.anchors.contains(String(parts[1])) != true {
                problems.append("\(path) links to \(link), but \(target) has no such heading")
            }
        }
        return problems
    }

    private static var path: Regex<(Substring, Substring)> {
        /(?:^|[\s`(\[])((?:Sources|Tests|Scripts|Documentation|Benchmarks|emulator-config)\/[\w.\/+-]*[\w\/])/
    }

    /// A heading as GitHub makes an anchor of it.
    private static func anchor(_ heading: Substring) -> String {
        String(
            heading.lowercased().map { $0 == " " ? "-" : $0 }.filter {
                $0.isLetter || $0.isNumber || "-_".contains($0)
            })
    }

    private static func resolve(_ link: Substring, from folder: ArraySlice<Substring>) -> String {
        var parts = Array(folder)
        for part in link.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
