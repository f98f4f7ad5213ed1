import Fetching
import News

extension SourceError {
    /// A failed question in the words of `News`; sentences name the site.
    init(_ error: FetchError, site: String) {
        let sentence = error.sentence(about: site)
        switch error {
        case .refused(status: 401): self = .signInNeeded
        case .refused(let status): self = .refused(status: status)
        case .gone: self = .gone
        case .notThere: self = .notThere
        case .busy(let until, _): self = .busy(until: until)
        case .unreachable, .timedOut, .tooManyRedirects, .calledOff: self = .unreachable(why: sentence)
        case .notAllowed, .tooLarge, .badAddress: self = .notAllowed(why: sentence)
        case .unreadable: self = .unreadable(why: sentence)
        }
    }
}
