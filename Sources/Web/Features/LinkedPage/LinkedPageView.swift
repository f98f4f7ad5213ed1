import Library
import Markup
import News
import URLs

struct LinkedPageView {
    let scope: RequestScope
    let link: LinkedPageURL
    let details: LinkedPageDetails
    let mayFetch: Bool

    /// The action of script after loading.
    private enum LoadAction: String {
        case fetch = "ask"
        /// Revalidate the stored page that is shown.
        case revalidate = "renew"
        /// Wait, since another request fetches the page.
        case wait
        case none
    }

    private var loadAction: LoadAction {
        if details.isFetching, details.fetchedAt == nil { return .wait }
        guard details.needsRefresh, mayFetch else { return .none }
        return details.fetchedAt == nil ? .fetch : .revalidate
    }

    private var host: String { details.resolvedAddress.host }
    private var isLoading: Bool { loadAction == .fetch || loadAction == .wait }
    private var title: String { details.title ?? (isLoading ? Strings.loading : host) }

    func page() -> HTMLPage {
        var layout = PageLayout(scope: scope, title: title, kind: .story, left: .back(backRoute))
        layout.barTitle = title
        layout.actions = [.share(scope.path(Route.share(link))), .type]
        layout.extras = [.stylesheet("linked-page.css"), .module("linked-page.js")]
        if isLoading {
            var waiting = link
            waiting.waitsForText = true
            layout.extras.append(.noscriptRedirect(scope.path(Route.linkedPage(waiting))))
        }
        // The content changes with every fetch.
        return HTMLPage(isCacheable: false, layout.document { w in writeArticle(&w) })
    }

    private var backRoute: Route {
        guard let story = link.story, !link.isRow else { return link.list?.route ?? .today }
        return .story(story, in: link.list)
    }

    private func writeArticle(_ w: inout HTMLWriter) {
        w.raw("<article class=\"story external\"")
        w.attribute("data-original", details.resolvedAddress.text)
        w.attribute("data-title", title)
        w.attribute("data-load-action", loadAction.rawValue)
        w.raw(">")
        writeHeader(&w)
        LinkedPageStatusView(scope: scope, link: link, details: details, isLoading: isLoading).writeAbove(into: &w)
        if details.body != nil {
            LinkedPageTextView(scope: scope, link: link, details: details).write(into: &w)
            LinkedPageStatusView(scope: scope, link: link, details: details, isLoading: false).writeBelow(into: &w)
        }
        writeFooter(&w)
        w.raw("</article>")
    }

    private func writeHeader(_ w: inout HTMLWriter) {
        w.raw("<header><p class=\"kicker\"><span class=\"host\">")
        w.text(details.siteName ?? host)
        w.raw("</span><span class=\"history-buttons\">")
        writeHistoryButton("-1", Strings.pageBack, .back, &w)
        writeHistoryButton("1", Strings.pageForward, .chevron, &w)
        w.raw("</span></p><h1")
        writeLanguage(&w)
        w.raw(">")
        w.text(title)
        w.raw("</h1>")
        if details.body != nil { writeByline(&w) }
        w.raw("</header>")
    }

    /// Writes a history button, hidden and disabled until script enables it.
    private func writeHistoryButton(_ by: String, _ words: String, _ icon: Icon, _ w: inout HTMLWriter) {
        w.raw("<button class=\"icon-button\" type=\"button\" hidden disabled")
        w.attribute("data-history-step", by)
        w.attribute("aria-label", words)
        w.raw(">")
        icon.write(scope, into: &w)
        w.raw("</button>")
    }

    private func writeLanguage(_ w: inout HTMLWriter) {
        if let language = details.language { w.attribute("lang", language) }
        if details.direction == .rtl { w.raw(" dir=\"rtl\"") }
    }

    private func writeByline(_ w: inout HTMLWriter) {
        var parts: [String] = []
        if let byline = details.byline, !byline.isEmpty { parts.append(byline) }
        if let at = details.publishedAt { parts.append(scope.time.long(at)) }
        if details.wordCount > 120 { parts.append(Strings.readingTime(words: details.wordCount)) }
        guard !parts.isEmpty else { return }
        w.raw("<p class=\"byline\"><span class=\"facts-line\">")
        for part in parts {
            w.raw("<span>")
            w.text(part)
            w.raw("</span> ")
        }
        w.raw("</span></p>")
    }

    private func writeFooter(_ w: inout HTMLWriter) {
        w.raw("<footer><div class=\"form-actions\"><button class=\"quiet\" type=\"button\" data-share hidden>")
        Icon.share.write(scope, into: &w)
        w.text(Strings.share)
        w.raw("</button>")
        ExternalLink(scope: scope, link: link, address: details.resolvedAddress).write(
            .external, Strings.openWebPage, style: "quiet", into: &w)
        if details.fetchedAt != nil {
            LinkedPageStatusView(scope: scope, link: link, details: details, isLoading: false).form(
                isUserRequested: true
            ).write(into: &w) { w in
                w.raw("<button class=\"quiet\">")
                Icon.refresh.write(scope, into: &w)
                w.text(Strings.fetchAgain)
                w.raw("</button>")
            }
        }
        w.raw("</div></footer>")
    }
}
