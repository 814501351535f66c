/// The step of a service that tests the rules on every change.
struct FirstWorkflow {
    /// The file, relative to the project's folder.
    let file: String
    let text: String
    /// What is left to do; nil if nothing is.
    let advice: String?

    /// A workflow of GitHub.
    ///
    /// - Parameters:
    ///   - suites: The suites to run.
    ///   - action: The action, with its version.
    static func github(_ suites: [String], action: String) -> FirstWorkflow {
        let text = """
            # Tests the security rules on every push and pull request. Made by `receipts init`.
            name: Security rules

            on:
              push:
                branches: [main]
              pull_request:

            permissions:
              contents: read

            jobs:
              rules:
                runs-on: ubuntu-24.04
                steps:
                  - uses: actions/checkout@v5
                  - uses: \(action)
                    with:
                      suites: \(suites.joined(separator: " "))
                      # Raise these as your suite grows.
                      min-coverage: 0
                      min-score: 0

            """
        let isPlaceholder = action.hasPrefix("your-organization/")
        return FirstWorkflow(
            file: ".github/workflows/security-rules.yml", text: text,
            advice: isPlaceholder
                ? "in it, replace \(action) by the repository that you got receipts from, and a version of it"
                : nil)
    }

    /// A job of GitLab, in a file of its own.
    static func gitlab(_ suites: [String]) -> FirstWorkflow {
        let file = ".gitlab/security-rules.yml"
        let names = suites.joined(separator: " ")
        let text = """
            # Tests the security rules on every change. Made by `receipts init`. Its image must contain `receipts`.
            security-rules:
              stage: test
              script:
                - receipts rules test --output junit \(names) > security-rules.xml
                - receipts rules coverage --min-coverage 0 \(names)
                - receipts rules mutate --min-score 0 \(names)
              artifacts:
                when: always
                reports:
                  junit: security-rules.xml

            """
        return FirstWorkflow(
            file: file, text: text,
            advice:
                "add it to .gitlab-ci.yml: include: [{local: \(file)}]; and set an image that contains receipts"
        )
    }
}
