import Library
import News
import URLs
import Untrusted

/// The form of an action on the reader's account at a source.
struct MembershipForm: FormValue {
    @CodedIfPresent var source: UntrustedInteger?
    let name: String?
    let password: String?
    /// The cookie of a session in another browser.
    let cookie: String?
    /// The path of the page that follows the sign-in.
    let next: String?
}

/// The actions that sign in and out at an origin. The password is passed on once and not stored.
struct MembershipActions {
    let scope: RequestScope
    let form: MembershipForm

    private var accounts: MemberAccountService { scope.library.memberAccounts }

    private func source() async throws(LibraryError) -> StorySource {
        guard let id = form.source?.id, let source = try await scope.memberSource(id) else { throw .notThere }
        return source
    }

    func signIn() async throws(LibraryError) -> ActionOutcome {
        let source = try await source()
        let (name, password) = (form.name ?? "", form.password ?? "")
        return try await finish(at: source, typedName: name) { () async throws(LibraryError) in
            try await accounts.signIn(name: name, password: password, at: source, for: scope.reader)
        }
    }

    func adopt() async throws(LibraryError) -> ActionOutcome {
        let source = try await source()
        let cookie = form.cookie ?? ""
        return try await finish(at: source) { () async throws(LibraryError) in
            try await accounts.adopt(cookie: cookie, at: source, for: scope.reader)
        }
    }

    func signOut() async throws(LibraryError) -> ActionOutcome {
        let source = try await source()
        try await accounts.signOut(at: source, for: scope.reader)
        return outcome(.signedOut, at: source)
    }

    /// Refreshes the parts of a thread that only members see. Readers without a session cause no request.
    static func refreshView(_ form: StoryForm, for scope: RequestScope) async throws(LibraryError) -> ActionOutcome {
        let outcome = try await scope.library.memberViews.refresh(form.story, reason: .viewed, for: scope.reader)
        guard case .fetched = outcome else { return .done(count: 0) }
        return .done(count: 1)
    }

    private func finish(
        at source: StorySource, typedName: String? = nil,
        _ signIn: () async throws(LibraryError) -> MemberSignInResult
    ) async throws(LibraryError) -> ActionOutcome {
        let result: MemberSignInResult
        do throws(LibraryError) { result = try await signIn() } catch {
            switch error {
            case .invalid(let why), .secretsUnusable(let why): return outcome(.notDone(why), at: source, typedName)
            default: throw error
            }
        }
        switch result {
        case .signedIn(let account):
            let (next, resumed) = (scope.ownPath(form.next), try await resume(at: source))
            let go = resumed.first { Self.page(of: $0) == next.map(Self.page) } ?? (resumed.count > 1 ? next : nil)
            return outcome(.signedIn(name: account.name), at: source, typedName, go: go ?? resumed.last ?? next)
        case .rejected(let message): return outcome(.rejected(message), at: source, typedName)
        case .captcha(let message): return outcome(.captcha(message), at: source, typedName)
        case .failed(let failure): return outcome(.failed(failure), at: source, typedName)
        }
    }

    private static func page(of path: String) -> Substring { path.prefix { $0 != "?" && $0 != "#" } }

    /// Performs the actions that waited for the session.
    /// - Returns: the paths of written items; none after votes alone.
    private func resume(at source: StorySource) async throws(LibraryError) -> [String] {
        var paths: [String] = []
        for entry in try await scope.library.outbox.resumeAfterSignIn(at: source, for: scope.reader) {
            let outcome = try await OutboxRedirect(scope: scope).outcome(of: entry)
            if entry.draftTarget != nil, let path = outcome.path { paths.append(path) }
        }
        return paths
    }

    private func outcome(
        _ result: MembershipResult, at source: StorySource, _ typedName: String? = nil, go: String? = nil
    ) -> ActionOutcome {
        let next = scope.ownPath(form.next)
        let account = scope.path(.account(source: source.id), [("back", next)])
        let words = Strings.membershipResult(result, at: SiteName.of(source, in: scope))
        // The page that follows says a success in the same words; a failure is said by the form.
        let shown = result.isFailure ? result : .done(words)
        return .membership(shown, words: words, typedName: typedName, go: go ?? account)
    }
}
