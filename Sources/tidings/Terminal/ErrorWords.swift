import News

/// An origin's refusal as a sentence that names the site.
enum ErrorWords {
    static func sentence(_ error: SourceError, site: String) -> String {
        switch error {
        case .notThere: "\(site) has nothing at that address (404). Check the spelling."
        case .gone: "\(site) says that it is gone for good (410)."
        case .refused(let status): "\(site) refused (\(status)). Try later, or the feed's own address."
        case .busy(let until): "\(site) asked us to wait until \(Clock().clock(until))."
        case .signInNeeded: "\(site) wants a sign-in."
        case .unreadable(let why), .unreachable(let why), .notAllowed(let why): why
        }
    }
}
