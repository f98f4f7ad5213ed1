/// A page served instead of the requested one, often with status 200.
public enum InterstitialKind: String, Sendable, Hashable, Codable {
    /// The page does not exist.
    case notFound
    /// The page requires a sign-in.
    case signIn
    /// A captcha or browser check.
    case robotCheck
    /// Access is denied.
    case forbidden
    /// A server error or maintenance.
    case serverError
    /// A network that requires a sign-in first.
    case captivePortal

    /// The end of the phrase "a page that …".
    public var summary: String {
        switch self {
        case .notFound: "says that nothing is there (404)"
        case .signIn: "requires a sign-in"
        case .robotCheck: "wants proof that the visitor is a person"
        case .forbidden: "refuses to be read (403)"
        case .serverError: "says that the server has failed"
        case .captivePortal: "wants you to sign in to the network first"
        }
    }

    /// Recognises an interstitial by title and first heading; on short pages also by markers of bot protection.
    /// - Parameter readsMarkers: false for a dated text: ordinary pages also have a form with a captcha or a password.
    public init?(page: UnsafeBufferPointer<UInt8>, readsMarkers: Bool = true) {
        let lowered = page.prefix(32768).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        let head = String(decoding: lowered, as: UTF8.self)
        let titles = [Self.text(of: "title", in: head), Self.text(of: "h1", in: head)].compactMap { $0 }
        let phrase = titles.lazy.compactMap { title in Self.titles.first { Self.contains($0.0, in: title) } }.first
        // Ordinary pages have such forms too, but are longer.
        let marker = readsMarkers && page.count < 16384 ? Self.markers.first { head.contains($0.0) } : nil
        guard let found = phrase ?? marker else { return nil }
        self = found.1
    }

    /// Returns true if a short title has the words as whole words.
    private static func contains(_ words: String, in title: String) -> Bool {
        guard title.count < 100, let found = title.firstRange(of: words) else { return false }
        let before = found.lowerBound > title.startIndex ? title[title.index(before: found.lowerBound)] : " "
        let after = found.upperBound < title.endIndex ? title[found.upperBound] : " "
        return [before, after].allSatisfy { !$0.isLetter && !$0.isNumber }
    }

    private static func text(of element: String, in head: String) -> String? {
        guard let open = head.firstRange(of: "<" + element) else { return nil }
        guard let start = head[open.upperBound...].firstIndex(of: ">") else { return nil }
        let rest = head[head.index(after: start)...].prefix(300)
        return String(rest[..<(rest.firstRange(of: "</" + element)?.lowerBound ?? rest.endIndex)])
    }

    /// The limit of an interstitial's text in characters; a longer text about a refusal is an article.
    public static let maximumLength = 600

    private static let markers: [(String, InterstitialKind)] = [
        ("cf-chl-", .robotCheck), ("challenge-platform", .robotCheck), ("g-recaptcha", .robotCheck),
        ("h-captcha", .robotCheck), ("hcaptcha.com", .robotCheck), ("cf-turnstile", .robotCheck),
        ("_incapsula_", .robotCheck), ("ddos-guard", .robotCheck), ("anubis_challenge", .robotCheck),
        ("verifying you are human", .robotCheck), ("javascript and cookies to continue", .robotCheck),
        ("wispaccessgatewayparam", .captivePortal), ("captive portal", .captivePortal),
        ("captive-portal", .captivePortal),
        ("type=\"password\"", .signIn), ("type='password'", .signIn), ("type=password", .signIn),
    ]

    /// The phrases in titles, the most specific first.
    private static let titles: [(String, InterstitialKind)] = [
        ("just a moment", .robotCheck), ("attention required", .robotCheck), ("captcha", .robotCheck),
        ("are you a robot", .robotCheck), ("are you human", .robotCheck), ("not a robot", .robotCheck),
        ("not a bot", .robotCheck), ("checking your browser", .robotCheck), ("security check", .robotCheck),
        ("ddos protection", .robotCheck),
        ("404", .notFound), ("not found", .notFound), ("nicht gefunden", .notFound), ("introuvable", .notFound),
        ("non trouvée", .notFound), ("no encontrada", .notFound), ("non trovata", .notFound),
        ("niet gevonden", .notFound), ("não encontrada", .notFound), ("не найдена", .notFound),
        ("doesn't exist", .notFound), ("does not exist", .notFound), ("no longer available", .notFound),
        ("410 gone", .notFound),
        ("403", .forbidden), ("forbidden", .forbidden), ("access denied", .forbidden), ("401", .signIn),
        ("error 500", .serverError), ("500 internal", .serverError), ("502", .serverError), ("503", .serverError),
        ("504", .serverError), ("bad gateway", .serverError), ("internal server error", .serverError),
        ("service unavailable", .serverError), ("temporarily unavailable", .serverError),
        ("under maintenance", .serverError), ("scheduled maintenance", .serverError), ("gateway time", .serverError),
        ("error establishing a database", .serverError),
        ("wi-fi login", .captivePortal), ("wifi login", .captivePortal), ("hotspot login", .captivePortal),
        ("log in", .signIn), ("login", .signIn), ("sign in", .signIn), ("signin", .signIn), ("anmelden", .signIn),
        ("einloggen", .signIn), ("connexion", .signIn), ("iniciar sesión", .signIn), ("accedi", .signIn),
        ("unauthorized", .signIn), ("authentication required", .signIn),
    ]
}
