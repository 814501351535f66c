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
    func call(on point: GeoPoint, _ arguments: CallArguments) -> RuleValue? {
        switch self {
        case .latitude: return arguments.isEmpty ? .float(point.latitude) : nil
        case .longitude: return arguments.isEmpty ? .float(point.longitude) : nil
        case .distance:
            guard arguments.count == 1, case .latlng(let other) = arguments[0] else { return nil }
            return .float(point.distance(to: other))
        default: return nil
        }
    }
}

extension GeoPoint {
    /// Metres along a great circle of a sphere as large as the earth, by the haversine formula.
    fileprivate func distance(to other: GeoPoint) -> Double {
        let radians = Double.pi / 180
        let (mine, theirs) = (latitude * radians, other.latitude * radians)
        let north = sin(0.5 * (theirs - mine))
        let east = sin(0.5 * (other.longitude * radians - longitude * radians))
        let haversine = north * north + east * east * cos(mine) * cos(theirs)
        return 2 * asin(haversine.squareRoot() < 1 ? haversine.squareRoot() : 1) * 6_371_009
    }
}
