import Library
import Markup
import News
import URLs

struct ProfileView {
    let scope: RequestScope
    let details: ProfileDetails
    let tab: ProfileTab

    private var siteName: String { SiteName.of(details.source, in: scope) }

    func page() -> HTMLPage {
        var layout = PageLayout(scope: scope, title: details.name, kind: .story, left: .back(.today))
        layout.barTitle = details.name
        layout.actions = [.type]
        layout.extras = [.stylesheet("thread.css")]
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column discussion member-page") { w in writePage(&w) }
            })
    }

    private func writePage(_ w: inout HTMLWriter) {
        w.element(.header) { w in
            w.element(.p, class: "kicker", text: siteName)
            w.element(.h1, text: details.name)
        }
        writeTabs(&w)
        if let failure = details.failure {
            FetchStatusView(
                state: .failed,
                sentence: Strings.failure(failure, of: .profile(of: details.name), at: siteName, scope.time),
                style: "error-note"
            ).write(into: &w)
        } else if !details.wasFetched {
            writeFetchPrompt(&w)
        } else {
            writeContent(&w)
        }
    }

    private func path(_ tab: ProfileTab) -> String {
        scope.path(Route.profile(details.source.id, details.name, tab))
    }

    private func writeTabs(_ w: inout HTMLWriter) {
        w.element(.nav, class: "narrow chips", [.aria("label", Strings.aboutPerson(details.name))]) { w in
            for other in ProfileTab.allCases {
                w.element(
                    .a, class: "chip", [.href(path(other)), .aria("current", other == tab ? "true" : nil)],
                    text: Strings.profileTab(other))
            }
        }
    }

    private func writeContent(_ w: inout HTMLWriter) {
        switch tab {
        case .about: writeAbout(&w)
        case .stories:
            if details.stories.isEmpty { writeEmptyNote(&w) }
            let view = StoryRowView(scope: scope, list: nil, showsFeedName: false, imageSlot: .column)
            w.element(.div, class: "list") { w in
                for row in details.stories { view.write(row, into: &w) }
            }
        case .comments:
            if details.comments.isEmpty { writeEmptyNote(&w) }
            for located in details.comments { LocatedCommentView(scope: scope, located: located).write(into: &w) }
        }
        if let next = details.next {
            let nextPath = path(tab) + "&after=\(QueryParameters.encoded(next.rawValue))"
            w.element(.div, class: "more") { w in
                w.element(.a, class: "button wide-button", [.href(nextPath)], text: Strings.loadMore)
            }
        }
    }

    /// Writes a link that causes the fetch, for a prefetch or cross-site request.
    private func writeFetchPrompt(_ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: Strings.profileNotFetched(siteName))
        let after = scope.query["after"].map { "&after=\(QueryParameters.encoded($0))" } ?? ""
        w.element(.p) { w in
            w.element(
                .a, class: "button", [.href(path(tab) + after)], text: Strings.fetchProfile(details.name, at: siteName))
        }
    }

    private func writeEmptyNote(_ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: Strings.nothingByAuthor(details.name))
    }

    private func writeAbout(_ w: inout HTMLWriter) {
        guard let person = details.profile else { return }
        w.element(.dl, class: "facts") { w in
            if let karma = person.karma { writeDefinition(Strings.karma, String(karma), &w) }
            if let joined = person.joinedAt { writeDefinition(Strings.joined, scope.time.day(joined), &w) }
        }
        if !person.about.isEmpty {
            w.element(.div, class: "text comment-text") { w in
                w.safe(person.about.linkingToLinkedPages(scope, story: nil, list: nil))
            }
        }
        if let page = person.page, let link = scope.linkedPageURL(page) {
            w.element(.p) { w in
                ExternalLink(scope: scope, link: link).write(
                    .external, Strings.openAt(page.host), style: "quiet", into: &w)
            }
        }
    }

    private func writeDefinition(_ name: String, _ value: String, _ w: inout HTMLWriter) {
        w.element(.div) { w in
            w.element(.dt, text: name)
            w.element(.dd, text: value)
        }
    }
}
