import Hummingbird
import Library
import Markup
import News

/// The result of signing in or out, of hiding a story at its site, or of changing the profile there.
enum MembershipResult: Sendable {
    case signedIn(name: String)
    case signedOut
    /// The sign-in was rejected, with the origin's message, or an empty string.
    case rejected(String)
    case captcha(String)
    case failed(FetchFailure)
    /// The action was not performed, with the Library's message.
    case notDone(String)
    /// The story was hidden, which can be undone.
    case hidden(StoryID)
    /// A change to an edited pack, with its number, by which it is taken back.
    case packChanged(String, number: Int64)
    /// Another change, with the words for it.
    case done(String)
    /// The profile was saved, or had no changes.
    case saved, unchanged

    var isFailure: Bool {
        switch self {
        case .signedIn, .signedOut, .hidden, .packChanged, .done, .saved, .unchanged: false
        case .rejected, .captcha, .failed, .notDone: true
        }
    }
}

/// A cache of each reader's last result, for the page that the form led to.
struct MembershipResultCache: Sendable {
    private let results = ActionResultCache<String, (result: MembershipResult, typedName: String?)>(
        maxCount: 64, lifetime: 120, keepsOnlyLast: true)

    /// - Parameter path: the page's path, without a query.
    func store(_ result: MembershipResult, typedName: String?, at path: String, for scope: RequestScope) {
        results.store((result, typedName), of: path, for: scope)
    }

    /// Removes and returns the failure with the typed name, to be shown once in the sign-in form.
    func takeFailure(for scope: RequestScope) -> (result: MembershipResult, typedName: String?)? {
        guard scope.intent.allowsSideEffects, let entry = entry(for: scope), entry.result.isFailure else { return nil }
        results.removeValue(of: scope.request.uri.path, for: scope)
        return entry
    }

    /// Returns true if the page shows a success that no other page may show: the page is neither cached nor answered
    /// with 304.
    func hasSuccess(for scope: RequestScope) -> Bool { scope.intent.isUserNavigation && success(for: scope) != nil }

    /// Removes and returns the success, which is shown once.
    func takeSuccess(for scope: RequestScope) -> MembershipResult? {
        guard let success = success(for: scope) else { return nil }
        results.removeValue(of: scope.request.uri.path, for: scope)
        return success
    }

    private func success(for scope: RequestScope) -> MembershipResult? {
        entry(for: scope).flatMap { $0.result.isFailure ? nil : $0.result }
    }

    private func entry(for scope: RequestScope) -> (result: MembershipResult, typedName: String?)? {
        results.value(of: scope.request.uri.path, for: scope)
    }
}

/// A message at the foot of the page that the action led to: "Signed in as ada" (HN-34), or "Hidden" with
/// *Undo* (HN-87).
enum MembershipToast {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard scope.intent.isUserNavigation,
            let result = scope.dependencies.membershipResults.takeSuccess(for: scope)
        else { return }
        let undoID: String? =
            switch result {
            case .hidden(let story): "hidden-\(story.rawValue)"
            case .packChanged(_, let number): "pack-\(number)"
            default: nil
            }
        w.element(.div, class: "toast auto-dismiss", [.role("status"), .data(.undoId, undoID)]) { w in
            w.element(.span, text: Strings.membershipResult(result, at: ""))
            if case .hidden(let story) = result { writeUndo(of: story, scope, &w) }
            if case .packChanged(_, let number) = result {
                ActionForm(
                    scope, .undoPackChange, returnPath: scope.currentURI, fields: [("number", String(number))],
                    style: "native-submit"
                ).write(into: &w) { w in w.element(.button, text: Strings.undo) }
            }
        }
    }

    /// Writes the form that undoes hiding a story; the site shows the story again too.
    private static func writeUndo(of story: StoryID, _ scope: RequestScope, _ w: inout HTMLWriter) {
        let code = StoryOrCommentReference(story: story, comment: nil)
        ActionForm(
            scope, .hide, returnPath: scope.currentURI,
            fields: [("item", code.text), ("on", "0"), ("token", FormToken.make())], style: "native-submit"
        ).write(into: &w) { w in w.element(.button, text: Strings.undo) }
    }
}

/// The code that tells script the session of a page: "12:ada", without a session "12:"; for all sites "*:12:ada
/// 15:bob".
enum SessionFingerprint {
    /// Returns the sorted codes of the valid sessions.
    static func codes(_ accounts: [MemberAccount]) -> [String] {
        accounts.filter { $0.state == .signedIn }.map { code($0, at: $0.source) }.sorted()
    }

    static func all(_ accounts: [MemberAccount]) -> String { "*:" + codes(accounts).joined(separator: " ") }

    static func code(_ account: MemberAccount?, at source: StorySource) -> String {
        "\(source.id):\(account.flatMap { $0.state == .signedIn ? $0.name : nil } ?? "")"
    }
}
