/// The names of packages of functions.
enum PackageName {
    static let all: Set = ["duration", "hashing", "latlng", "math", "timestamp"]
}
