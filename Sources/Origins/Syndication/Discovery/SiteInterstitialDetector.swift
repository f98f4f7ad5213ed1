import Markup
import News
import URLs

/// A detector of pages that bar access to a whole site: a sign-in, a check for robots, “coming soon”. Further requests
/// would only return the same page.
enum SiteInterstitialDetector {
    /// Returns the error for such a page; nil for ordinary pages. Words alone do not suffice: an ordinary page may
    /// contain a sign-in form, but is longer.
    /// - Parameters:
    ///   - address: the address after redirects.
    ///   - interstitial: the kind detected from the page's title, heading or markers.
    static func error(
        _ html: String, at address: WebAddress, title: String?, interstitial: InterstitialKind?
    ) -> SourceError? {
        if isSignIn(address) { return .signInNeeded }
        guard html.utf8.count < maxBytes else { return nil }
        let text = ArticleInterstitialDetector.text(of: html)
        guard text.count < InterstitialKind.maximumLength else { return nil }
        if interstitial == .signIn { return .signInNeeded }
        if let interstitial, [.robotCheck, .captivePortal, .forbidden].contains(interstitial) {
            let words = ArticleInterstitialDetector.excerpt(of: text)
            return .unreadable(FailureCause(.notAFeed(.interstitial(interstitial), words: words), at: address.host))
        }
        let words = text.lowercased()
        if privatePhrases.contains(where: { words.contains($0) }) || isLoginPage(html) { return .signInNeeded }
        let heading = "\(title ?? "") \(words.prefix(60))".lowercased()
        guard heading.contains("coming soon") else { return nil }
        let quote = ArticleInterstitialDetector.excerpt(of: text) ?? title ?? "Coming soon"
        return .unreadable(FailureCause(.notPublicYet(quote), at: address.host))
    }

    /// Returns true for the addresses to which private sites redirect every visitor: the sign-in pages of WordPress and
    /// of WordPress.com.
    static func isSignIn(_ address: WebAddress) -> Bool {
        let path = address.path.lowercased()
        if path.hasSuffix("/wp-login.php") { return true }
        return (address.host == "wordpress.com" || address.host.hasSuffix(".wordpress.com"))
            && path.hasPrefix("/log-in")
    }

    /// Returns true for the page that private sites of Jetpack and WordPress.com show (modules/private/private.php).
    /// Its class is that of WordPress' sign-in page, in every language.
    private static func isLoginPage(_ html: String) -> Bool {
        guard html.contains("wp-login.php") || html.contains("wordpress.com/log-in") else { return false }
        return loginBody.flatMap(HTMLDocument(html).root.first) != nil
    }

    private static let maxBytes = 256 << 10
    private static let loginBody = ElementSelector("body.login")
    private static let privatePhrases = [
        "private site", "private wordpress.com site", "marked private", "currently private", "site is private",
    ]
}
