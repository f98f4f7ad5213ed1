import Foundation

/// The three formats.
enum Style: String, CaseIterable {
    case rss, atom, json

    func document(_ stories: [Story], times: Int = 1) -> [UInt8] {
        let parts = parts(stories)
        var document = parts.head
        document.reserveCapacity(times * parts.stories.count + 10_000)
        for _ in 0..<times { document += parts.stories }
        return document + parts.tail
    }

    /// The stories can be repeated between head and tail.
    func parts(_ stories: [Story]) -> (head: [UInt8], stories: [UInt8], tail: [UInt8]) {
        let items = stories.flatMap { item($0).utf8 }
        switch self {
        case .rss:
            let head = """
                <?xml version="1.0" encoding="UTF-8"?>
                <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
                xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
                <channel><title>The Saltmere Post</title><link>https://post.example/</link>
                <description>News of the harbour</description><language>en</language>

                """
            return (Array(head.utf8), items, Array("</channel></rss>\n".utf8))
        case .atom:
            let head = """
                <?xml version="1.0" encoding="utf-8"?>
                <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>The Saltmere Post</title>
                <id>tag:post.example,2004:feed</id><link href="https://post.example/"/>
                <link rel="self" href="https://post.example/atom"/><updated>2004-01-05T19:48:21Z</updated>

                """
            return (Array(head.utf8), items, Array("</feed>\n".utf8))
        case .json:
            let head = """
                {"version":"https://jsonfeed.org/version/1.1","title":"The Saltmere Post","language":"en",
                "home_page_url":"https://post.example/","feed_url":"https://post.example/json","items":[

                """
            return (Array(head.utf8), items, Array("{\"id\":\"last\"}]}\n".utf8))
        }
    }

    func item(_ story: Story) -> String {
        switch self {
        case .rss: rss(story)
        case .atom: atom(story)
        case .json: json(story)
        }
    }

    private func rss(_ story: Story) -> String {
        """
        <item>
          <title>\(story.title)</title>
          <link>https://post.example/story/\(story.number)</link>
          <guid isPermaLink="false">post-\(story.number)</guid>
          <pubDate>Wed, 02 Oct 2002 13:00:\(10 + story.number % 50) GMT</pubDate>
          <dc:creator>\(story.author)</dc:creator>
          <category>harbour</category>
          <description>\(held("<p>" + story.summary + "</p>", story.isSection))</description>
        \(story.content.map { "  <content:encoded>" + held($0, story.isSection) + "</content:encoded>\n" } ?? "")</item>

        """
    }

    private func atom(_ story: Story) -> String {
        """
        <entry>
          <title type="html">\(story.title)</title>
          <link rel="alternate" type="text/html" href="https://post.example/story/\(story.number)"/>
          <id>tag:post.example,2004:\(story.number)</id>
          <updated>2002-10-02T13:00:\(10 + story.number % 50)Z</updated>
          <author><name>\(story.author)</name></author>
          <category term="harbour"/>
          <summary type="html">\(held("<p>" + story.summary + "</p>", story.isSection))</summary>
        \(story.content.map { "  <content type=\"html\">" + held($0, story.isSection) + "</content>\n" } ?? "")</entry>

        """
    }

    private func json(_ story: Story) -> String {
        """
        {"id":"post-\(story.number)","url":"https://post.example/story/\(story.number)","title":"\(story.title)",
        "date_published":"2002-10-02T13:00:\(10 + story.number % 50)Z","authors":[{"name":"\(story.author)"}],
        "tags":["harbour"],"summary":"\(quoted(story.summary))"\
        \(story.content.map { ",\n\"content_html\":\"" + quoted($0) + "\"" } ?? "")},

        """
    }

    /// HTML in XML.
    private func held(_ html: String, _ isSection: Bool) -> String {
        guard !isSection else { return "<![CDATA[" + html + "]]>" }
        return html.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
    }

    /// HTML in a JSON string.
    private func quoted(_ html: String) -> String {
        html.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            .replacingOccurrences(of: "\n", with: "\\n")
    }
}
