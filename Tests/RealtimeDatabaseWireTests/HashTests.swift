import RealtimeDatabaseModel
import RealtimeDatabaseWire
import Testing

@Suite("Hashes of nodes")
struct HashTests {
    /// As Firebase's web SDK sends them.
    @Test(arguments: [
        ("null", ""),
        ("5", "w28swksk9+tXf5jEdS9R5oSFAv8="),
        ("-0.37", "mVKSBHnvei57yWCsWFBI9KMFRfc="),
        ("1e+300", "PATxuxN46FZOmKG2i19P8ZCsqpw="),
        ("true", "E5z61QM0lN/U2WsOnusszCTkR8M="),
        (#""""#, "Ki0Xy0V6morg0TO3Sxi/jwugYDQ="),
        (#""héllo 😀""#, "MZCaOH9EHanAUwcEGYCcc1Gz+d4="),
        (#"{"a":1,"b":{"c":"x"}}"#, "ysk3YQgEFZBh3N6ot97Ywoub98Q="),
        (#"{"9":2,"10":1,"b":3,"B":4}"#, "v+DbaUrrOG1TU0Sl0SZ+qws4VIg="),
        (
            #"{"a":{".value":1,".priority":7},"b":{".value":1,".priority":"x"},"c":{".value":1,".priority":-2},"d":true}"#,
            "9uphNEb6S/NzbcrCoGICbCYRTKo="
        ),
        (#"{".priority":3.5,"z":{"y":"q"}}"#, "ua0gokAPE2Pizs4+WdX61JV698Q="),
        (#"{".value":"t",".priority":"high"}"#, "D0mSfAGDfBi9wI3a1CtkI9HAp7U="),
        (#"["a","b"]"#, "9pd8bwzSKh8DgCCY40kglZj3SLU="),
    ])
    func `a node has the hash that the SDKs compute`(json: String, hash: String) throws {
        #expect(try DataNode(json: Array(json.utf8)).wireHash == hash)
    }
}
