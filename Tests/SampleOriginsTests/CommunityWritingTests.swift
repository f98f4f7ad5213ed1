import Foundation
import SampleOrigins
import Synchronization
import Testing

/// What members write at the sample community, and what it refuses.
@Suite(.timeLimit(.minutes(1))) struct CommunityWritingTests {
    private typealias Clock = CommunityMemberTests.Clock

    private func withMember(
        _ body: (inout CommunityBrowser, SampleCommunity, CommunityMemberTests.Clock) async throws -> Void
    ) async throws {
        let clock = Clock()
        try await SampleCommunity.open(startAt: CommunityMemberTests.startAt, now: { clock.now }) { community in
            var browser = CommunityBrowser(community: community)
            try await browser.signIn()
            try await body(&browser, community, clock)
        }
    }

    private func comment(_ browser: CommunityBrowser, _ parent: Int, _ text: String) async throws -> RawHTTPResponse {
        let page = try await browser.get("/reply?id=\(parent)&goto=item%3Fid%3D\(parent)").text
        return try await browser.post(
            "/comment",
            ["parent": "\(parent)", "goto": page.field("goto") ?? "", "hmac": page.field("hmac") ?? "", "text": text])
    }

    // MARK: Comments

    @Test func `a comment is on the site and at the official interface at once, in the search later`() async throws {
        try await withMember { browser, community, clock in
            let story = community.list("top")[0]
            let form = try await browser.get("/item?id=\(story)").text
            #expect(form.contains("<form action=\"comment\" method=\"post\">") && form.field("parent") == "\(story)")
            #expect(form.field("hmac")?.count == 40 && form.contains("value=\"add comment\""))
            #expect(
                try await !CommunityBrowser(community: community).get("/item?id=\(story)").text.contains(
                    "action=\"comment\""))
            let text = "First *try*.\n\n  let x = 1\n\nSee <http://quoin.example/a>"
            let response = try await comment(browser, story, text)
            #expect(response.status == 302 && response.header("location") == "item?id=\(story)")
            let id = try #require(community.submitted(by: "juniper").first)
            #expect(
                community.text(of: id)
                    == "First <i>try</i>.<p><pre><code>  let x = 1\n</code></pre><p>See <a href=\"http:&#x2F;&#x2F;quoin.example&#x2F;a\" rel=\"nofollow\">http:&#x2F;&#x2F;quoin.example&#x2F;a</a>"
            )
            let page = try await browser.get("/item?id=\(story)").text
            #expect(page.contains("id='\(id)'") && page.contains("<font color=\"#ff6600\">*</font>"))
            #expect(try await browser.get("/v0/item/\(id).json").text.contains("\"by\":\"juniper\""))
            #expect(try await browser.get("/v0/user/juniper.json").text.contains("\"submitted\":[\(id)]"))
            #expect(try await !browser.get("/api/v1/items/\(story)").text.contains("\"id\":\(id)"))
            clock.advance(minutes: 4)
            #expect(try await browser.get("/api/v1/items/\(story)").text.contains("\"id\":\(id)"))
        }
    }

    @Test func `each refusal of a comment has its words, and nothing is posted`() async throws {
        try await withMember { browser, community, _ in
            let story = community.list("top")[0]
            let stranger = CommunityBrowser(community: community)
            for response in [
                try await stranger.post("/comment", ["parent": "\(story)", "text": "x"]),
                try await stranger.get("/reply?id=\(story)"),
            ] {
                #expect(response.text.hasPrefix("You have to be logged in to comment."))
            }
            #expect(try await comment(browser, 1, "x").text == "No such item.")
            let wrong = try await browser.post("/comment", ["parent": "\(story)", "hmac": "00", "text": "kept"])
            #expect(wrong.text.contains("Please try again.") && wrong.text.contains(">kept</textarea>"))
            let empty = try await comment(browser, story, " \n ")
            #expect(empty.status == 200 && empty.text.contains("<form action=\"comment\""))
            community.configure { $0.expiresForms = true }
            #expect(try await comment(browser, story, "x").text == "Unknown or expired link.")
            community.configure { $0.limitsPosting = true }
            #expect(try await comment(browser, story, "x").text == "You're posting too fast. Please slow down. Thanks.")
            #expect(community.submitted(by: "juniper").isEmpty)
            community.configure { $0.limitsPosting = false }
            #expect(try await comment(browser, story, "x").status == 302)
        }
    }

    @Test func `a comment is edited within two hours, and deleted while nobody has replied`() async throws {
        try await withMember { browser, community, clock in
            let story = community.list("top")[0]
            _ = try await comment(browser, story, "One")
            _ = try await comment(browser, story, "Two")
            let (second, first) = (community.submitted(by: "juniper")[0], community.submitted(by: "juniper")[1])
            _ = try await comment(browser, first, "Below")
            let page = try await browser.get("/threads?id=juniper").text
            #expect(page.contains("edit?id=\(first)") && !page.contains("delete-confirm?id=\(first)"))
            let edit = try await browser.get("/edit?id=\(first)").text
            #expect(edit.contains("<form action=\"/xedit\"") && edit.contains(">One</textarea>"))
            let saved = try await browser.post(
                "/xedit", ["id": "\(first)", "hmac": edit.field("hmac") ?? "", "text": "Once"])
            #expect(saved.status == 302 && community.text(of: first) == "Once")
            #expect(try await browser.get("/delete-confirm?id=\(first)").text == "You can't delete that.")
            let confirm = try await browser.get("/delete-confirm?id=\(second)&goto=news").text
            let hmac = confirm.field("hmac") ?? ""
            _ = try await browser.post("/xdelete", ["id": "\(second)", "goto": "news", "hmac": hmac, "d": "No"])
            #expect(community.text(of: second) == "Two")
            let gone = try await browser.post(
                "/xdelete", ["id": "\(second)", "goto": "news", "hmac": hmac, "d": "Yes"])
            #expect(gone.status == 302 && community.text(of: second) == nil)
            #expect(try await browser.get("/v0/item/\(second).json").text.contains("\"deleted\":true"))
            clock.advance(minutes: 121)
            #expect(try await !browser.get("/threads?id=juniper").text.contains("edit?id="))
            #expect(try await !browser.get("/edit?id=\(first)").text.contains("/xedit"))
            let late = try await browser.post(
                "/xedit", ["id": "\(first)", "hmac": edit.field("hmac") ?? "", "text": "Late"])
            #expect(late.text == "You can't edit that." && community.text(of: first) == "Once")
        }
    }

    @Test func `replies arrive by themselves, and stand beneath the member's own comments`() async throws {
        try await withMember { browser, community, clock in
            community.configure { $0.repliesToMembers = true }
            let story = community.list("top")[0]
            _ = try await comment(browser, story, "Who else?")
            let id = try #require(community.submitted(by: "juniper").first)
            #expect(try await browser.get("/v0/item/\(id).json").text.contains("\"kids\"") == false)
            clock.advance(minutes: 1)
            #expect(try await browser.get("/v0/item/\(id).json").text.contains("\"kids\":["))
            clock.advance(minutes: 1)
            let threads = try await browser.get("/threads?id=juniper").text
            #expect(threads.components(separatedBy: "indent='1'").count - 1 == 2)
        }
    }

    @Test func `what members write goes on where everything else stands still`() async throws {
        let (startAt, clock) = (CommunityMemberTests.startAt, Clock())
        try await SampleSites.open(startAt: startAt, now: { startAt }, memberNow: { clock.now }) { sites in
            let community = sites.community
            var browser = CommunityBrowser(community: community)
            try await browser.signIn()
            let before = community.list("new")
            clock.advance(minutes: 90)
            let response = try await comment(browser, community.list("top")[0], "Late, but here.")
            #expect(response.status == 302 && community.list("new") == before)
            let id = try #require(community.submitted(by: "juniper").first)
            let item = try await browser.get("/v0/item/\(id).json").text
            #expect(item.contains("\"time\":\(Int(clock.now.timeIntervalSince1970))"))
        }
    }

    // MARK: Submissions

    @Test func `a submission becomes the newest story, and a link that is there leads to its story`() async throws {
        try await withMember { browser, community, _ in
            let form = try await browser.get("/submit").text
            let fnid = try #require(form.field("fnid"))
            #expect(fnid.count == 22 && form.field("fnop") == "submit-page" && form.contains("<form action=\"/r\""))
            let fields: KeyValuePairs = [
                "fnid": fnid, "fnop": "submit-page", "title": "A sundial for cloudy days",
                "url": "https://sundial.example/",
                "text": "",
            ]
            let response = try await browser.post("/r", fields)
            #expect(response.status == 302 && response.header("location") == "newest")
            let id = try #require(community.submitted(by: "juniper").first)
            #expect(community.list("new").first == id && community.score(of: id) == 1)
            #expect(try await browser.get("/submitted?id=juniper").text.contains("https://sundial.example/"))
            // A form serves once.
            #expect(try await browser.post("/r", fields).text == "Unknown or expired link.")

            var other = CommunityBrowser(community: community)
            community.configure { $0.members.append(SampleMember(name: "sorrel", password: "lovage-tea")) }
            try await other.signIn("sorrel", "lovage-tea")
            let again = try #require(try await other.get("/submitlink?u=x&t=y").text.field("fnid"))
            let known = try await other.post(
                "/r", ["fnid": again, "title": "Once more", "url": "http://www.sundial.example"])
            #expect(known.status == 302 && known.header("location") == "item?id=\(id)")
            #expect(community.score(of: id) == 2 && community.record(of: "sorrel").votes[id] == .up)
        }
    }

    @Test(arguments: [
        (String(repeating: "x", count: 81), "https://a.example/", "Please limit titles to 80 characters."),
        ("Title", "", "The url and text fields can't both be blank."), ("Title", "nonsense", "Please try again."),
        (" ", "https://a.example/", "Please try again."),
    ])
    func `what is wrong with a submission stands above its form`(title: String, url: String, words: String) async throws
    {
        try await withMember { browser, community, _ in
            let fnid = try #require(try await browser.get("/submit").text.field("fnid"))
            let response = try await browser.post("/r", ["fnid": fnid, "title": title, "url": url, "text": ""])
            let location = try #require(response.header("location"))
            #expect(response.status == 302 && location.hasPrefix("/x?fnid="))
            let page = try await browser.get(location).text
            #expect(page.contains(words) && page.field("title") == title)
            #expect(page.field("fnid") == String(location.dropFirst(8)))
            #expect(community.submitted(by: "juniper").isEmpty)
        }
    }

    private func submit(_ browser: CommunityBrowser) async throws -> String {
        let fnid = try #require(try await browser.get("/submit").text.field("fnid"))
        return try await browser.post("/r", ["fnid": fnid, "title": "Ask HN: Why?", "text": "Because"]).text
    }

    @Test func `a submission is refused to strangers, with a stale form, and too soon`() async throws {
        try await withMember { browser, community, _ in
            let page = try await CommunityBrowser(community: community).get("/submit")
            #expect(page.text.hasPrefix("You have to be logged in to submit."))
            #expect(
                try await browser.post("/r", ["fnid": "0", "title": "T", "text": "x"]).text
                    == "Unknown or expired link.")
            community.configure { $0.expiresForms = true }
            #expect(try await submit(browser) == "Unknown or expired link.")
            community.configure { $0.limitsPosting = true }
            #expect(try await submit(browser) == "You're submitting too fast. Please slow down. Thanks.")
            #expect(community.submitted(by: "juniper").isEmpty)
            community.configure { $0.limitsPosting = false }
            #expect(try await submit(browser).isEmpty && community.submitted(by: "juniper").count == 1)
        }
    }

    // MARK: Profile and pages

    @Test func `the own profile has a form, and what it lacks is wiped`() async throws {
        try await withMember { browser, community, _ in
            let page = try await browser.get("/user?id=juniper").text
            #expect(page.contains("<form class=\"profileform\" action=\"/xuser\" method=\"post\">"))
            for name in ["about", "email", "showd", "nopro", "maxv", "mina", "delay", "topc"] {
                #expect(page.contains("name=\"\(name)\""))
            }
            let hmac = page.field("hmac") ?? ""
            #expect(try await !browser.get("/user?id=oakmoss").text.contains("/xuser"))
            let whole: KeyValuePairs = [
                "id": "juniper", "hmac": hmac, "about": "I *read*.", "email": "j@x.example", "showd": "yes",
                "nopro": "no",
                "maxv": "20", "mina": "180", "delay": "0", "topc": "",
            ]
            #expect(try await browser.post("/xuser", whole).header("location") == "user?id=juniper")
            #expect(community.record(of: "juniper").profile["email"] == "j@x.example")
            let stranger = CommunityBrowser(community: community)
            #expect(try await stranger.get("/user?id=juniper").text.contains("I <i>read</i>."))
            #expect(try await stranger.post("/xuser", ["id": "juniper"]).text.hasPrefix("Please log in."))
            _ = try await browser.post("/xuser", ["id": "juniper", "hmac": hmac, "about": "New"])
            #expect(community.record(of: "juniper").profile["email"] == "")
            #expect(
                try await browser.post("/xuser", ["id": "juniper", "hmac": "0"]).text == "Unknown or expired link.")
        }
    }

    @Test func `pages are refused to all while the site blocks, and to members who should work`() async throws {
        try await withMember { browser, community, _ in
            for status in [403, 429, 503] {
                community.configure { $0.blocks = status }
                let response = try await browser.get("/news")
                #expect(response.status == status && response.text == "Sorry.\n")
                #expect(try await browser.get("/v0/topstories.json").status == 200)
            }
            community.configure {
                $0.blocks = nil
                $0.noprocrast = true
            }
            #expect(try await browser.get("/news").text.contains("Get back to work!"))
            let stranger = CommunityBrowser(community: community)
            #expect(try await !stranger.get("/news").text.contains("Get back to work!"))
        }
    }

    @Test func `members have their controls in the markup of older years too`() async throws {
        try await withMember { browser, community, _ in
            community.configure { $0.markup = .storylink }
            let id = community.list("top")[0]
            let page = try await browser.get("/item?id=\(id)").text
            #expect(page.contains("class=\"storylink\"") && page.contains("id='me'"))
            let vote = try #require(page.part(after: "href=\"vote?for=\(id)", before: "\""))
            #expect(vote.contains("&dir=up&by=juniper&auth=") && vote.contains("&whence="))
            #expect(try await browser.get("/vote?for=\(id)\(vote)").status == 302)
            #expect(community.record(of: "juniper").votes[id] == .up)
            let hmac = page.field("hmac") ?? ""
            #expect(page.contains("<form method=post action=\"comment\">"))
            #expect(try await browser.post("/comment", ["parent": "\(id)", "hmac": hmac, "text": "x"]).status == 302)
        }
    }
}
