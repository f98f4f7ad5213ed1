import News

/// An origin's refusal as a sentence that names the site.
enum ErrorWords {
    /// What may pass by itself is to be tried later (sysexits' EX_TEMPFAIL): 429, 503 and other faults of a server.
    static func kind(_ error: SourceError) -> Trouble.Kind {
        switch error {
        case .busy: .tryLater
        case .refused(let status, _) where status >= 500: .tryLater
        default: .unavailable
        }
    }

    static func sentence(_ error: SourceError, site: String) -> String {
        switch error {
        case .notThere: "\(site) has nothing at that address (404). Check the spelling."
        case .gone: "\(site) says that it is gone for good (410)."
        case .refused(let status, _): "\(site) refused (\(status)). Try later, or the feed's own address."
        case .busy(let until): "\(site) asked us to wait until \(Clock().clock(until))."
        case .signInNeeded: "\(site) wants a sign-in."
        case .unreadable(let why), .unreachable(let why), .notAllowed(let why): why
        }
    }
}
