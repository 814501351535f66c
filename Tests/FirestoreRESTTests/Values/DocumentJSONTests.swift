import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText
import Testing

struct DocumentJSONTests {
    /// As Google's emulator wrote it.
    private static let text = """
        {
          "name": "projects/demo/databases/(default)/documents/c/a",
          "fields": {
            "n": {
              "integerValue": "1"
            },
            "d": {
              "doubleValue": 1.0
            },
            "b": {
              "booleanValue": true
            },
            "z": {
              "nullValue": null
            },
            "t": {
              "timestampValue": "2020-01-02T03:04:05.123456Z"
            },
            "g": {
              "geoPointValue": {
                "latitude": 1.5,
                "longitude": -2.0
              }
            },
            "r": {
              "referenceValue": "projects/demo/databases/(default)/documents/c/b"
            },
            "y": {
              "bytesValue": "AQID"
            },
            "arr": {
              "arrayValue": {
                "values": [{
                  "integerValue": "1"
                }]
              }
            },
            "em": {
              "arrayValue": {
              }
            },
            "m": {
              "mapValue": {
                "fields": {
                  "k": {
                    "stringValue": "v"
                  }
                }
              }
            },
            "me": {
              "mapValue": {
              }
            },
            "nan": {
              "doubleValue": "NaN"
            }
          },
          "createTime": "2026-11-21T10:26:48.102659Z",
          "updateTime": "2026-11-21T10:26:48.102659Z"
        }
        """

    private func read(_ text: String) throws -> Document {
        try WireDecoder.decode(Array(text.utf8)) { decoder, json throws(RPCStatus) in
            try decoder.document(json)
        }
    }

    @Test func `a document of Google's emulator comes back to the byte`() throws {
        let document = try read(Self.text)
        #expect(document.name == Wire.name("c/a"))
        #expect(document.fields.count == 13)
        #expect(document.createTime == document.updateTime)
        #expect(Wire.text(.pretty) { $0.document(document) } == Self.text)
    }

    @Test func `a document without fields has no such member`() throws {
        let document = Document(name: Wire.name("c/a"), fields: [:])
        let text = #"{"name":"\#(Wire.root)/c/a"}"#
        #expect(Wire.text { $0.document(document) } == text)
        #expect(try read(text) == document)
    }

    @Test func `an answer may have members that are newer`() throws {
        #expect(try read(#"{"name":"\#(Wire.root)/c/a","newer":{"x":1}}"#).name == Wire.name("c/a"))
    }

    @Test func `a document to write has a name or none, and no unknown members`() throws {
        func read(_ text: String) throws(RPCStatus) -> DocumentContent {
            try WireDecoder.decode(Array(text.utf8)) { decoder, json throws(RPCStatus) in
                try decoder.documentContent(json)
            }
        }
        #expect(try read("").name == nil)
        #expect(try read(#"{"name":"x","createTime":"2020-01-01T00:00:00Z"}"#).name == "x")
        #expect(try read(#"{"fields":{"a":{"integerValue":"1"}}}"#).fields == ["a": 1])
        for text in [
            #"{"newer":1}"#, #"{"fields":[]}"#, #"{"createTime":"x"}"#, "[]", "null", #"{"name":{}}"#,
        ] {
            #expect(
                Wire.refusal { () throws(RPCStatus) in _ = try read(text) } == Wire.invalidPayload, "\(text)")
        }
    }
}
