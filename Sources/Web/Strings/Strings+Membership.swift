import Foundation
import Library
import News
import URLs

/// The texts about accounts at origins, and votes.
extension Strings {
    static let ownAccount = "Your account"
    static func accountState(_ account: MemberAccount?, at site: String, _ time: TimeFormatter) -> String {
        guard let account else { return "Not signed in." }
        return lostSession(account, at: site, time)
            ?? "Signed in as \(account.name) since \(time.day(account.signedInAt))."
    }
    static let outboxDetail = "What you are writing, and what became of what you sent."
    static let memberSignIn = "Sign in"
    static let memberSignOut = "Sign out"
    static func memberSignOut(at host: String) -> String { "Sign out of \(host)" }
    static let memberName = "Name"
    static let signedInSince = "Signed in"
    static func account(at host: String) -> String { "Account at \(host)" }
    static func signInTo(_ host: String) -> String { "Sign in to \(host)" }
    static func memberPassword(_ host: String) -> String { "Password at \(host)" }
    static func passwordIsNotKept(_ host: String) -> String {
        "The password is sent to \(host), once, and kept nowhere: not here, not in a log. What is kept is the session, "
            + "encrypted, sent to \(host) only."
    }
    static func sampleAccount(_ hint: SampleAccountHint) -> String {
        "This site is invented. Sign in as \(hint.name) with the password \(hint.password)."
    }

    static let signInByBrowser = "Sign in by your browser instead"
    static func openSignInPage(_ host: String) -> String { "Open the sign-in page of \(host) and sign in there" }
    static func findCookie(_ site: String, host: String) -> String {
        "Still at \(site), open the browser’s developer tools (F12), then Storage or Application, Cookies, \(host): copy the value "
            + "of the cookie that keeps you signed in, often called “user”, and paste it here."
    }
    static let cookieField = "Value of the cookie"
    static let takeCookie = "Use this session"

    /// Returns a sentence about a result. That of a failure begins with the words of the original app.
    static func membershipResult(_ result: MembershipResult, at site: String) -> String {
        switch result {
        case .signedIn(let name): "Signed in as \(name)"
        case .signedOut: site.isEmpty ? "Signed out" : "Signed out of \(site)"
        case .rejected(let message):
            message.isEmpty ? "Login Failed" : "Login Failed. \(inTheirWords(site)) “\(message)”"
        case .captcha(let message):
            "Login Failed. \(site) wants a puzzle solved, which only a browser can show. There are two ways on, below."
                + (message.isEmpty ? "" : " \(inTheirWords(site)) “\(message)”")
        case .failed(let failure): "Login Failed. \(self.failure(failure, of: .actionPage, at: site))"
        case .notDone(let why): "Login Failed. \(why)"
        case .hidden: "Hidden"
        case .packChanged(let words, _), .done(let words): words
        case .saved: profileSaved
        case .unchanged: profileUnchanged
        }
    }

    static func ownProfileFailure(_ failure: FetchFailure, at host: String) -> String {
        "Your profile could not be loaded. \(self.failure(failure, of: .actionPage, at: host))"
    }

    static func lostSession(_ account: MemberAccount, at site: String, _ time: TimeFormatter) -> String? {
        switch account.state {
        case .signedIn: nil
        case .lost(let at): "\(site) ended the session, noticed \(time.long(at)). Sign in again."
        case .unreadable:
            "The session cannot be opened any more: the file that opens it was lost or replaced. Sign in again."
        }
    }

    // MARK: Votes and the like

    static func voteUp(_ what: String) -> String { "Vote up \(what)" }
    static func voteDown(_ what: String) -> String { "Vote down \(what)" }
    static func commentBy(_ author: String?) -> String { "the comment by \(author ?? nobody)" }
    static let voteUp = "Vote up"
    static let votedUp = "Voted up"
    static let addOriginFavourite = "Add to favourites"
    static let removeOriginFavourite = "Take off favourites"
    static let hideStory = "Hide"
    static let unhideStory = "Show again"
    static let flag = "Flag…"
    static let unflag = "Take the flag back…"
    static let deleteItem = "Delete…"
}
