import Library
import News
import URLs

/// The actions that sign in and out at an origin. The password is passed on once and not stored.
struct MembershipActions {
    let scope: RequestScope
    let form: QueryParameters

    private var accounts: MemberAccountService { scope.library.memberAccounts }

    private func source() async throws(LibraryError) -> StorySource {
        guard let id = form.id("source"), let source = try await scope.memberSource(id) else { throw .notThere }
        return source
    }

    func signIn() async throws(LibraryError) -> ActionHandler.Outcome {
        let source = try await source()
        let (name, password) = (form["name"] ?? "", form["password"] ?? "")
        var outcome = try await finish(at: source) { () async throws(LibraryError) in
            try await accounts.signIn(name: name, password: password, at: source, for: scope.reader)
        }
        outcome.typedName = name
        return outcome
    }

    func adopt() async throws(LibraryError) -> ActionHandler.Outcome {
        let source = try await source()
        let cookie = form["cookie"] ?? ""
        return try await finish(at: source) { () async throws(LibraryError) in
            try await accounts.adopt(cookie: cookie, at: source, for: scope.reader)
        }
    }

    func signOut() async throws(LibraryError) -> ActionHandler.Outcome {
        let source = try await source()
        try await accounts.signOut(at: source, for: scope.reader)
        return outcome(.signedOut, at: source, go: nil)
    }

    /// Refreshes the parts of a thread that only members see. Readers without a session cause no request.
    func refreshView() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let story = form.id("story") else { throw .invalid(why: "No story was named.") }
        let outcome = try await scope.library.memberViews.refresh(
            StoryID(rawValue: story), reason: .viewed, for: scope.reader)
        guard case .fetched = outcome else { return ActionHandler.Outcome(count: 0) }
        return ActionHandler.Outcome(count: 1)
    }

    private func finish(
        at source: StorySource, _ signIn: () async throws(LibraryError) -> MemberSignInResult
    ) async throws(LibraryError) -> ActionHandler.Outcome {
        let result: MemberSignInResult
        do throws(LibraryError) { result = try await signIn() } catch {
            switch error {
            case .invalid(let why), .secretsUnusable(let why): return outcome(.notDone(why), at: source, go: nil)
            default: throw error
            }
        }
        switch result {
        case .signedIn(let account):
            let go = try await resume(at: source) ?? scope.ownPath(form["next"])
            return outcome(.signedIn(name: account.name), at: source, go: go)
        case .rejected(let message): return outcome(.rejected(message), at: source, go: nil)
        case .captcha(let message): return outcome(.captcha(message), at: source, go: nil)
        case .failed(let failure): return outcome(.failed(failure), at: source, go: nil)
        }
    }

    /// Performs the actions that waited for the session.
    /// - Returns: the path of the last written item; nil after votes alone.
    private func resume(at source: StorySource) async throws(LibraryError) -> String? {
        var path: String?
        for entry in try await scope.library.outbox.resumeAfterSignIn(at: source, for: scope.reader) {
            let outcome = try await OutboxRedirect(scope: scope).outcome(of: entry)
            if entry.draftTarget != nil { path = outcome.go }
        }
        return path
    }

    private func outcome(_ result: MembershipResult, at source: StorySource, go: String?) -> ActionHandler.Outcome {
        let next = form["next"].flatMap { scope.ownPath($0) }
        let account = scope.path(.account(source: source.id), [("back", next)])
        return ActionHandler.Outcome(
            words: Strings.membershipResult(result, at: source.site.host), go: go ?? account, membership: result)
    }
}
