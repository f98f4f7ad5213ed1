import Foundation
import Library
import Markup
import News
import Untrusted

/// The document around every page.
struct PageLayout {
    /// The item at the left of the top bar: the nameplate on root pages, elsewhere a back link.
    enum LeadingItem { case nameplate, back(Route) }
    enum Kind { case front, list, story, page }
    /// A button in the right slot of the top bar, which has room for two.
    enum BarButton {
        case search
        case settings
        case add
        case topics
        case type
        case share(String)
    }
    enum HeadElement {
        case stylesheet(StaticString)
        case module(StaticString)
        case noscriptRedirect(String)
        /// A repeated reload while a page waits for its first contents.
        case noscriptReload
    }

    /// The modules that `app.js` imports at once.
    private static let preloadedModules: [StaticString] = [
        "paths.js", "time.js", "actions.js", "lists.js", "sheets.js", "shortcuts.js", "navigation.js", "story.js",
    ]

    let scope: RequestScope
    let title: String
    var kind = Kind.page
    var left: LeadingItem = .nameplate
    var barTitle: String?
    /// True if the bar always shows its title, not only when the heading is scrolled out of view.
    var alwaysShowsBarTitle = false
    var tab: EditionTab?
    var actions: [BarButton] = [.search]
    /// The actions on a story, in the bottom bar if the edition has them there, else in the top bar.
    var storyActions: StoryActionsView?
    /// The favourite button of a pack's page, in the top bar.
    var favourite: PackFavouriteButton?
    /// The number of new replies beside the link to the account; nil without an account.
    var newReplies: Int?
    var status: RefreshStatus?
    var newest: Int64?
    /// The sections of a reader's topics, in order; nil without topics.
    var topicSections: [SectionID]?
    var extras: [HeadElement] = []
    /// True if wide screens show a story beside the list (decision 0010).
    var hasStoryPane = false
    /// The colours of a pack's page, as in `PackPalette`.
    var hue: String?
    /// The style sheet of this page alone.
    var ownStyles: AssetCatalog.InlineStylesheet?

    var bottomBar: EditionLayout.BottomBarContent {
        let layout = scope.edition.layout
        return switch kind {
        case .front: layout.frontBottomBar
        case .list: layout.listBottomBar
        case .story: EditionLayout.BottomBarContent(rawValue: layout.storyBottomBar.rawValue) ?? .nothing
        // The status line is shown only on pages that list stories.
        case .page: layout.frontBottomBar == .tabs ? .tabs : .nothing
        }
    }

    var hasActionBar: Bool { storyActions != nil && scope.edition.layout.storyBottomBar == .actions }
    /// True if the bar has the drawer button, also on lists, so that a section leads to the others (NEXUS-46).
    var hasDrawerButton: Bool { scope.edition.layout.hasDrawer && (left.isRoot || kind == .list) }
    /// True if the bar has a link to the account: on lists of editions whose sources have members, if the right slot
    /// has room.
    var offersAccount: Bool { [.front, .list].contains(kind) && actions.count < 2 && scope.hasMembers }
    /// Selects a tab. Its page is a root page, unless no tab leads from it to the front page.
    mutating func select(_ tab: EditionTab, title: String) {
        self.tab = tab
        guard !scope.edition.layout.hasFrontPageTab else { return }
        left = .back(.today)
        barTitle = title
    }

    func document(_ content: (inout HTMLWriter) -> Void) -> HTMLWriter {
        var w = HTMLWriter(reserving: 65_536)
        writeHead(&w)
        TopBar(layout: self).write(into: &w)
        w.raw("<main id=\"main\" tabindex=\"-1\">")
        content(&w)
        w.raw("</main>")
        if hasStoryPane { Self.writeStoryPane(&w) }
        BottomBar(layout: self).write(into: &w)
        if hasActionBar { storyActions?.write(into: &w) }
        // The links follow the content, where they do not block rendering; they are for the next page.
        for name in stylesheets where inlined(name) != nil { writeStylesheetLink(name, &w) }
        UndoToast.write(scope, into: &w)
        MembershipToast.write(scope, into: &w)
        w.raw("<div id=\"live\" class=\"visually-hidden\" role=\"status\" aria-live=\"polite\"></div></body></html>")
        return w
    }

    /// Writes the story pane, which is shown on wide screens and filled by script.
    private static func writeStoryPane(_ w: inout HTMLWriter) {
        w.raw(
            "<section class=\"reading-pane\" id=\"reading-pane\" aria-label=\"Story\" tabindex=\"-1\"><p class=\"pane-hint\">"
        )
        w.text(Strings.chooseStory)
        w.raw("</p></section>")
    }

    private func writeHead(_ w: inout HTMLWriter) {
        w.raw("<!DOCTYPE html><html")
        writeDocumentAttributes(&w)
        w.raw(
            "><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1,viewport-fit=cover\"><title>"
        )
        w.text(title == scope.edition.title ? title : "\(title) · \(scope.edition.title)")
        w.raw("</title>")
        writeHeadElements(&w)
        w.raw("</head><body")
        writeBodyAttributes(&w)
        w.raw("><a class=\"skip\" href=\"#main\">Skip to content</a>")
    }

