// swift-tools-version: 6.2
import PackageDescription

// Tests of an app's security rules, with Swift Testing and with XCTest.
let package = Package(
    name: "AppRules",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "firestore-receipts", path: "../..")],
    targets: [
        .testTarget(
            name: "RulesTests",
            dependencies: [.product(name: "RulesTesting", package: "firestore-receipts")]
        )
    ],
    swiftLanguageModes: [.v6]
)
