// swift-tools-version: 6.2
import PackageDescription

// Prints the receipts of a conversation as they arrive.
let package = Package(
    name: "ReceiptTail",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "firestore-receipts", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "ReceiptTail",
            dependencies: [
                .product(name: "FirestoreClient", package: "firestore-receipts")
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
