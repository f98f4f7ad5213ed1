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
    /// True if the page belongs to no tab, and has no bar of them: those of editors.
    var hidesBottomBar = false
    /// True if wide screens show a story beside the list (decision 0010).
    var hasStoryPane = false
    /// The colours of a pack's page, as in `PackPalette`.
    var hue: String?
    /// True if a first visit inlines all rules, also those that lists do not need at once.
    var inlinesAllStyles = false
    /// The style sheet of this page alone.
    var ownStyles: AssetCatalog.InlineStylesheet?

    var bottomBar: EditionBars.BottomBarContent {
        let layout = scope.edition.layout
        guard !hidesBottomBar else { return .nothing }
        return switch kind {
        case .front: layout.frontBottomBar
        case .list: layout.listBottomBar
        case .story: EditionBars.BottomBarContent(rawValue: layout.storyBottomBar.rawValue) ?? .nothing
        // The status line is shown only on pages that list stories.
        case .page: layout.frontBottomBar == .tabs ? .tabs : .nothing
        }
    }

    private var listsStories: Bool { kind == .front || kind == .list }
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
        w.doctype()
        w.element(.html, [.lang(scope.edition.language)], more: { w in writeDocumentAttributes(&w) }) { w in
            w.element(.head) { w in writeHead(&w) }
            w.element(.body, [.attribute("class", bodyClass)], more: { w in writeBodyAttributes(&w) }) { w in
                writeBody(content, &w)
            }
        }
        return w
    }

    private func writeBody(_ content: (inout HTMLWriter) -> Void, _ w: inout HTMLWriter) {
        w.element(.a, class: "skip", [.href("#main")], text: "Skip to content")
        if let sidebar = scope.sidebar { SidebarView(scope: scope, sidebar: sidebar).write(into: &w) }
        TopBar(layout: self).write(into: &w)
        w.element(.main, [.id("main"), .tabindex(-1)], content: content)
        if hasStoryPane { Self.writeStoryPane(&w) }
        BottomBar(layout: self).write(into: &w)
        if hasActionBar { storyActions?.write(into: &w) }
        UndoToast.write(scope, into: &w)
        MembershipToast.write(scope, into: &w)
        RowMarks(scope: scope).writeTemplate(into: &w)
        w.element(.div, [.id("live"), .class("visually-hidden"), .role("status"), .aria("live", "polite")])
        if listsStories { writeModules(&w) }
        // Files for the next page, and for what this one shows later. Styles of another medium block nothing; script applies them.
        for name in stylesheets where inlined(name) != nil {
            w.void(.link, [.rel("stylesheet"), .media("print"), .href(scope.dependencies.assets.path(named: name))])
        }
    }

    /// Writes the scripts, which run once the page is read: on lists after the rows, which are drawn earlier so; before long texts,
    /// as they would load late.
    private func writeModules(_ w: inout HTMLWriter) {
        writeModule("app.js", &w)
        // The entry imports `page.js`, which would otherwise come after it.
        w.void(.link, [.rel("modulepreload"), .href(scope.dependencies.assets.path("page.js"))])
        if scope.preferences.columns { writeModule("columns.js", &w) }
        if scope.sidebar != nil { writeModule("sidebar.js", &w) }
        if scope.loadsOfflineScript { writeModule("offline.js", &w) }
        for case .module(let name) in extras { writeModule(name, &w) }
    }

    /// Writes the story pane, which is shown on wide screens and filled by script.
    private static func writeStoryPane(_ w: inout HTMLWriter) {
        w.element(
            .section, class: "reading-pane", [.id("reading-pane"), .aria("label", "Story"), .tabindex(-1)]
        ) { w in
            w.element(.p, class: "pane-hint", text: Strings.chooseStory)
        }
    }

    private func writeDocumentAttributes(_ w: inout HTMLWriter) {
        let p = scope.preferences
        let theme = scope.edition.theme
        let listLayout = scope.listLayout == .grid ? "grid" : nil
        w.attributes([
            .data(.edition, scope.edition.id.rawValue), .data(.headlineFont, theme.headlineFont.rawValue),
            .data(.rowStyle, theme.rowStyle.rawValue), .data(.layout, listLayout),
        ])
        let scaling = p.scalesInterface ? "all" : nil
        let pictures = p.showsPictures ? nil : "off"
        w.attributes([
            .data(.theme, p.theme.rawValue), .data(.textSize, p.textSize), .data(.fontFace, p.face.rawValue),
            .data(.lineWidth, p.measure.rawValue), .data(.density, p.density.rawValue), .data(.scaling, scaling),
            .data(.pictures, pictures),
        ])
    }

    private func writeHead(_ w: inout HTMLWriter) {
        let p = scope.preferences
        w.void(.meta, [.attribute("charset", "utf-8")])
        w.void(
            .meta, [.name("viewport"), .content("width=device-width,initial-scale=1,viewport-fit=cover")])
        w.element(.title, text: title == scope.edition.title ? title : "\(title) · \(scope.edition.title)")
        for name in stylesheets { writeStylesheet(name, &w) }
        PWAHeadTags(dependencies: scope.dependencies, manifest: AppManifest(scope.edition), theme: p.theme).write(
            into: &w)
        if !listsStories { writeModules(&w) }
        for extra in extras { write(extra, &w) }
        if let ownStyles { w.style(ownStyles.bytes, source: ownStyles.cspSource, [.data(.paletteStyles)]) }
    }

    private func writeBodyAttributes(_ w: inout HTMLWriter) {
        let p = scope.preferences
        let layout = scope.edition.layout
        let options = scope.edition.options
        let serverTime = Int(saturating: scope.now.timeIntervalSince1970 * 1000)
        let markOnScroll = p.markOnScroll ? "on" : p.markOnScrollOffered ? "off" : "ask"
        w.attributes([
            .data(.palette, hue), .data(.serverTime, serverTime), .data(.markOnScroll, markOnScroll),
            .data(.keepsUnread, isSet: !p.marksOpened), .data(.hasDrawer, isSet: hasDrawerButton),
            .data(.noRowSwipe, isSet: layout.hasDrawer || !options.allowsSaving),
            .data(.hidesOnScroll, isSet: layout.topBar == .hidesOnScroll),
        ])
        let tickLabel = options.allowsTicks ? EditionTab.ticked.title(in: scope.edition) : nil
        let sections = topicSections?.map { String($0.rawValue) }.joined(separator: " ")
        let newestStory = newest.map { Int($0) }
        let refreshedList = status == nil ? nil : scope.displayedList?.code
        w.attributes([
            .data(.tickLabel, tickLabel), .data(.saveLabel, options.words[.saved]),
            .data(.topicSections, sections), .data(.newest, newestStory), .data(.refreshesList, refreshedList),
            .data(.reloadMinutes, options.reloadMinutes),
        ])
    }

    private func writeModule(_ name: StaticString, _ w: inout HTMLWriter) {
        w.element(.script, [.type("module"), .src(scope.dependencies.assets.path(name))])
    }

    private func write(_ extra: HeadElement, _ w: inout HTMLWriter) {
        switch extra {
        // Style sheets are written before all others (`stylesheets`), modules after the content.
        case .stylesheet, .module: return
        case .noscriptRedirect(let path): writeReload("0; url=\(path)", &w)
        case .noscriptReload: writeReload("2", &w)
        }
    }

    /// Writes a reload for browsers without script.
    /// - Parameter content: the seconds before it, and the URL if it is another page's (HTML §4.2.5.3).
    private func writeReload(_ content: String, _ w: inout HTMLWriter) {
        w.element(.noscript) { w in w.void(.meta, [.attribute("http-equiv", "refresh"), .content(content)]) }
    }

    /// The names of all files that style the page, the edition's first.
    private var stylesheets: [String] {
        var names = [scope.dependencies.assets.stylesheetName(of: scope.edition)]
        if scope.preferences.columns { names.append("columns.css") }
        if scope.sidebar != nil { names.append("sidebar.css") }
        for case .stylesheet(let name) in extras { names.append(String(describing: name)) }
        return names
    }

    /// Returns the style sheet to inline; nil if the page links the file.
    private func inlined(_ name: String) -> AssetCatalog.InlineStylesheet? {
        guard scope.inlinesStyles else { return nil }
        return scope.dependencies.assets.inlineStylesheet(named: name, forList: listsStories && !inlinesAllStyles)
    }

    private func writeStylesheet(_ name: String, _ w: inout HTMLWriter) {
        if let sheet = inlined(name) { return w.style(sheet.bytes, source: sheet.cspSource, []) }
        let path = scope.dependencies.assets.path(named: name)
        // A browser that has read the page before its styles came from the cache would lay it out twice.
        w.preload(path, "as=style")
        w.void(.link, [.rel("stylesheet"), .href(path)])
    }

    private var bodyClass: String {
        let parts = [
            left.isRoot ? "page-root" : "page-inner",
            bottomBar != .nothing
                ? "with-\(bottomBar.rawValue)-bar" : hasActionBar ? "with-story-bar" : "no-bottom-bar",
            hasStoryPane ? "two-panes" : "", scope.sidebar == nil ? "" : "with-sidebar",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension PageLayout.LeadingItem {
    var isRoot: Bool { if case .nameplate = self { true } else { false } }
}
