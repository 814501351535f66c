/// A point on the earth, in degrees.
public struct GeoPoint: Hashable, Sendable {
    /// Degrees north, from -90 to 90.
    public let latitude: Double
    /// Degrees east, from -180 to 180.
    public let longitude: Double

    /// Creates a point. The server refuses coordinates outside their ranges.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
