import PrintableText

/// A rules file with the coverage of its expressions, as a page of HTML.
package struct CoveredSource {
    /// A part of the source, with its coverage.
    package struct Part {
        /// Its color.
        package enum Look: String {
            /// It was true and false, or had another value.
            case both
            /// It was only true, or only false.
            case once
            /// Never evaluated.
            case never
        }

        /// The offsets of its code points.
        package let range: Range<Int>
        package let look: Look
        /// Its values, one per line; empty for none.
        package let sightings: String
        /// The parts inside it, in order.
        package let parts: [Part]

        package init(range: Range<Int>, look: Look, sightings: String, parts: [Part]) {
            self.range = range
            self.look = look
            self.sightings = sightings
            self.parts = parts
        }
    }

    private let title: String
    private let note: String?
    private let scalars: [Unicode.Scalar]
    private let parts: [Part]

    /// - Parameters:
    ///   - note: A sentence above the source, if any.
    ///   - parts: In order.
    package init(title: String, note: String? = nil, _ scalars: [Unicode.Scalar], _ parts: [Part]) {
        self.title = title
        self.note = note
        self.scalars = scalars
        self.parts = parts
    }

    /// A sentence about decisions that are not counted; nil if all are.
    package static func note(uncounted: Int, of total: Int) -> String? {
        uncounted == 0
            ? nil
            : "\(uncounted) of \(total) decisions are not counted: more were made than are kept until somebody asks."
    }

    /// The whole page, without scripts or other resources. Hovering over a part shows its values.
    package var html: String {
        var body = ""
        var offset = 0
        for part in parts { write(part, from: &offset, to: &body) }
        body += escaped(offset..<scalars.count)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Coverage of \(title.escapedForHTML)</title>
            <style>\(CoveredSource.style)</style>
            </head>
            <body>
            <h1>\(title.escapedForHTML)</h1>
            <p><span class="both">seen true and false, or another value</span> <span class="once">seen only one way</span> \
            <span class="never">never evaluated</span></p>\(paragraph)
            <pre>\(body)</pre>
            </body>
            </html>

            """
    }

    private var paragraph: String {
        note.map { "\n<p>\($0.escapedForHTML)</p>" } ?? ""
    }

    private func write(_ part: Part, from offset: inout Int, to html: inout String) {
        // A part that overlaps an earlier one is left to that.
        guard part.range.lowerBound >= offset else { return }
        html += escaped(offset..<part.range.lowerBound)
        offset = part.range.lowerBound
        let tip = part.sightings.isEmpty ? "never evaluated" : part.sightings
        html += "<span class=\"\(part.look.rawValue)\" title=\"\(tip.escapedForHTML)\">"
        for inner in part.parts { write(inner, from: &offset, to: &html) }
        if part.range.upperBound > offset {
            html += escaped(offset..<part.range.upperBound)
            offset = part.range.upperBound
        }
        html += "</span>"
    }

    private func escaped(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range.clamped(to: scalars.indices)])
        return String(text).escapedForHTML
    }

    private static let style = """
        body { font: 15px/1.5 system-ui, sans-serif; margin: 2em; color-scheme: light dark; }
        pre { font: 13px/1.7 ui-monospace, monospace; }
        span.both { background: #2da44e33; } span.once { background: #d4a72c44; } span.never { background: #cf222e44; }
        pre span:hover { outline: 1px solid currentColor; }
        """
}

extension CoveredSource {
    /// A page that shows the counts of conditions.
    ///
    /// - Parameters:
    ///   - conditions: In the order of the file, each before those inside it.
    ///   - note: A sentence above the source, if any.
    package init(_ source: SourceFile, _ conditions: [CoveredCondition], note: String? = nil) {
        let scalars = Array(source.content.unicodeScalars)
        var rest = conditions[...]
        self.init(
            title: source.name, note: note, scalars,
            CoveredSource.parts(taking: &rest, within: scalars.indices))
    }

    private static func parts(taking rest: inout ArraySlice<CoveredCondition>, within range: Range<Int>)
        -> [Part]
    {
        var parts: [Part] = []
        while let condition = rest.first, range.contains(condition.range.offsets.lowerBound) {
            rest.removeFirst()
            parts.append(
                Part(
                    range: condition.range.offsets, look: condition.look, sightings: condition.sightings,
                    parts: self.parts(taking: &rest, within: condition.range.offsets)))
        }
        return parts
    }
}

extension CoveredCondition {
    fileprivate var look: CoveredSource.Part.Look {
        isCovered ? .both : evaluations > 0 ? .once : .never
    }

    fileprivate var sightings: String {
        [(trueCount, "true"), (falseCount, "false"), (errorCount, "an error")].filter { $0.0 > 0 }
            .map { "\($0.0) × \($0.1)" }.joined(separator: "\n")
    }
}

extension String {
    /// The text escaped for elements and quoted attributes. What would reverse text or hide in it is made visible.
    package var escapedForHTML: String {
        var escaped = ""
        for scalar in printableLines.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
