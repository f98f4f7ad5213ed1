import Foundation
import JSON
import News
import SampleOrigins
import Testing
import URLs

@testable import Origins

/// Tests of JSON from servers that print errors around it.
@Suite struct JSONInDebrisTests {
    static let notice =
        "<br />\n<b>Notice</b>:  Undefined index: [a] in <b>/srv/x.php</b> on line <b>12</b><br />\n"
    static let list = #"[{"id":7,"title":{"rendered":"A"}}]"#

    static let readable: [(String, String)] = [
        (notice, ""), (notice + notice, "\n<!-- Cached by X in 0.3 s -->\n"), ("", "<!-- 34 queries -->"),
        ("<!-- debug --> ", ""), ("\u{FEFF}\n", "\n"), ("", "<!-- never closed"),
        ("\nWarning: Use of {closure}() in /srv/[x].php on line 3\n", ""),
        ("PHP Deprecated: strlen() in /srv/x.php on line 3\n", "\n<br />\n<b>Warning</b>: late in <b>y.php</b><br />"),
        ("<font size='1'><table class='xdebug-error'><tr><th>( ! ) Notice: {x} in y.php</th></tr></table></font>", ""),
    ]

    @Test(arguments: readable) func `notices before it and remarks behind it make JSON no page`(
        before: String, behind: String
    ) throws {
        let bytes = Array("\(before)\(Self.list)\(behind)".utf8)
        let value = try #require(JSONAPIClient.lenientValue(of: bytes))
        #expect(value.elements?.count == 1 && value.elements?.first?["id"]?.int == 7)
    }

    @Test(arguments: [
        "<!doctype html><html><script>{\"id\":7}</script></html>", "<p>Closed.</p>{\"id\":7}",
        "<script>[1]</script>", notice, "", "<!-- [1] -->",
        // A part of cut-off JSON is no response.
        notice + #"[{"id":7},{"id":8}"#, notice + #"[{"id":7},{"id":{"a":1}"#,
        #"{"id":7}{"id":8}"#, #"{"id":7} and more"#, notice + "[1] and more",
    ])
    func `a page that has JSON somewhere, or half of it, is none`(_ text: String) {
        #expect(JSONAPIClient.lenientValue(of: Array(text.utf8)) == nil)
    }

    @Test func `brackets without end are given up soon`() {
        for text in ["[", "{\"a\":", "[{\"a\":\"", "[1,[\"x\"],"] {
            let bytes = Array((Self.notice + String(repeating: text, count: 1 << 18)).utf8)
            #expect(JSONAPIClient.lenientValue(of: bytes) == nil)
        }
    }

    @Test func `stories, comments and refusals are read through notices`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let origin = fixture.sample.origin
            func serve(_ json: String, at path: String, status: Int = 200) {
                origin.serve(
                    SampleResource(
                        Array("\(Self.notice)\(json)\n<!-- x -->".utf8), contentType: "text/html", status: status),
                    at: path)
            }
            let story =
                #"[{"id":7,"link":"\#(origin.site)/7","title":{"rendered":"A"},"guid":{"rendered":"\#(origin.site)/?p=7"}}]"#
            serve(story, at: "/wp-json/wp/v2/posts")
            serve("[]", at: "/wp-json/wp/v2/comments")
            let found = try await fixture.fetch(origin.address("/wp-json/wp/v2/posts"))
            #expect(found.stories?.map(\.title) == ["A"])
            serve(#"{"code":"rest_disabled","message":"Closed by a plugin."}"#, at: "/wp-json/wp/v2/posts", status: 403)
            await #expect(throws: SourceError.refused(status: 403, message: "Closed by a plugin.")) {
                _ = try await fixture.fetch(origin.address("/wp-json/wp/v2/posts"))
            }
        }
    }
}
