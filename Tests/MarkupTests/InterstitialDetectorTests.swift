import Markup
import Testing
import URLs

@Suite struct InterstitialDetectorTests {
    private static let pages: [(String, InterstitialKind?)] = [
        ("<title>Just a moment...</title>", .robotCheck),
        ("<title>Tolver Post</title><h1 class=a>Seite nicht gefunden</h1>", .notFound),
        ("<title>Error 1404</title>", nil),
        ("<title>Before you continue | Daily Hesk</title>", .consent),
        ("<title>Hesk</title><h2>We value your privacy</h2>", nil),
        ("<title>Hesk</title><div class=\"cf-turnstile\"></div>", .robotCheck),
        ("<title>Sign in</title><div class=\"cf-turnstile\"></div>", .signIn),
        ("<title>Our members</title><input type=password>", .signIn),
        ("<title>A new bridge, coming soon</title>", nil),
    ]

    @Test(arguments: pages) func `a page in front of the content is known by its title, then by its markup`(
        page: String, kind: InterstitialKind?
    ) {
        var copy = page
        let found = copy.withUTF8 { InterstitialDetector.kind(of: $0) }
        #expect(found == kind)
    }

    @Test func `a consent wall is known by its address or by a heading`() throws {
        let story = try #require(WebAddress("https://hesk.example/lighthouse"))
        let wall = try #require(WebAddress("https://consent.hesk.example/collect"))
        let path = try #require(WebAddress("https://hesk.example/cookie-wall?to=lighthouse"))
        #expect(InterstitialDetector.isConsent("", at: wall, requested: story))
        #expect(InterstitialDetector.isConsent("", at: path, requested: story))
        #expect(!InterstitialDetector.isConsent("<h1>the lighthouse</h1>", at: story, requested: story))
        let banner = "<h2><span>we value</span> your privacy</h2>"
        #expect(InterstitialDetector.isConsent(banner, at: story, requested: story))
    }

    @Test func `a private site and one that is not open yet are known by their words`() throws {
        let kind = { (html: String, title: String) in
            InterstitialDetector.siteKind(html, title: title, text: InterstitialDetector.text(of: html))
        }
        #expect(kind("<p>This site is currently private.</p>", "Hesk") == .signIn)
        #expect(kind("<body class=\"login\"><a href=\"/wp-login.php\">Anmelden</a>", "Hesk") == .signIn)
        #expect(kind("<p>The lighthouse keeper writes here.</p>", "Coming Soon") == .comingSoon)
        #expect(kind("<p>The lighthouse keeper writes here.</p>", "Hesk") == nil)
        let signIn = try #require(WebAddress("https://hesk.example/blog/wp-login.php?redirect_to=/"))
        #expect(InterstitialDetector.isSignIn(signIn))
    }
}
