// What both searches share: findings, holes, claims.
@_exported public import AnalysisCore
