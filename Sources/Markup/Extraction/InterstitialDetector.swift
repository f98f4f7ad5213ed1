public import URLs

/// A detector of interstitials: pages that stand in front of the content, often with status 200.
public enum InterstitialDetector {
    /// The limit of an interstitial's text in characters; a longer text about a refusal is an article.
    public static let maximumLength = 600

    // MARK: One page

    /// Returns the kind by title and first heading; on short pages also by markers of bot protection.
    /// - Parameter readsMarkers: false for a dated text: ordinary pages also have a form with a captcha or a password.
    public static func kind(of page: UnsafeBufferPointer<UInt8>, readsMarkers: Bool = true) -> InterstitialKind? {
        let lowered = page.prefix(32768).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        let head = String(decoding: lowered, as: UTF8.self)
        for element in ["title", "h1"] {
            guard let title = content(of: element, in: head), title.count < 100 else { continue }
            let isWhole = { (words: String) in contains(words, in: title) }
            if let found = kind(.title, where: isWhole) ?? kind(.heading, where: isWhole) { return found }
        }
        // Ordinary pages have such forms too, but are longer.
        guard readsMarkers, page.count < 16384 else { return nil }
        return kind(.markup) { head.contains($0) }
    }

    /// Returns true for a consent wall, by the address after redirects or by a heading. Longer pages may have such a
    /// heading too, in a cookie banner.
    /// - Parameters:
    ///   - head: the beginning of the page in lower case.
    ///   - requested: the address before redirects.
    public static func isConsent(_ head: String, at address: WebAddress, requested: WebAddress) -> Bool {
        let (host, path) = (address.host.prefix { $0 != "." }, address.path.lowercased())
        if address.host != requested.host, kind(.host, where: { $0 == host }) == .consent { return true }
        if !address.isSamePage(as: requested), kind(.path, where: { path.contains($0) }) == .consent { return true }
        return ["title", "h1", "h2"].contains { element in
            let heading = PlainText.of(html: content(of: element, in: head) ?? "")
            return heading.count < 120 && kind(.heading, where: { heading.contains($0) }) == .consent
        }
    }

    // MARK: A whole site

    /// Returns true for the addresses to which private sites redirect every visitor: the sign-in pages of WordPress and
    /// of WordPress.com.
    public static func isSignIn(_ address: WebAddress) -> Bool {
        let path = address.path.lowercased()
        if path.hasSuffix("/wp-login.php") { return true }
        return (address.host == "wordpress.com" || address.host.hasSuffix(".wordpress.com"))
            && path.hasPrefix("/log-in")
    }

    /// Returns the kind of a short page that a private or unopened site shows at every address; nil for other pages.
    /// - Parameter text: the page's plain text.
    public static func siteKind(_ html: String, title: String?, text: String) -> InterstitialKind? {
        let words = text.lowercased()
        if let found = kind(.text, where: { words.contains($0) }) { return found }
        if isLoginPage(html) { return .signIn }
        let opening = "\(title ?? "") \(words.prefix(60))".lowercased()
        return kind(.opening) { opening.contains($0) }
    }

    /// Returns true for the page that private sites of Jetpack and WordPress.com show (modules/private/private.php).
    /// Its class is that of WordPress' sign-in page, in every language.
    private static func isLoginPage(_ html: String) -> Bool {
        guard html.contains("wp-login.php") || html.contains("wordpress.com/log-in") else { return false }
        return loginBody.flatMap(HTMLDocument(html).root.first) != nil
    }

    private static let loginBody = ElementSelector("body.login")

    // MARK: Its own words

