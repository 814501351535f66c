import FirestoreModel
enum RulesChecker { static func check(_ s: RulesetSyntax) -> [Diagnostic] { [] } }
