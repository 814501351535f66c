import ArgumentParser

@testable import receipts

extension JSONSchema {
    /// The name of the schema for the output of a command line; nil if it prints no JSON.
    static func name(for arguments: [String]) -> String? {
        let isJSON = zip(arguments, arguments.dropFirst()).contains { option, value in
            (option == "--format" || option == "--output") && value == "json"
        }
        guard isJSON, let command = try? ReceiptsCommand.parseAsRoot(arguments) else { return nil }
        return switch command {
        case is MarkCommand, is MarkDeliveredCommand, is MarkReadCommand: "mark"
        case is WorkerRunCommand: "worker-run"
        case is WorkerStatusCommand: "worker-status"
        case is WorkerVerifyCommand: "worker-verify"
        case is DeadLettersListCommand: "worker-dead-letters"
        case is RulesCheckCommand: "rules-check"
        case is RulesTestCommand: "rules-test"
        case is RulesCoverageCommand: "rules-coverage"
        case is RulesMutateCommand: "rules-mutate"
        case is RulesDiffCommand: "rules-diff"
        case is RulesAttackCommand: "rules-attack"
        case is RulesLintCommand: "rules-lint"
        case is RulesAccessCommand: "rules-access"
        case is RulesFunctionsCommand: "rules-functions"
        default: type(of: command).configuration.commandName
        }
    }
}
