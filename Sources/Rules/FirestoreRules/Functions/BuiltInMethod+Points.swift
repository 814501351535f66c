import FirestoreModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(WASILibc)
    import WASILibc
#elseif canImport(CRT)
    import CRT
#endif

extension BuiltInMethod {
    /// Methods of points on the earth.
    static let points: [BuiltInMethod] = [
        BuiltInMethod(
            "latitude", "The latitude in degrees.", on: [.latlng: [[]]], gives: [.float]
        ) { receiver, arguments, _ throws(EvaluationFailure) in
            guard case .latlng(let point) = receiver, arguments.isEmpty else { return nil }
            return .float(point.latitude)
        },
        BuiltInMethod(
            "longitude", "The longitude in degrees.", on: [.latlng: [[]]], gives: [.float]
        ) { receiver, arguments, _ throws(EvaluationFailure) in
            guard case .latlng(let point) = receiver, arguments.isEmpty else { return nil }
            return .float(point.longitude)
        },
        BuiltInMethod(
            "distance", "The distance to another point in meters.", on: [.latlng: [[.latlng]]],
            gives: [.float]
        ) { receiver, arguments, _ throws(EvaluationFailure) in
            guard case .latlng(let point) = receiver, case .latlng(let other) = arguments.only else {
                return nil
            }
            return .float(point.distance(to: other))
        },
    ]
}

extension GeoPoint {
    /// The distance in metres along a great circle of a sphere as large as the earth, by the haversine formula.
    fileprivate func distance(to other: GeoPoint) -> Double {
        let radians = Double.pi / 180
        let (mine, theirs) = (latitude * radians, other.latitude * radians)
        let north = sin(0.5 * (theirs - mine))
        let east = sin(0.5 * (other.longitude * radians - longitude * radians))
        let haversine = north * north + east * east * cos(mine) * cos(theirs)
        return 2 * asin(haversine.squareRoot() < 1 ? haversine.squareRoot() : 1) * 6_371_009
    }
}
