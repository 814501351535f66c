extension RulesParser {
    /// The declaration of a function; nil if it has mistakes, which have been reported.
    mutating func function() throws(Failure) -> FunctionSyntax? {
        let outer = braces
        let start = advance().range
        var signature: (name: Identifier, parameters: [Identifier])?
        do throws(Failure) {
            signature = try self.signature()
            if kind != .leftBrace { throw fail(.expected(.leftBrace)) }
        } catch {
            guard skipToBody(of: .function, in: outer) else { throw error }
        }
        _ = advance()
        let (bindings, result) = functionBody()
        let end = close()
        guard let signature, let result else { return nil }
        return FunctionSyntax(
            name: signature.name, parameters: signature.parameters, bindings: bindings, result: result,
            range: start.extended(to: end))
    }

    private mutating func signature() throws(Failure) -> (name: Identifier, parameters: [Identifier])? {
        if kind == .leftBrace { throw fail(.expectedName(.function)) }
        var name: Identifier?
        if kind == .leftParenthesis {
            report(.expectedName(.function))
        } else {
            name = try identifier(.function)
        }
        if kind == .leftBrace {
            report(.missingParameters)
            throw Failure()
        }
        _ = try expect(.leftParenthesis)
        var parameters: [Identifier] = []
        if kind != .rightParenthesis {
            repeat { parameters.append(try variable(.parameter)) } while accept(.comma) != nil
        }
        _ = try expect(.rightParenthesis)
        if kind == .rightParenthesis {
            report(.extra)
            _ = advance()
        }
        return name.map { ($0, parameters) }
    }

    private mutating func functionBody() -> (bindings: [FunctionSyntax.Binding], result: Expression?) {
        let depth = braces
        let earlierMistakes = mistakes.count
        var bindings: [FunctionSyntax.Binding] = []
        var result: Expression?
        var isComplete = false
        while ![.rightBrace, .endOfFile].contains(kind), !beginsStatement, !isExhausted {
            let start = index
            do throws(Failure) {
                switch kind {
                case .let where !isComplete: bindings.append(try binding())
                case .return where !isComplete:
                    isComplete = true
                    result = try returned()
                default: throw fail(isComplete ? .expected(.rightBrace) : .expectedStatement(in: .function))
                }
                endStatement()
            } catch { synchronize(start, in: depth, to: Block.function.statements) }
        }
        if isComplete || mistakes.count > earlierMistakes { return (bindings, result) }
        if bindings.isEmpty, kind == .rightBrace { report(.missingReturn) } else { fail(.missingReturn) }
        return (bindings, result)
    }

    private mutating func binding() throws(Failure) -> FunctionSyntax.Binding {
        let keyword = advance().range
        let name = try variable(.variable)
        _ = try expect(.assign)
        let value = try expression()
        _ = try expect(.semicolon)
        return FunctionSyntax.Binding(name: name, value: value, keyword: keyword)
    }

    private mutating func returned() throws(Failure) -> Expression {
        _ = advance()
        let result = try expression()
        _ = accept(.semicolon)
        return result
    }
}
