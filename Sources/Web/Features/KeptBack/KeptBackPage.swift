import Library
import Markup
import News

/// A page with the stories that a list keeps back, each with its reasons and a button that shows it all the same.
struct KeptBackPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let list = scope.query["in"].flatMap { StoryList(code: $0) } ?? scope.list(.everything)
        let kept = try await scope.library.keptBack.stories(of: list, for: scope.reader, depth: scope.rowLimit)
        var layout = PageLayout(
            scope: scope, title: Strings.keptBack, left: .back(list.route), barTitle: Strings.keptBack, actions: [])
        layout.extras = [.stylesheet("mute.css")]
        return HTMLPage(
            layout.document { w in
                w.element(.div, class: "page-column kept-back-page") { w in
                    w.element(.h1, text: Strings.keptBack)
                    writeHead(kept, of: list, scope, &w)
                    if kept.stories.isEmpty {
                        EmptyStateView.write(
                            scope, Strings.nothingKeptBack, (Strings.backToFrontPage, .today), into: &w)
                    } else {
                        writeStories(kept, scope, &w)
                        writeMore(kept, list, scope, &w)
                    }
                }
            })
    }

    private func writeHead(
        _ kept: KeptBackStories, of list: StoryList, _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        w.element(.p, class: "note", text: Strings.keptBackNote(scope.edition.title))
        w.element(.div, class: "kept-back-tools") { w in
            if kept.stories.contains(where: { !$0.isRestored }) {
                w.element(.span, text: Strings.keptBackSummary(kept.count))
                ActionForm(scope, .restoreKeptBack, returnPath: scope.currentURI, fields: [("list", list.code)])
                    .writeButton(Strings.showAll, style: "quiet", into: &w)
            }
            w.element(
                .a, class: "quiet", [.href(scope.path(Route.page(.keptBackSettings)))], text: Strings.chooseKinds)
        }
    }

    private func writeStories(_ kept: KeptBackStories, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.ul, class: "kept-back-stories") { w in
            for story in kept.stories { w.element(.li) { w in write(story, scope, &w) } }
        }
    }

    private func write(_ story: KeptBackStory, _ scope: RequestScope, _ w: inout HTMLWriter) {
        let row = story.row
        w.element(.p, class: "source-line") { w in
            w.element(.span, class: "name", text: SiteName.of(row, in: scope.edition))
            TimeView.write(scope, row.shownAt, into: &w)
        }
        w.element(.h2, class: "headline") { w in
            w.element(
                .a,
                [
                    .href(scope.path(Route.story(row.id, in: nil))), .lang(row.language),
                    .dir(row.direction == .rtl ? "rtl" : nil),
                ]
            ) { w in SnippetView.write(story.title, into: &w) }
        }
        w.element(.div) { w in
            w.element(
                .p, class: "kept-back-reason",
                text: Strings.headlineReasons(story.reasons))
            KeptBackButton.write(scope, story, into: &w)
        }
    }

    private func writeMore(
        _ kept: KeptBackStories, _ list: StoryList, _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        guard kept.hasMore else { return }
        let path = "\(scope.path(Route.keptBack(list)))&depth=\(scope.rowLimit + scope.pageSize)"
        w.element(.div, class: "more") { w in
            w.element(.a, class: "button wide-button", [.href(path)], text: Strings.loadMore)
        }
    }
}

/// The form that shows all stories that a list keeps back.
struct RestoreKeptBackForm: FormValue {
    @Coded var list: StoryList

    static let faults = ["list": "No such list."]

    func perform(in scope: RequestScope) async throws(LibraryError) -> ActionOutcome {
        let token = try await scope.library.keptBack.restoreAll(of: list, for: scope.reader)
        return .undoable(token, Strings.areShown(token))
    }
}