    private func writeDocumentAttributes(_ w: inout HTMLWriter) {
        let p = scope.preferences
        w.attribute("lang", scope.edition.language)
        w.attribute("data-edition", scope.edition.id.rawValue)
        w.attribute("data-headline-font", scope.edition.theme.headlineFont.rawValue)
        w.attribute("data-row-style", scope.edition.theme.rowStyle.rawValue)
        if scope.listLayout == .grid { w.raw(" data-layout=\"grid\"") }
        w.attribute("data-theme", p.theme.rawValue)
        w.attribute("data-text-size", String(p.textSize))
        w.attribute("data-font-face", p.face.rawValue)
        w.attribute("data-line-width", p.measure.rawValue)
        w.attribute("data-density", p.density.rawValue)
        if p.scalesInterface { w.raw(" data-scaling=\"all\"") }
        if !p.showsPictures { w.raw(" data-pictures=\"off\"") }
    }

    private func writeHeadElements(_ w: inout HTMLWriter) {
        let p = scope.preferences
        for name in stylesheets { writeStylesheet(name, &w) }
        PWAHeadTags(dependencies: scope.dependencies, manifest: AppManifest(scope.edition), theme: p.theme).write(
            into: &w)
        w.raw("<script type=\"module\"")
        w.attribute("src", scope.dependencies.assets.path("app.js"))
        w.raw("></script>")
        // The modules are preloaded, or they would queue behind images: browsers open six connections.
        for module in Self.preloadedModules {
            w.raw("<link rel=\"modulepreload\"")
            w.attribute("href", scope.dependencies.assets.path(module))
            w.raw(">")
        }
        if p.columns { write(.module("columns.js"), &w) }
        if scope.loadsOfflineScript { write(.module("offline.js"), &w) }
        for extra in extras { write(extra, &w) }
        if let ownStyles { w.style(ownStyles.bytes, source: ownStyles.cspSource, attribute: " data-palette-styles") }
    }

    private func writeBodyAttributes(_ w: inout HTMLWriter) {
        let p = scope.preferences
        w.attribute("class", bodyClass)
        w.attribute("data-palette", hue)
        w.attribute("data-server-time", String(Int(saturating: scope.now.timeIntervalSince1970 * 1000)))
        w.attribute("data-mark-on-scroll", p.markOnScroll ? "on" : p.markOnScrollOffered ? "off" : "ask")
        if !p.marksOpened { w.raw(" data-keeps-unread") }
        if hasDrawerButton { w.raw(" data-has-drawer") }
        if scope.edition.layout.hasDrawer || !scope.edition.options.allowsSaving { w.raw(" data-no-row-swipe") }
        if scope.edition.layout.topBar == .hidesOnScroll { w.raw(" data-hides-on-scroll") }
        if scope.edition.options.allowsTicks {
            w.attribute("data-tick-label", EditionTab.ticked.title(in: scope.edition))
        }
        if scope.edition.options.saveIcon == .star { w.raw(" data-save-icon=\"star\"") }
        w.attribute("data-save-label", scope.edition.options.words[.saved])
        w.attribute("data-topic-sections", topicSections?.map { String($0.rawValue) }.joined(separator: " "))
        if let newest { w.attribute("data-newest", String(newest)) }
        if status != nil, let list = scope.displayedList { w.attribute("data-refreshes-list", list.code) }
        if let minutes = scope.edition.options.reloadMinutes { w.attribute("data-reload-minutes", String(minutes)) }
    }

    private func write(_ extra: HeadElement, _ w: inout HTMLWriter) {
        switch extra {
        // Style sheets are written before all others (`stylesheets`).
        case .stylesheet: return
        case .module(let name):
            w.raw("<script type=\"module\"")
            w.attribute("src", scope.dependencies.assets.path(name))
            w.raw("></script")
        case .noscriptRedirect(let path):
            w.raw("<noscript><meta http-equiv=\"refresh\"")
            w.attribute("content", "0; url=\(path)")
            w.raw("></noscript")
        case .noscriptReload: w.raw("<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript")
        }
        w.raw(">")
    }

    /// The names of all files that style the page, the edition's first.
    private var stylesheets: [String] {
        var names = [scope.dependencies.assets.stylesheetName(of: scope.edition)]
        if scope.preferences.columns { names.append("columns.css") }
        for case .stylesheet(let name) in extras { names.append(String(describing: name)) }
        return names
    }

    /// Returns the style sheet to inline; nil if the page links the file.
    private func inlined(_ name: String) -> AssetCatalog.InlineStylesheet? {
        scope.inlinesStyles ? scope.dependencies.assets.inlineStylesheet(named: name) : nil
    }

    private func writeStylesheet(_ name: String, _ w: inout HTMLWriter) {
        guard let sheet = inlined(name) else { return writeStylesheetLink(name, &w) }
        w.style(sheet.bytes, source: sheet.cspSource)
    }

    private func writeStylesheetLink(_ name: String, _ w: inout HTMLWriter) {
        w.raw("<link rel=\"stylesheet\"")
        w.attribute("href", scope.dependencies.assets.path(named: name))
        w.raw(">")
    }

    private var bodyClass: String {
        let parts = [
            left.isRoot ? "page-root" : "page-inner",
            bottomBar != .nothing
                ? "with-\(bottomBar.rawValue)-bar" : hasActionBar ? "with-story-bar" : "no-bottom-bar",
            hasStoryPane ? "two-panes" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension PageLayout.LeadingItem {
    var isRoot: Bool { if case .nameplate = self { true } else { false } }
}
