// swift-tools-version: 6.2
import PackageDescription

// A server that marks messages read for the users of an app, and shows senders their receipts.
let package = Package(
    name: "ReceiptServer",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "firestore-receipts", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.16.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "ReceiptServer",
            dependencies: [
                .product(name: "FirestoreClient", package: "firestore-receipts"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ReadReceipts", package: "firestore-receipts"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