    /// Returns the plain text of HTML on one line.
    public static func text(of html: String) -> String {
        HTMLSanitizer().sanitize(html).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns an excerpt of the text that a site shows instead of the content, so that a reader can judge; nil if the
    /// text is empty.
    public static func excerpt(of text: String) -> String? {
        text.isEmpty ? nil : PlainText.excerpt(of: text, limit: 160)
    }

    // MARK: Signs

    private enum Place {
        /// The title or first heading, in whole words.
        case title
        /// The title or a heading that ordinary pages use for a banner.
        case heading
        case markup
        /// The first label of the host.
        case host
        case path
        case text
        /// The title and the first words.
        case opening
    }

    /// The signs in lower case, for each place the most specific first.
    private static let signs: [(kind: InterstitialKind, place: Place, words: [String])] = [
        (
            .robotCheck, .title,
            [
                "just a moment", "attention required", "captcha", "are you a robot", "are you human", "not a robot",
                "not a bot", "checking your browser", "security check", "ddos protection",
            ]
        ),
        (
            .notFound, .title,
            [
                "404", "not found", "nicht gefunden", "introuvable", "non trouvée", "no encontrada", "non trovata",
                "niet gevonden", "não encontrada", "не найдена", "doesn't exist", "does not exist",
                "no longer available", "410 gone",
            ]
        ),
        (.forbidden, .title, ["403", "forbidden", "access denied"]),
        (.signIn, .title, ["401"]),
        (
            .serverError, .title,
            [
                "error 500", "500 internal", "502", "503", "504", "bad gateway", "internal server error",
                "service unavailable", "temporarily unavailable", "under maintenance", "scheduled maintenance",
                "gateway time", "error establishing a database",
            ]
        ),
        (.captivePortal, .title, ["wi-fi login", "wifi login", "hotspot login"]),
        (
            .signIn, .title,
            [
                "log in", "login", "sign in", "signin", "anmelden", "einloggen", "connexion", "iniciar sesión",
                "accedi", "unauthorized", "authentication required",
            ]
        ),
        (
            .consent, .heading,
            [
                "before you continue", "we value your privacy", "we care about your privacy", "your privacy choices",
                "your consent", "cookie consent", "accept cookies", "our use of cookies", "bevor sie fortfahren",
                "ihre privatsphäre", "ihre einwilligung", "votre vie privée", "avant de continuer",
                "votre consentement", "tu privacidad", "la tua privacy", "jouw privacy",
            ]
        ),
        (
            .robotCheck, .markup,
            [
                "cf-chl-", "challenge-platform", "g-recaptcha", "h-captcha", "hcaptcha.com", "cf-turnstile",
                "_incapsula_", "ddos-guard", "anubis_challenge", "verifying you are human",
                "javascript and cookies to continue",
            ]
        ),
        (.captivePortal, .markup, ["wispaccessgatewayparam", "captive portal", "captive-portal"]),
        (.signIn, .markup, ["type=\"password\"", "type='password'", "type=password"]),
        (.consent, .host, ["consent", "guce", "cmp", "privacy", "choice", "gdpr", "cookies"]),
        (.consent, .path, ["/consent", "/cookiewall", "/cookie-wall", "/privacy-wall", "/gdpr", "collectconsent"]),
        (
            .signIn, .text,
            ["private site", "private wordpress.com site", "marked private", "currently private", "site is private"]
        ),
        (.comingSoon, .opening, ["coming soon"]),
    ]

    /// Returns the kind of the first sign at a place that matches.
    private static func kind(_ place: Place, where matches: (String) -> Bool) -> InterstitialKind? {
        signs.first { $0.place == place && $0.words.contains(where: matches) }?.kind
    }

    /// Returns true if a title has the words as whole words.
    private static func contains(_ words: String, in title: String) -> Bool {
        guard let found = title.firstRange(of: words) else { return false }
        let before = found.lowerBound > title.startIndex ? title[title.index(before: found.lowerBound)] : " "
        let after = found.upperBound < title.endIndex ? title[found.upperBound] : " "
        return [before, after].allSatisfy { !$0.isLetter && !$0.isNumber }
    }

    /// Returns the beginning of the first element's content.
    private static func content(of element: String, in head: String) -> String? {
        guard let open = head.firstRange(of: "<" + element) else { return nil }
        guard let start = head[open.upperBound...].firstIndex(of: ">") else { return nil }
        let rest = head[head.index(after: start)...].prefix(400)
        return String(rest[..<(rest.firstRange(of: "</" + element)?.lowerBound ?? rest.endIndex)])
    }
}
