import Testing

@testable import SampleOrigins

@Suite struct XMLEscapingTests {
    private let text = "é<a href=\"/x\">Tom & Jo's</a>\0 end"

    @Test func `characters of markup become entities, and everything else stays`() {
        #expect(
            XMLEscaping.escaped(text) == "é&lt;a href=&quot;/x&quot;&gt;Tom &amp; Jo&#39;s&lt;/a&gt;\0 end")
        #expect(XMLEscaping.escaped("") == "" && XMLEscaping.escaped("''") == "&#39;&#39;")
    }

    @Test func `the community writes apostrophes and slashes in its own way`() {
        #expect(
            CommunityTextFormatter.escaped(text)
                == "é&lt;a href=&quot;&#x2F;x&quot;&gt;Tom &amp; Jo&#x27;s&lt;&#x2F;a&gt;\0 end")
    }
}
