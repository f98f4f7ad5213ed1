/// What a web page says that came instead of what was asked for. Servers often say it with status 200.
public enum InterstitialKind: Sendable, Hashable {
    /// There is nothing at this address.
    case notFound
    /// Someone has to sign in first.
    case signIn
    /// It wants proof that a person asks: a captcha, a wait for a browser's script.
    case robotCheck
    /// It refuses.
    case forbidden
    /// The server failed, or rests.
    case serverError
    /// The page of a network that wants to be joined first.
    case captivePortal

    /// What the page does, as the end of "a page that …".
    public var summary: String {
        switch self {
        case .notFound: "says that nothing is there (404)"
        case .signIn: "wants someone to sign in"
        case .robotCheck: "wants proof that a person asks"
        case .forbidden: "refuses to be read (403)"
        case .serverError: "says that the server has failed"
        case .captivePortal: "wants the network to be joined first"
        }
    }

    /// What a page says by its title and its first heading, and where it is short, by marks of the usual gate-keepers; nil
    /// for a page of its own.
    public init?(page: UnsafeBufferPointer<UInt8>) {
        let lowered = page.prefix(32768).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        let head = String(decoding: lowered, as: UTF8.self)
        let titles = [Self.text(of: "title", in: head), Self.text(of: "h1", in: head)].compactMap { $0 }
        let said = titles.lazy.compactMap { title in Self.titles.first { Self.contains($0.0, in: title) } }.first
        // Ordinary pages have forms and checks too, but they also have something to say.
        let mark = page.count < 16384 ? Self.markers.first { head.contains($0.0) } : nil
        guard let found = said ?? mark else { return nil }
        self = found.1
    }

    /// The words stand in a short text, and no letter stands before them.
    private static func contains(_ words: String, in title: String) -> Bool {
        guard title.count < 100, let found = title.firstRange(of: words) else { return false }
        guard found.lowerBound > title.startIndex else { return true }
        let before = title[title.index(before: found.lowerBound)]
        return !before.isLetter && !before.isNumber
    }

    private static func text(of element: String, in head: String) -> String? {
        guard let open = head.firstRange(of: "<" + element) else { return nil }
        guard let start = head[open.upperBound...].firstIndex(of: ">") else { return nil }
        let rest = head[head.index(after: start)...].prefix(300)
        return String(rest[..<(rest.firstRange(of: "</" + element)?.lowerBound ?? rest.endIndex)])
    }

    /// Pages that say why they show nothing else have fewer characters than this; a long text about a refusal is an article.
    static let maximumLength = 600

    private static let markers: [(String, InterstitialKind)] = [
        ("cf-chl-", .robotCheck), ("challenge-platform", .robotCheck), ("g-recaptcha", .robotCheck),
        ("h-captcha", .robotCheck), ("hcaptcha.com", .robotCheck), ("cf-turnstile", .robotCheck),
        ("_incapsula_", .robotCheck), ("ddos-guard", .robotCheck), ("anubis_challenge", .robotCheck),
        ("verifying you are human", .robotCheck), ("javascript and cookies to continue", .robotCheck),
        ("wispaccessgatewayparam", .captivePortal), ("captive portal", .captivePortal),
        ("captive-portal", .captivePortal),
        ("type=\"password\"", .signIn), ("type='password'", .signIn), ("type=password", .signIn),
    ]

    /// Words of titles, the surer first.
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
