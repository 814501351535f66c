// The public API speaks of source files, diagnostics and explanations.
@_exported public import RulesCore
