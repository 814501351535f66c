// swift-tools-version: 6.2
import PackageDescription

// A chat's data layer, written as for Firebase's Apple SDK: only its imports and its setup differ.
let package = Package(
    name: "ChatApp",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "firestore-receipts", path: "../..")],
    targets: [
        .executableTarget(
            name: "ChatApp",
            dependencies: [
                .product(name: "FirestoreClient", package: "firestore-receipts"),
                .product(name: "RealtimeDatabase", package: "firestore-receipts"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
