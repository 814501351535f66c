import FirestoreModel
import FirestoreRules
import Testing

/// What people read. Each text is compared as a whole.
@Suite struct ExplanationTextTests {
    @Test func `an update of too many fields names the fields`() throws {
        let stored: MapValue = ["text": "hi", "status": "sent", "readBy": .array([])]
        let probe = try ExplanationProbe(
            """
            function isMember(c) {
              return request.auth != null && request.auth.uid in get(/databases/$(database)/documents/chats/$(c)).data.members;
            }
            function isReceipt() {
              return request.resource.data.diff(resource.data).affectedKeys()
                  .hasOnly(['status', 'readBy'])   // nothing else
                && resource.data.senderId != request.auth.uid;
            }
            match /chats/{chat}/messages/{message} {
              allow update: if isMember(chat) && isReceipt();
            }
            """,
            storing: [
                "chats/c1": ["members": .array(["alice", "bob"])],
                "chats/c1/messages/m1": stored,
            ])
        let after: MapValue = ["text": "hello", "status": "read", "readBy": .array([])]
        let text = probe.text([try ExplanationProbe.patch("chats/c1/messages/m1")], after: [after])
        #expect(
            text == """
                X
                """)
    }

    @Test func `a call that returns false leads into the function, with the arguments`() throws {
        let probe = try ExplanationProbe(
            """
            function isMember(c) {
              let chat = get(/databases/$(database)/documents/chats/$(c));
              return request.auth.uid in chat.data.members;
            }
            match /chats/{chat}/messages/{message} { allow read: if isMember(chat); }
            """, storing: ["chats/c1": ["members": .array(["alice", "carol"])]])
        #expect(
            probe.text([try ExplanationProbe.get("chats/c1/messages/m1")]) == """
                X
                """)
    }

    @Test func `all sides of an or are shown`() throws {
        let probe = try ExplanationProbe(
            """
            match /notes/{note} {
              allow read: if resource.data.isPublic == true
                || resource.data.owner == request.auth.uid || !(request.auth.uid != 'root');
            }
            """, storing: ["notes/n1": ["isPublic": false, "owner": "alice"]])
        #expect(
            probe.text([try ExplanationProbe.get("notes/n1")]) == """
                X
                """)
    }

    @Test func `an error is shown where it arises`() throws {
        let probe = try ExplanationProbe(
            """
            match /notes/{note} { allow read: if resource.data.meta.owner == request.auth.uid; }
            match /teams/{team} { allow write: if request.auth.uid == 'x' && resource.data.n > 1; }
            """, storing: ["notes/n1": ["text": "x", "meta": .map(["size": 1])]])
        #expect(
            probe.text([try ExplanationProbe.get("notes/n1")]) == """
                X
                """)
        #expect(
            probe.text([try ExplanationProbe.get("notes/n2")], as: nil) == """
                X
                """)
    }

    @Test func `a variable leads to where it was set, and a ternary to the branch that was taken`() throws {
        let probe = try ExplanationProbe(
            """
            function canEdit(strict) {
              let isOwner = resource.data.owner == request.auth.uid;
              return strict ? isOwner : true;
            }
            match /notes/{note} { allow delete: if canEdit(resource.data.n > 3); }
            """, storing: ["notes/n1": ["owner": "alice", "n": 4]])
        #expect(
            probe.text([try ExplanationProbe.delete("notes/n1")]) == """
                X
                """)
    }

    @Test func `each allow statement that was tried is shown`() throws {
        let probe = try ExplanationProbe(
            """
            match /notes/{note} {
              allow get: if false;
              allow get: if request.auth == null;
            }
            match /{path=**} { allow read: if note(1) is string; }
            function note(x) { return x; }
            """)
        #expect(
            probe.text([try ExplanationProbe.get("notes/n1")]) == """
                X
                """)
    }

    @Test func `a query that says too little is told so`() throws {
        let probe = try ExplanationProbe(
            "match /notes/{note} { allow list: if resource.data.owner == request.auth.uid; }")
        #expect(
            probe.text([ExplanationProbe.list("notes")]) == """
                X
                """)
        let filter = Filter.field(FieldPath(["owner"]), .greaterThan, "a")
        #expect(
            probe.text([ExplanationProbe.list("notes", [filter])]) == """
                X
                """)
    }

    @Test func `a path that no statement matches is told so`() throws {
        let probe = try ExplanationProbe(
            "match /notes/{note} { allow get, list: if true; }")
        #expect(
            probe.text([try ExplanationProbe.delete("notes/n1")], as: nil) == """
                X
                """)
        #expect(
            probe.text([try ExplanationProbe.get("other/n1")]) == """
                X
                """)
    }

    @Test func `of several writes the one that was denied is named`() throws {
        let probe = try ExplanationProbe(
            """
            match /notes/{note} { allow create: if request.resource.data.n == 1; }
            """)
        let operations = [
            try ExplanationProbe.set("notes/n1", ["n": 1]), try ExplanationProbe.set("notes/n2", ["n": 2]),
        ]
        #expect(
            probe.text(operations) == """
                X
                """)
    }

    @Test func `what was allowed names the statement`() throws {
        let probe = try ExplanationProbe(
            """
            match /notes/{note} {
              allow get: if false;
              allow get: if request.auth.uid == 'bob';
              allow delete;
            }
            """)
        #expect(
            probe.text([try ExplanationProbe.get("notes/n1")]) == """
                X
                """)
        #expect(
            probe.text([try ExplanationProbe.delete("notes/n1")]) == """
                X
                """)
    }
}
