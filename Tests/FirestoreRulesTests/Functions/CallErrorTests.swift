import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("Errors of calls")
struct CallErrorTests {
    @Test(arguments: [
        (RuleValue.string("a"), BuiltInMethod.size, [RuleValue.int(1)], "string.size()"),
        (.string("a"), .replace, [.int(1)], "string.replace(string, string)"),
        (list(), .hasOnly, [], "list.hasOnly(list)"),
        (map([:]), .get, [.null], "map.get(string, any), map.get(list, any)"),
        (.time(0), .date, [.int(1)], "timestamp.date()"),
        (.constraint(FieldConstraint([])), .hasAny, [], "list.hasAny(list)"),
    ])
    func `a wrong number of arguments names the overloads`(
        _ receiver: RuleValue, _ method: BuiltInMethod, _ arguments: [RuleValue], _ expected: String
    ) {
        #expect(
            outcome(try method.call(receiver, CallArguments(arguments)))
                == "Incorrect number of arguments. Received: \(arguments.count). Expected: \(expected).")
    }

    @Test func `arguments of wrong types are named with the overloads`() throws {
        #expect(
            call(list(), .hasAny, try set())
                == "Unsupported operation error. Received: list.hasAny(set). Expected: list.hasAny(list).")
        #expect(
            call(try set(), .hasAny, .int(1))
                == "Unsupported operation error. Received: set.hasAny(int). Expected: set.hasAny(set), set.hasAny(list)."
        )
        #expect(
            call(.constraint(FieldConstraint([])), .hasAny, try set())
                == "Unsupported operation error. Received: constraint.hasAny(set). Expected: list.hasAny(list)."
        )
        #expect(
            call(.abs, .string("a"))
                == "Unsupported operation error. Received: math.abs(string). Expected: math.abs(int), math.abs(float)."
        )
        #expect(
            call(.latlngValue, .string("a"), .int(0))
                == "Unsupported operation error. Received: latlng.value(string, int). Expected: latlng.value(float, float)."
        )
        #expect(
            call(.timestampValue)
                == "Incorrect number of arguments. Received: 0. Expected: timestamp.value(int), "
                + "timestamp.value(string).")
    }

    @Test(arguments: [
        (RuleValue.int(1), BuiltInMethod.size), (.bool(true), .hasAny), (.vector([]), .size),
        (map([:]), .hasAll),
        (list(), .keys), (.bytes([]), .toUtf8), (.string("a"), .hasAny), (.seconds(1), .hours),
        (path("a"), .size),
    ])
    func `a type without a method says so`(_ receiver: RuleValue, _ method: BuiltInMethod) {
        #expect(call(receiver, method) == "Function not found error: Name: [\(method.name)].")
    }

    @Test func `null has no methods at all`() {
        #expect(call(.null, .size, .int(1)) == "Null value error.")
    }

    @Test func `debug gives back its first argument`() {
        #expect(call(.debug, .int(1), .int(2)) == "int 1")
        #expect(call(.debug) == "Service call error. Function: [debug], Argument: [].")
    }
}
