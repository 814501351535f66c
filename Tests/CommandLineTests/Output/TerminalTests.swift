import Testing

@testable import receipts

@Suite("What a terminal shows")
struct TerminalTests {
    @Test(arguments: [
        ([:], true, true),
        ([:], false, false),
        (["NO_COLOR": "1"], true, false),
        (["NO_COLOR": ""], true, true),
        (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false),
        (["CLICOLOR_FORCE": "1"], false, true),
        (["CLICOLOR_FORCE": "0"], false, false),
        (["CLICOLOR": "0"], true, false),
        (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], false, true),
        (["CLICOLOR": "1"], false, false),
        (["TERM": "dumb"], true, false),
        (["TERM": "xterm"], true, true),
    ])
    func `the environment and the terminal decide on colours`(
        environment: [String: String], isTerminal: Bool, isColoured: Bool
    ) {
        let terminal = Terminal(environment: environment, isOutput: isTerminal, isError: false)
        #expect(terminal.isColoured == isColoured)
    }

    @Test func `progress needs standard error to be a terminal that can redraw a line`() {
        #expect(Terminal(environment: [:], isOutput: false, isError: true).showsProgress)
        #expect(Terminal(environment: ["NO_COLOR": "1"], isOutput: false, isError: true).showsProgress)
        #expect(!Terminal(environment: [:], isOutput: true, isError: false).showsProgress)
        #expect(!Terminal(environment: ["TERM": "dumb"], isOutput: true, isError: true).showsProgress)
    }
}
