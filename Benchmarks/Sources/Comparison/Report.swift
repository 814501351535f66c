import Foundation

/// The figures of all servers as a table of Markdown.
public struct Report<Figure: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: Sendable {
    private let columns: [(name: String, figures: [Figure: Double])]

    /// - Parameter columns: What was measured of each server. The others are compared with the first one.
    public init(columns: [(name: String, figures: [Figure: Double])]) { self.columns = columns }

    /// A row for each figure, in their order.
    public var text: String {
        var lines = [
            row([""] + columns.map(\.name) + ratioNames), row(Array(repeating: "---", count: width)),
        ]
        for figure in Figure.allCases {
            let values = columns.map { $0.figures[figure] }
            let cells = values.map { $0.map(number) ?? "–" }
            lines.append(row([figure.rawValue] + cells + ratios(values)))
        }
        return lines.joined(separator: "\n")
    }

    private var width: Int { 1 + columns.count + ratioNames.count }
    private var ratioNames: [String] { columns.dropFirst().map { "\($0.name) / \(columns[0].name)" } }

    private func ratios(_ values: [Double?]) -> [String] {
        values.dropFirst().map { other in
            guard let other, let first = values[0], first > 0 else { return "–" }
            return String(format: "%.1f ×", other / first)
        }
    }

    private func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    private func number(_ value: Double) -> String {
        String(format: value < 1 ? "%.4f" : (value < 100 ? "%.2f" : "%.0f"), value)
    }
}
