import FirestoreModel
import RulesCore
import Testing

@testable import FirestoreRules

/// What the table of built-in functions and methods promises: whatever the checker lets pass can be called.
@Suite("The table of built-ins")
struct BuiltInTableTests {
    /// Whether a call was carried out or failed, but not because there is no such function.
    private func isKnown(_ call: () throws(EvaluationFailure) -> RuleValue) -> Bool {
        do throws(EvaluationFailure) {
            _ = try call()
            return true
        } catch {
            switch error {
            case .error(.functionNotFound, _), .error(.method, _), .error(.function, _): return false
            default: return true
            }
        }
    }

    private func values(_ parameters: [Parameter]) throws -> CallArguments {
        CallArguments(try parameters.map { try value($0.types.members[0]) })
    }

    private func value(_ type: RuleType) throws -> RuleValue {
        switch type {
        case .null: .null
        case .bool: .bool(true)
        case .int: .int(1)
        case .float: .float(0.5)
        case .string: .string("1")
        case .bytes: .bytes([1])
        case .list: list()
        case .set: try set()
        case .map: map([:])
        case .path: path("a")
        case .timestamp: .time(0)
        case .duration: .seconds(1)
        case .latlng: .latlng(GeoPoint(latitude: 1, longitude: 2))
        case .mapDiff: .mapDiff(MapDiff(new: RuleMap(stored: [:]), old: RuleMap(stored: [:])))
        case .vector: .vector([1])
        case .constraint: .constraint(FieldConstraint([]))
        }
    }

    @Test func `every method takes what each of its overloads lists, on every type that has it`() throws {
        for method in BuiltInMethod.all.values where method.isImplemented {
            #expect(!method.forms.isEmpty, "\(method.name)")
            for (receiver, overloads) in method.forms {
                #expect(!overloads.isEmpty && method.overloads(of: receiver) != nil, "\(method.name)")
                for parameters in overloads {
                    let (value, arguments) = (try value(receiver), try values(parameters))
                    #expect(
                        isKnown { () throws(EvaluationFailure) in try method.call(value, arguments) },
                        "\(method.name)")
                }
            }
        }
    }

    @Test func `no method takes a type that it does not list`() throws {
        for method in BuiltInMethod.all.values {
            for type in RuleType.allCases where type != .null && !method.isMethod(of: type) {
                for parameters in method.forms.flatMap(\.overloads) {
                    let (value, arguments) = (try value(type), try values(parameters))
                    #expect(
                        !isKnown { () throws(EvaluationFailure) in try method.call(value, arguments) },
                        "\(method.name)")
                }
            }
        }
    }

    @Test func `every function takes what each of its overloads lists`() throws {
        for function in BuiltInFunction.all.values {
            #expect(!function.overloads.isEmpty, "\(function.fullName)")
            guard case .pure = function.implementation else { continue }
            for parameters in function.overloads {
                let arguments = try values(parameters)
                #expect(
                    isKnown { () throws(EvaluationFailure) in try function.call(arguments) },
                    "\(function.fullName)")
            }
        }
    }

    @Test func `only two names are known to the checker alone, as in Google's emulator`() {
        let methods = BuiltInMethod.all.values.filter { !$0.isImplemented }.map(\.name)
        let functions = BuiltInFunction.all.values.filter { !$0.isImplemented }.map(\.fullName)
        #expect(methods == ["segments"] && functions == ["value"])
    }

    @Test func `every overload has as many parameters as the signature`() {
        for method in BuiltInMethod.all.values {
            for overload in method.forms.filter({ $0.receiver != .constraint }).flatMap(\.overloads) {
                #expect(overload.count + 1 == method.signature.parameterCount, "\(method.name)")
            }
        }
        for function in BuiltInFunction.all.values {
            #expect(
                function.overloads.allSatisfy { $0.count == function.signature.parameterCount },
                "\(function.name)")
        }
    }

    @Test func `every function that reads documents is in the table`() {
        for access in DocumentAccess.Function.allCases {
            guard case .access(access)? = BuiltInFunction.named(access.rawValue)?.implementation else {
                Issue.record("\(access)")
                continue
            }
        }
    }

    @Test func `everything is documented in one sentence`() {
        let references =
            BuiltInMethod.all.values.map(\.reference) + BuiltInFunction.all.values.map(\.reference)
        for text in references.map(\.documentation) {
            #expect(
                text.count > 10 && text.hasSuffix(".") && !text.contains("\n") && text.count < 100, "\(text)")
        }
    }

    @Test func `all that is implemented is in the reference`() {
        let methods = BuiltInMethod.all.values.filter(\.isImplemented).map(\.name)
        let functions = BuiltInFunction.all.values.filter(\.isImplemented).map(\.fullName)
        let builtIns = LanguageReference.firestore.builtIns
        #expect(builtIns.map(\.name).sorted() == (methods + functions).sorted())
        #expect(builtIns.allSatisfy { !$0.signatures.isEmpty })
    }

    @Test func `a signature names the receiver, the parameters and the result`() {
        #expect(
            BuiltInMethod.all["hasAny"]?.reference.signatures == [
                "list.hasAny(list) -> bool", "set.hasAny(set) -> bool", "set.hasAny(list) -> bool",
            ])
        #expect(
            BuiltInMethod.all["get"]?.reference.signatures == [
                "map.get(string, any) -> any", "map.get(list, any) -> any",
            ])
        #expect(
            BuiltInFunction.all["math.pow"]?.reference.signatures == ["math.pow(number, number) -> float"])
        #expect(BuiltInFunction.all["exists"]?.reference.signatures == ["exists(path) -> any"])
    }

    @Test func `functions are found by package and name`() {
        #expect(BuiltInFunction.named("abs", in: "math")?.fullName == "math.abs")
        #expect(BuiltInFunction.named("string")?.fullName == "string")
        #expect(BuiltInFunction.named("abs") == nil)
        #expect(BuiltInFunction.named("isInfinite", in: "math") == nil)
        #expect(BuiltInFunction.packages == ["duration", "hashing", "latlng", "math", "timestamp"])
    }
}
