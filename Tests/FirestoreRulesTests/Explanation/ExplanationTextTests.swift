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
        let text0 = probe.text([try ExplanationProbe.patch("chats/c1/messages/m1")], after: [after])
        #expect(
            text0 == """
                DENIED update chats/c1/messages/m1 as bob
                because text may not change: only status and readBy may

                firestore.rules:12:20: the condition for update is false
                    12 | allow update: if isMember(chat) && isReceipt();
                       |                                    ^^^^^^^^^^^ is false
                       7 | return request.resource.data.diff(resource.data).affectedKeys()
                         |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is false
                         = request.resource.data.diff(resource.data).affectedKeys() is set ["text", "status"]
                         = too many: "text"

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
        let text1 = probe.text([try ExplanationProbe.get("chats/c1/messages/m1")])
        #expect(
            text1 == """
                DENIED get chats/c1/messages/m1 as bob
                because bob is not a member of chats/c1

                firestore.rules:7:57: the condition for get is false
                     7 | match /chats/{chat}/messages/{message} { allow read: if isMember(chat); }
                       |                                                         ^^^^^^^^^^^^^^ is false
                       = c is "c1"
                       5 | return request.auth.uid in chat.data.members;
                         |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is false
                         = request.auth.uid is "bob"
                         = chat.data.members is ["alice", "carol"]

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
        let text2 = probe.text([try ExplanationProbe.get("notes/n1")])
        #expect(
            text2 == """
                DENIED get notes/n1 as bob
                because isPublic of notes/n1 is false, not true

                firestore.rules:4:18: the condition for get is false
                     4 | allow read: if resource.data.isPublic == true
                       |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is false
                       = resource.data.isPublic is false
                     5 | || resource.data.owner == request.auth.uid || !(request.auth.uid != 'root');
                       |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is false
                       = resource.data.owner is "alice"
                       = request.auth.uid is "bob"
                     5 | || resource.data.owner == request.auth.uid || !(request.auth.uid != 'root');
                       |                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is true
                       = request.auth.uid is "bob"

                """)
    }

    @Test func `an error is shown where it arises`() throws {
        let probe = try ExplanationProbe(
            """
            match /notes/{note} { allow read: if resource.data.meta.owner == request.auth.uid; }
            match /teams/{team} { allow write: if request.auth.uid == 'x' && resource.data.n > 1; }
            """, storing: ["notes/n1": ["text": "x", "meta": .map(["size": 1])]])
        let text3 = probe.text([try ExplanationProbe.get("notes/n1")])
        #expect(
            text3 == """
                DENIED get notes/n1 as bob
                because meta of notes/n1 has no field owner

                firestore.rules:3:38: the condition for get fails: Property owner is undefined on object.
                     3 | match /notes/{note} { allow read: if resource.data.meta.owner == request.auth.uid; }
                       |                                      ^^^^^^^^^^^^^^^^^^^^^^^^ fails: Property owner is undefined on object.
                       = resource.data.meta is {size: 1}
                       = it has: "size"

                """)
        let text4 = probe.text([try ExplanationProbe.get("notes/n2")], as: nil)
        #expect(
            text4 == """
                DENIED get notes/n2 as nobody
                because notes/n2 does not exist

                firestore.rules:3:38: the condition for get fails: Null value error.
                     3 | match /notes/{note} { allow read: if resource.data.meta.owner == request.auth.uid; }
                       |                                      ^^^^^^^^^^^^^ fails: Null value error.
                       = resource is null: the document does not exist

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
        let text5 = probe.text([try ExplanationProbe.delete("notes/n1")])
        #expect(
            text5 == """
                DENIED delete notes/n1 as bob
                because owner of notes/n1 is "alice", not bob

                firestore.rules:7:40: the condition for delete is false
                     7 | match /notes/{note} { allow delete: if canEdit(resource.data.n > 3); }
                       |                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is false
                       = strict is true
                       5 | return strict ? isOwner : true;
                         |        ^^^^^^ is true
                         7 | match /notes/{note} { allow delete: if canEdit(resource.data.n > 3); }
                           |                                                ^^^^^^^^^^^^^^^^^^^ is true
                           = resource.data.n is 4
                       5 | return strict ? isOwner : true;
                         |                 ^^^^^^^ is false
                         4 | let isOwner = resource.data.owner == request.auth.uid;
                           |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is false
                           = resource.data.owner is "alice"
                           = request.auth.uid is "bob"

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
        let text6 = probe.text([try ExplanationProbe.get("notes/n1")])
        #expect(
            text6 == """
                DENIED get notes/n1 as bob
                because bob is signed in

                firestore.rules:5:17: the condition for get is false
                     5 | allow get: if request.auth == null;
                       |               ^^^^^^^^^^^^^^^^^^^^ is false
                       = request.auth is {token: {}, uid: "bob"}

                Also tried, but no nearer to allowing it:

                firestore.rules:4:17: the condition for get is false
                     4 | allow get: if false;
                       |               ^^^^^ is false

                firestore.rules:7:35: the condition for get is false
                     7 | match /{path=**} { allow read: if note(1) is string; }
                       |                                   ^^^^^^^^^^^^^^^^^ is false
                       = note(1) is 1

                """)
    }

    @Test func `a query that says too little is told so`() throws {
        let probe = try ExplanationProbe(
            "match /notes/{note} { allow list: if resource.data.owner == request.auth.uid; }")
        let text7 = probe.text([ExplanationProbe.list("notes")])
        #expect(
            text7 == """
                DENIED list notes as bob
                because the query has no filter on owner, and the rules ask for it

                firestore.rules:3:38: the condition for list fails: Property owner is undefined on object.
                     3 | match /notes/{note} { allow list: if resource.data.owner == request.auth.uid; }
                       |                                      ^^^^^^^^^^^^^^^^^^^ fails: Property owner is undefined on object.
                       = resource.data is {}
                       = the query has no filter on owner, so rules know nothing of it

                """)
        let filter = Filter.field(FieldPath(["owner"]), .greaterThan, "a")
        let text8 = probe.text([ExplanationProbe.list("notes", [filter])])
        #expect(
            text8 == """
                DENIED list notes as bob
                because the filters of the query do not settle `resource.data.owner == request.auth.uid`

                firestore.rules:3:38: the condition for list cannot be known
                     3 | match /notes/{note} { allow list: if resource.data.owner == request.auth.uid; }
                       |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ cannot be known
                       = resource.data.owner is any value > "a"
                       = request.auth.uid is "bob"
                       = a query is allowed or denied by its filters alone, whatever is stored: they do not settle this

                """)
    }

    @Test func `a path that no statement matches is told so`() throws {
        let probe = try ExplanationProbe(
            "match /notes/{note} { allow get, list: if true; }")
        let text9 = probe.text([try ExplanationProbe.delete("notes/n1")], as: nil)
        #expect(
            text9 == """
                DENIED delete notes/n1 as nobody

                no allow statement for delete matches this path
                firestore.rules:3 in match /databases/{database}/documents/notes/{note} allows only get, list

                """)
        let text10 = probe.text([try ExplanationProbe.get("other/n1")])
        #expect(
            text10 == """
                DENIED get other/n1 as bob

                no match block with allow statements matches this path

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
        let text11 = probe.text(operations)
        #expect(
            text11 == """
                DENIED create notes/n2 as bob (number 2 of 2 in the request)
                because the new n is 2, not 1

                firestore.rules:3:40: the condition for create is false
                     3 | match /notes/{note} { allow create: if request.resource.data.n == 1; }
                       |                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is false
                       = request.resource.data.n is 2

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
        let text12 = probe.text([try ExplanationProbe.get("notes/n1")])
        #expect(
            text12 == """
                ALLOWED get notes/n1 as bob

                firestore.rules:5:17: the condition for get is true
                     5 | allow get: if request.auth.uid == 'bob';
                       |               ^^^^^^^^^^^^^^^^^^^^^^^^^ is true

                """)
        let text13 = probe.text([try ExplanationProbe.delete("notes/n1")])
        #expect(
            text13 == """
                ALLOWED delete notes/n1 as bob

                firestore.rules:6:3: delete is always allowed
                     6 | allow delete;
                       | ^^^^^^^^^^^^^

                """)
    }

    @Test func `of a query's alternatives the one that was denied is shown`() throws {
        let probe = try ExplanationProbe(
            """
            match /notes/{note} {
              allow list: if resource.data.owner == 'bob' && exists(/databases/$(database)/documents/users/bob);
            }
            """, storing: ["users/bob": [:]])
        let alternatives = ["bob", "eve"].map { owner -> [Filter] in
            [.field(FieldPath(["owner"]), .equal, .string(owner))]
        }
        let explanation = probe.explain([ExplanationProbe.list("notes", anyOf: alternatives)])
        #expect(
            explanation.summary == """
                firestore.rules:4:18: owner in the query is "eve", not bob
                """)
        #expect(explanation.attempts.count == 1)
        #expect(explanation.attempts.first?.finding?.decisive.first?.values.first?.value == "\"eve\"")
    }
}
