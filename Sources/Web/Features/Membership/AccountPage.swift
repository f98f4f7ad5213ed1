import Library
import Markup
import News
import URLs

/// The page of a reader's account at an origin: the sign-in form, or else the reader's own profile. Script shows it in
/// the right panel.
struct AccountPage {
    /// The `StorySource.id`; nil for the edition's first source with members.
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
        let newReplies = try await scope.library.memberAccounts.newReplyCount(for: scope.reader) ?? 0
        let title = Strings.account(at: SiteName.of(source, in: scope))
        let failure = scope.dependencies.membershipResults.takeFailure(for: scope)
        var layout = PageLayout(scope: scope, title: title, kind: .story, left: .back(.today))
        layout.barTitle = title
        layout.actions = []
        layout.extras = [.stylesheet("thread.css"), .stylesheet("compose.css"), .module("membership.js")]
        // The profile is fetched, and results are kept in memory; neither is part of the revision.
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(
                    .section,
                    [
                        .id("panel-right"), .class("page-column account"), .aria("label", title),
                        .data(.title, title), .data(.sessionFingerprint, SessionFingerprint.code(account, at: source)),
                    ]
                ) { w in
                    if let account, account.state == .signedIn {
                        OwnProfileView(scope: scope, account: account, profile: profile, newReplies: newReplies)
                            .write(into: &w)
                    } else {
                        MemberSignInView(scope: scope, source: source, account: account, failure: failure)
                            .write(into: &w)
                    }
                }
            })
    }
}

/// A view of the reader's own profile, with the pages and lists of the account.
struct OwnProfileView {
    let scope: RequestScope
    let account: MemberAccount
    /// The profile; nil if it may not be fetched, because another site linked here.
    let profile: MemberProfileResult?
    let newReplies: Int

    private var source: StorySource { account.source }

    func write(into w: inout HTMLWriter) {
        w.element(.header) { w in
            w.element(.p, class: "kicker", text: SiteName.of(source, in: scope))
            w.element(.h1, text: account.name)
        }
        switch profile {
        case .profile(let own): writeFacts(own.profile, &w)
        case .failed(let failure):
            FetchStatusView(
                state: .failed, sentence: Strings.ownProfileFailure(failure, at: SiteName.of(source, in: scope)),
                style: "error-note"
            ).write(into: &w)
            writeFacts(Profile(karma: account.karma), &w)
        case .signInNeeded, nil: writeFacts(Profile(karma: account.karma), &w)
        }
        writeLists(&w)
        ActionForm(
            scope, .memberSignOut, returnPath: scope.path(.account(source: source.id)),
            fields: [("source", String(source.id))], style: "native-submit"
        ).writeButton(Strings.memberSignOut, into: &w)
    }

    private func writeFacts(_ profile: Profile, _ w: inout HTMLWriter) {
        w.element(.dl, class: "facts") { w in
            if let karma = profile.karma ?? account.karma { writeFact(Strings.karma, String(karma), &w) }
            if let joined = profile.joinedAt { writeFact(Strings.joined, scope.time.day(joined), &w) }
            writeFact(Strings.signedInSince, scope.time.day(account.signedInAt), &w)
        }
        guard !profile.about.isEmpty else { return }
        w.element(.div, class: "text comment-text") { w in
            w.safe(profile.about.linkingToLinkedPages(scope, story: nil, list: nil))
        }
    }

    private func writeFact(_ name: String, _ value: String, _ w: inout HTMLWriter) {
        w.element(.div) { w in
            w.element(.dt, text: name)
            w.element(.dd, text: value)
        }
    }

    /// The pages of the account before the lists at the site, in the order of use.
    private var pages: [(path: WritingRoute, words: String)] {
        let actions = scope.library.outbox.rules(of: source)?.actions ?? []
        var pages: [(WritingRoute, String)] = []
        if actions.contains(.submit) { pages.append((.submission(source: source.id), Strings.submitStory)) }
        pages.append((.replies, Strings.replies))
        pages.append((.outbox, Strings.outbox))
        if actions.contains(.updateProfile) { pages.append((.memberProfile(source.id), Strings.editProfile)) }
        return pages
    }

    private func writeLists(_ w: inout HTMLWriter) {
        w.element(.ul, class: "menu-lines account-lists") { w in
            for page in pages {
                writeLine(page.path, page.words, &w) { w in
                    guard case .replies = page.path else { return }
                    NewReplyCountView.write(newReplies, style: "list-count", into: &w)
                }
            }
        }
        w.element(.nav, class: "account-lists", [.aria("label", Strings.memberLists)]) { w in
            w.element(.h2, text: Strings.memberLists)
            w.element(.ul, class: "menu-lines") { w in
                for list in MemberItemListView.tabs {
                    writeLine(.memberList(source.id, list), Strings.memberList(list), &w)
                }
            }
        }
    }

    /// Writes a line that links to a page.
    /// - Parameter more: the closure that writes content after the words.
    private func writeLine(
        _ page: WritingRoute, _ words: String, _ w: inout HTMLWriter, _ more: (inout HTMLWriter) -> Void = { _ in }
    ) {
        w.element(.li) { w in
            w.element(.a, [.href(scope.path(page))]) { w in
                w.element(.span) { w in
                    w.text(words)
                    more(&w)
                }
                Icon.chevron.write(scope, into: &w)
            }
        }
    }
}
