import Library
import Markup
import News
import URLs

/// A reader's account at an origin: where one signs in, else one's own profile. Script shows it in the right panel.
struct AccountPage {
    /// `StorySource.id`; nil for the edition's first with members.
    let source: Int64?

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let source = try await scope.memberSource(source), scope.library.memberAccounts.isSupported(by: source)
        else { throw .notThere }
        var account = try await scope.library.memberAccounts.account(at: source, for: scope.reader)
        var profile: MemberProfileResult?
        if account?.state == .signedIn, scope.intent.allowsSideEffects {
            profile = try await scope.library.memberAccounts.profile(at: source, for: scope.reader)
        }
        if case .signInNeeded = profile { account?.state = .lost(at: scope.now) }
        let host = source.site.host
        var layout = PageLayout(scope: scope, title: Strings.account(at: host), kind: .story, left: .back(.today))
        layout.barTitle = Strings.account(at: host)
        layout.actions = []
        layout.extras = [.stylesheet("thread.css"), .stylesheet("compose.css"), .module("membership.js")]
        // The profile is fetched, and results are kept in memory, which no revision counts.
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.raw("<section id=\"panel-right\" class=\"column account\"")
                w.attribute("aria-label", Strings.account(at: host))
                w.attribute("data-title", Strings.account(at: host))
                w.attribute("data-member", MemberMark.code(account, at: source))
                w.raw(">")
                if let account, account.state == .signedIn {
                    ProfileOfOneselfView(scope: scope, account: account, profile: profile).write(into: &w)
                } else {
                    MemberSignInView(scope: scope, source: source, account: account).write(into: &w)
                }
                w.raw("</section>")
            })
    }
}

/// One's own profile, with what belongs to the account.
struct ProfileOfOneselfView {
    let scope: RequestScope
    let account: MemberAccount
    /// Nil where it may not be fetched: for another site's link.
    let profile: MemberProfileResult?

    private var source: StorySource { account.source }

    func write(into w: inout HTMLWriter) {
        w.raw("<header><p class=\"kicker\">")
        w.text(source.site.host)
        w.raw("</p><h1>")
        w.text(account.name)
        w.raw("</h1></header>")
        switch profile {
        case .profile(let own): writeFacts(own.profile, &w)
        case .failed(let failure):
            w.raw("<p class=\"error-note\" role=\"alert\">")
            w.text(Strings.ownProfileFailure(failure, at: source.site.host))
            w.raw("</p>")
            writeFacts(Profile(karma: account.karma), &w)
        case .signInNeeded, nil: writeFacts(Profile(karma: account.karma), &w)
        }
        writeLists(&w)
        ActionForm(
            scope, writing: .signOut, returnPath: scope.path(.account(source: source.id)),
            fields: [("source", String(source.id))], style: "by-page"
        ).write(into: &w) { w in
            w.raw("<button class=\"button\" data-signs-out>")
            w.text(Strings.memberSignOut)
            w.raw("</button>")
        }
    }

    private func writeFacts(_ profile: Profile, _ w: inout HTMLWriter) {
        w.raw("<dl class=\"facts\">")
        if let karma = profile.karma ?? account.karma { writeFact(Strings.karma, String(karma), &w) }
        if let joined = profile.joinedAt { writeFact(Strings.joined, scope.time.long(joined), &w) }
        writeFact(Strings.signedInSince, scope.time.long(account.signedInAt), &w)
        w.raw("</dl>")
        guard !profile.about.isEmpty else { return }
        w.raw("<div class=\"text comment-text\">")
        w.safe(profile.about.withoutLoadingPictures.linkingToLinkedPages(scope, story: nil, list: nil))
        w.raw("</div>")
    }

    private func writeFact(_ name: String, _ value: String, _ w: inout HTMLWriter) {
        w.raw("<div><dt>")
        w.text(name)
        w.raw("</dt><dd>")
        w.text(value)
        w.raw("</dd></div>")
    }

    /// What belongs to the account, in the order of use.
    private var lists: [(path: String, words: String)] {
        var lists: [(String, String)] = []
        if scope.library.outbox.rules(of: source)?.actions.contains(.submit) == true {
            lists.append((scope.path(.submission(source: source.id)), Strings.submitStory))
        }
        lists.append((scope.path(.outbox), Strings.outbox))
        if scope.library.discussions.hasProfiles(of: source) {
            lists.append((scope.path(Route.profile(source.id, account.name, .stories)), Strings.profileTab(.stories)))
            lists.append((scope.path(Route.profile(source.id, account.name, .comments)), Strings.profileTab(.comments)))
        }
        return lists
    }

    private func writeLists(_ w: inout HTMLWriter) {
        w.raw("<nav class=\"account-lists\"")
        w.attribute("aria-label", Strings.ownLists)
        w.raw("><ul class=\"menu-lines\">")
        for list in lists {
            w.raw("<li><a")
            w.attribute("href", list.path)
            w.raw("><span>")
            w.text(list.words)
            w.raw("</span>")
            Icon.chevron.write(scope, into: &w)
            w.raw("</a></li>")
        }
        w.raw("</ul></nav>")
    }
}
