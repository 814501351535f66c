import JSONText

/// Claims that were made from rules, as a file to begin with.
package enum ClaimsText {
    /// The claims as YAML.
    ///
    /// - Parameter file: The rules file, relative to that of the claims.
    package static func text(of claims: [Claim], rules file: String) -> String {
        """
        # Made by `receipts init` from what a search did not find the rules to allow. A claim is a promise: `receipts rules attack` searches for
        # an allowed request that breaks it. Remove what you do not want to promise, and add what you do.
        rules: \(FlowText.scalar(file))
        claims:

        """ + claims.map { lines(of: $0) }.joined()
    }

    private static func lines(of claim: Claim) -> String {
        """
          - name: \(quoted(claim.name))
            on: \(quoted(claim.on))
            holds: \(quoted(claim.holds))

        """
    }

    private static func quoted(_ text: String) -> String { JSON.string(text).compactText }
}
