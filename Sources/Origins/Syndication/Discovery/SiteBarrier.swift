import Markup
import News
import URLs

/// What stands before a whole site: a sign-in, a check for robots, “coming soon”. Further requests would only meet it
/// again.
enum SiteBarrier {
    /// Nil for ordinary pages. Words alone do not suffice: an ordinary page may have a form to sign in with, but is longer.
    /// - Parameters:
    ///   - address: after redirects.
    ///   - interstitial: by the page's title, heading or markers.
    static func error(
        _ html: String, at address: WebAddress, title: String?, interstitial: InterstitialKind?
    ) -> SourceError? {
        if isSignIn(address) { return .signInNeeded }
        guard html.utf8.count < maxBytes else { return nil }
        let text = ObstacleDetector.text(of: html)
        guard text.count < InterstitialKind.maximumLength else { return nil }
        if interstitial == .signIn { return .signInNeeded }
        if let interstitial, [.robotCheck, .captivePortal, .forbidden].contains(interstitial) {
            let words = ObstacleDetector.excerpt(of: text)
            return .unreadable(FailureCause(.notAFeed(.interstitial(interstitial), words: words), at: address.host))
        }
        let words = text.lowercased()
        if privatePhrases.contains(where: { words.contains($0) }) || isLoginPage(html) { return .signInNeeded }
        let heading = "\(title ?? "") \(words.prefix(60))".lowercased()
        guard heading.contains("coming soon") else { return nil }
        let quote = ObstacleDetector.excerpt(of: text) ?? title ?? "Coming soon"
        return .unreadable(FailureCause(.notPublicYet(quote), at: address.host))
    }

    /// Where private sites lead every visitor: WordPress' own page, or that of WordPress.com.
    static func isSignIn(_ address: WebAddress) -> Bool {
        let path = address.path.lowercased()
        if path.hasSuffix("/wp-login.php") { return true }
        return (address.host == "wordpress.com" || address.host.hasSuffix(".wordpress.com"))
            && path.hasPrefix("/log-in")
    }

    /// Private sites of Jetpack and WordPress.com show a page of their own (modules/private/private.php): the class is
    /// that of WordPress' sign-in, in every language.
    private static func isLoginPage(_ html: String) -> Bool {
        guard html.contains("wp-login.php") || html.contains("wordpress.com/log-in") else { return false }
        return loginBody.flatMap(ParsedPage(html).root.first) != nil
    }

    private static let maxBytes = 256 << 10
    private static let loginBody = ElementSelector("body.login")
    private static let privatePhrases = [
        "private site", "private wordpress.com site", "marked private", "currently private", "site is private",
    ]
}
