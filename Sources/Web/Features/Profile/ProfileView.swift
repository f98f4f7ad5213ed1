import Library
import Markup
import News
import URLs

struct ProfileView {
    let scope: RequestScope
    let details: ProfileDetails
    let tab: ProfileTab

    private var host: String { details.source.site.host }

    func page() -> HTMLPage {
        var layout = PageLayout(scope: scope, title: details.name, kind: .story, left: .back(.today))
        layout.barTitle = details.name
        layout.actions = [.type]
        layout.extras = [.stylesheet("thread.css")]
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.raw("<div class=\"page-column discussion member-page\"><header><p class=\"kicker\">")
                w.text(host)
                w.raw("</p><h1>")
                w.text(details.name)
                w.raw("</h1></header>")
                writeTabs(&w)
                if let failure = details.failure {
                    FetchStatusView(
                        state: .failed,
                        sentence: Strings.failure(failure, of: .profile(of: details.name), at: host, scope.time),
                        style: "error-note"
                    ).write(into: &w)
                } else if !details.wasFetched {
                    writeFetchPrompt(&w)
                } else {
                    writeContent(&w)
                }
                w.raw("</div>")
            })
    }

    private func path(_ tab: ProfileTab) -> String {
        scope.path(Route.profile(details.source.id, details.name, tab))
    }

    private func writeTabs(_ w: inout HTMLWriter) {
        w.raw("<nav class=\"narrow chips\"")
        w.attribute("aria-label", Strings.aboutPerson(details.name))
        w.raw(">")
        for other in ProfileTab.allCases {
            w.raw("<a class=\"chip\"")
            w.attribute("href", path(other))
            if other == tab { w.raw(" aria-current=\"true\"") }
            w.raw(">")
            w.text(Strings.profileTab(other))
            w.raw("</a>")
        }
        w.raw("</nav>")
    }

    private func writeContent(_ w: inout HTMLWriter) {
        switch tab {
        case .about: writeAbout(&w)
        case .stories:
            if details.stories.isEmpty { writeEmptyNote(&w) }
            w.raw("<div class=\"list\">")
            let view = StoryRowView(scope: scope, list: nil, showsFeedName: false, imageSlot: .column)
            for row in details.stories { view.write(row, into: &w) }
            w.raw("</div>")
        case .comments:
            if details.comments.isEmpty { writeEmptyNote(&w) }
            for located in details.comments { LocatedCommentView(scope: scope, located: located).write(into: &w) }
        }
        if let next = details.next {
            w.raw("<div class=\"more\"><a class=\"button wide-button\"")
            w.attribute("href", path(tab) + "&after=\(QueryParameters.encoded(next.rawValue))")
            w.raw(">")
            w.text(Strings.loadMore)
            w.raw("</a></div>")
        }
    }

    /// Writes a link that causes the fetch, for a prefetch or cross-site request.
    private func writeFetchPrompt(_ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(Strings.profileNotFetched(host))
        w.raw("</p><p><a class=\"button\"")
        w.attribute("href", path(tab) + (scope.query["after"].map { "&after=\(QueryParameters.encoded($0))" } ?? ""))
        w.raw(">")
        w.text(Strings.fetchProfile(details.name, at: host))
        w.raw("</a></p>")
    }

    private func writeEmptyNote(_ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(Strings.nothingByAuthor(details.name))
        w.raw("</p>")
    }

    private func writeAbout(_ w: inout HTMLWriter) {
        guard let person = details.profile else { return }
        w.raw("<dl class=\"facts\">")
        if let karma = person.karma { writeDefinition(Strings.karma, String(karma), &w) }
        if let joined = person.joinedAt { writeDefinition(Strings.joined, scope.time.day(joined), &w) }
        w.raw("</dl>")
        if !person.about.isEmpty {
            w.raw("<div class=\"text comment-text\">")
            w.safe(person.about.linkingToLinkedPages(scope, story: nil, list: nil))
            w.raw("</div>")
        }
        if let page = person.page, let link = scope.linkedPageURL(page) {
            w.raw("<p>")
            ExternalLink(scope: scope, link: link).write(.external, Strings.openAt(page.host), style: "quiet", into: &w)
            w.raw("</p>")
        }
    }

    private func writeDefinition(_ name: String, _ value: String, _ w: inout HTMLWriter) {
        w.raw("<div><dt>")
        w.text(name)
        w.raw("</dt><dd>")
        w.text(value)
        w.raw("</dd></div>")
    }
}
