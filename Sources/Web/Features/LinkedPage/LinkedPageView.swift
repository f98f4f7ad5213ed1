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

    private var shownTitle: String { scope.shown(title, language: details.language) }

    func page() -> HTMLPage {
        var layout = PageLayout(scope: scope, title: shownTitle, kind: .story, left: .back(backRoute))
        layout.barTitle = shownTitle
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
        w.element(
            .article, class: "story external",
            [
                .data(.original, details.resolvedAddress.text), .data(.title, title),
                .data(.loadAction, loadAction.rawValue),
            ]
        ) { w in
            w.element(.header, [.dir(direction)]) { w in writeHeader(&w) }
            LinkedPageStatusView(scope: scope, link: link, details: details, isLoading: isLoading).writeAbove(into: &w)
            if details.body != nil {
                LinkedPageTextView(scope: scope, link: link, details: details).write(into: &w)
                LinkedPageStatusView(scope: scope, link: link, details: details, isLoading: false).writeBelow(into: &w)
            }
            w.element(.footer) { w in
                w.element(.div, class: "form-actions") { w in writeActions(&w) }
            }
        }
    }

    /// The `dir` attribute of the page's texts; nil for left to right.
    private var direction: String? { details.direction == .rtl ? "rtl" : nil }

    private func writeHeader(_ w: inout HTMLWriter) {
        w.element(.p, class: "kicker") { w in
            w.element(.span, class: "host", text: details.siteName ?? host)
            w.element(.span, class: "history-buttons") { w in
                writeHistoryButton("-1", Strings.pageBack, .back, &w)
                writeHistoryButton("1", Strings.pageForward, .chevron, &w)
            }
        }
        w.element(.h1, [.lang(details.language), .dir(direction)], text: shownTitle)
        OriginalTitleView.write(title, shownAs: shownTitle, into: &w)
        if details.body != nil { writeByline(&w) }
    }

    /// Writes a history button, hidden and disabled until script enables it.
    private func writeHistoryButton(_ by: String, _ words: String, _ icon: Icon, _ w: inout HTMLWriter) {
        w.element(
            .button, class: "icon-button",
            [
                .type("button"), .hidden(), .disabled(), .data(.historyStep, by),
                .aria("label", words),
            ]
        ) { w in icon.write(scope, into: &w) }
    }

    private func writeByline(_ w: inout HTMLWriter) {
        let author = details.byline.flatMap { $0.isEmpty ? nil : $0 }
        guard author != nil || details.publishedAt != nil || Strings.hasReadingTime(words: details.wordCount) else {
            return
        }
        w.element(.div, class: "byline facts-line") { w in
            if let author { w.element(.span, text: author) }
            if let at = details.publishedAt {
                w.text(" ")
                ExactDateView.write(scope, at, into: &w)
            }
            ReadingTimeView.write(words: details.wordCount, into: &w)
        }
    }

    private func writeActions(_ w: inout HTMLWriter) {
        w.element(.button, class: "quiet", [.type("button"), .data(.share), .hidden()]) { w in
            Icon.share.write(scope, into: &w)
            w.text(Strings.share)
        }
        ExternalLink(scope: scope, link: link, address: details.resolvedAddress).write(
            .external, Strings.openWebPage, style: "quiet", into: &w)
        ActionForm(
            scope, .savePage, returnPath: scope.path(Route.linkedPage(link)),
            fields: [("address", details.resolvedAddress.text), ("title", details.title ?? "")]
        ).write(into: &w) { w in
            w.element(.button, class: "quiet") { w in
                Icon.save.write(scope, into: &w)
                w.text(Strings.savePageHere)
            }
        }
        guard details.fetchedAt != nil else { return }
        LinkedPageStatusView(scope: scope, link: link, details: details, isLoading: false).form(
            isUserRequested: true
        ).write(into: &w) { w in
            w.element(.button, class: "quiet") { w in
                Icon.refresh.write(scope, into: &w)
                w.text(Strings.fetchAgain)
            }
        }
    }
}
