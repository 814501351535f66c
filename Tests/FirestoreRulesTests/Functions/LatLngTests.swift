import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("Points")
struct LatLngTests {
    @Test(arguments: [
        (RuleValue.int(1), RuleValue.float(2.5), "latlng 1.0 2.5"),
        (.int(-90), .int(180), "latlng -90.0 180.0"),
        (
            .int(91), .int(0),
            "Latitude should be in [-90,90] range and longitude should be in [-180,180] range. latitude: 91.0, "
                + "longitude: 0.0."
        ),
        (
            .int(0), .nan,
            "Latitude should be in [-90,90] range and longitude should be in [-180,180] range. latitude: 0.0, "
                + "longitude: NaN."
        ),
    ])
    func `two numbers within bounds make a point`(
        _ latitude: RuleValue, _ longitude: RuleValue, _ expected: String
    ) {
        #expect(call(.latlngValue, latitude, longitude) == expected)
    }

    @Test(
        arguments: [
            ([0, 0, 0, 1], 111_195.083_724_191_41), ([0, 0, 0, 180], 20_015_115.070_354_454),
            ([0, 0, 90, 0], 10_007_557.535_177_225),
            ([37.7749, -122.4194, 51.5074, -0.1278], 8_616_442.705_004_163), ([1, 2, 1, 2], 0),
        ] as [([Double], Double)])
    func `the distance is that on a sphere`(_ numbers: [Double], _ expected: Double) throws {
        let (first, second) = (
            RuleValue.latlng(GeoPoint(latitude: numbers[0], longitude: numbers[1])),
            RuleValue.latlng(GeoPoint(latitude: numbers[2], longitude: numbers[3]))
        )
        guard case .float(let distance) = try BuiltInMethod.distance.call(first, CallArguments(second)) else {
            Issue.record("a distance is a float")
            return
        }
        // The last digit is that of the platform's sine.
        #expect((distance - expected).magnitude <= expected * 1e-15)
    }

    @Test func `a point has a latitude and a longitude`() {
        let point = RuleValue.latlng(GeoPoint(latitude: 1, longitude: 2))
        #expect(call(point, .latitude) == "float 1.0" && call(point, .longitude) == "float 2.0")
    }
}
