import News
import Testing
import URLs

@Suite struct TypedAddressTests {
    @Test(arguments: [
        ("loom.example", "https://loom.example/"),
        ("  https://loom.example/feed ", "https://loom.example/feed"),
        ("feed://loom.example/rss", "http://loom.example/rss"),
        ("feed:https://loom.example/rss", "https://loom.example/rss"),
        ("FEED://loom.example/rss", "http://loom.example/rss"),
        ("feed:http://loom.example/rss", "http://loom.example/rss"),
        ("feed://https://loom.example/rss", "https://loom.example/rss"),
        ("feed:feed://loom.example/rss", "http://loom.example/rss"),
        ("feed:loom.example/rss", "https://loom.example/rss"),
        (" pcast://loom.example/pod", "http://loom.example/pod"),
        ("itpc:https://loom.example/pod", "https://loom.example/pod"),
        ("localhost:8080/x", "https://localhost:8080/x"),
        ("http://127.0.0.1:9/feed", "http://127.0.0.1:9/feed"),
    ])
    func `an address is read as people type it`(typed: String, address: String) {
        #expect(WebAddress(typed: typed)?.text == address)
    }

    @Test(arguments: [
        "", "harbour", "javascript:alert(1)", "ftp://loom.example/", "feed:ftp://loom.example/", "https://", "feed:",
        "feed:javascript:alert(1)", "feed://",
    ])
    func `what is typed and is no web address is refused`(typed: String) {
        #expect(WebAddress(typed: typed) == nil)
    }
}
