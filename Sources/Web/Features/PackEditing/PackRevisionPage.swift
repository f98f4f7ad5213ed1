import Library
import Markup
import News
import Packs
import URLs

/// An item as it was after a change, whole, with what differs from today, and the way to bring it back.
struct PackRevisionPage {
    let number: Int64

    /// Returns the query that names an item; nil for the map, which has no page.
    static func query(of key: PackItem.Key) -> String? {
        switch key {
        case .page(let slug): "page=\(slug)"
        case .photograph(let name): "photograph=\(QueryParameters.encoded(name))"
        case .manifest: "guide=1"
        case .baseMap: nil
        }
    }

    private static func key(in query: QueryParameters) throws(LibraryError) -> PackItem.Key {
        if let slug = query["page"] { return .page(slug) }
        if let name = query["photograph"] { return .photograph(name) }
        guard query["guide"] == "1" else { throw .notThere }
        return .manifest
    }

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let context = try await PackEditingContext(scope)
        let key = try Self.key(in: scope.query)
        let project = context.contents.project.id
        let revision = try await scope.library.packProjects.revision(number, of: key, in: project)
        let past = try await scope.library.packProjects.contents(asOf: number, in: project)
        let view = PackRevisionView(context: context, key: key, revision: revision, past: past)
        return context.page(PackEditorStrings.packHistory, back: Self.back(from: key, context)) { w in
            view.write(into: &w)
        }
    }

    private static func back(from key: PackItem.Key, _ context: PackEditingContext) -> Route {
        if case .page(let slug) = key, context.pack.pages[slug] != nil { return .packEditorPage(slug) }
        return .page(.packEditorHistory)
    }
}

/// A view of an earlier version.
struct PackRevisionView {
    let context: PackEditingContext
    let key: PackItem.Key
    let revision: PackRevision
    /// The state of the whole pack after the change.
    let past: EditablePack

    private var scope: RequestScope { context.scope }
    private var isPresent: Bool { context.contents.revisions[key] == revision.change.number }

    func write(into w: inout HTMLWriter) {
        let today = context.pack[key]
        w.element(.h1, text: revision.item?.subject ?? PackHistoryStrings.pageWasRemoved)
        w.element(
            .p, class: "pack-status",
            text: [
                PackHistoryStrings.words(for: revision.change), revision.change.editor.name,
                scope.time.long(revision.change.date),
            ].filter { !$0.isEmpty }.joined(separator: " · "))
        guard let item = revision.item else { return }
        let differing = today.map { fields(of: item, differingFrom: $0) }
        w.element(.p, class: "pack-version-note", text: note(differing))
        if !isPresent, differing != [] {
            ActionForm(
                scope, .restorePackItem, returnPath: scope.path(.page(.packEditorHistory)),
                fields: [("number", String(revision.change.number)), ("kind", key.kind.rawValue), ("name", key.name)],
                style: "native-submit"
            ).writeButton(PackHistoryStrings.bringBack, style: "button primary", into: &w)
        }
        w.element(.dl, class: "pack-version") { w in
            let (then, now) = (
                PackItemFieldsView(scope: scope, pack: past), PackItemFieldsView(scope: scope, pack: context.pack)
            )
            for field in PackItemFieldsView.fields(of: item) {
                let differs = differing?.contains(field) == true
                w.element(.dt) { w in
                    w.text(PackHistoryStrings.name(of: field))
                    if differs { w.element(.small, class: "badge", text: PackHistoryStrings.differsBadge) }
                }
                w.element(.dd, class: differs ? "differs" : "") { w in then.write(field, of: item, &w) }
                if differs, let today { writeToday(field, of: today, item, now, &w) }
            }
        }
    }

    private func note(_ differing: [PackItemField]?) -> String {
        if isPresent { return PackHistoryStrings.isPresentVersion }
        guard let differing else { return PackHistoryStrings.isGoneToday }
        return differing.isEmpty ? PackHistoryStrings.isLikeToday : PackHistoryStrings.differs(differing)
    }

    /// Returns the differing fields. Pages whose siblings only have other numbers stand where they stood.
    private func fields(of item: PackItem, differingFrom today: PackItem) -> [PackItemField] {
        item.changedFields(since: today).filter { field in
            guard field == .position, case .page(let then) = item, case .page(let now) = today else { return true }
            return PackItemMove.Place(of: then.page, in: past) != PackItemMove.Place(of: now.page, in: context.pack)
        }
    }

    private func writeToday(
        _ field: PackItemField, of today: PackItem, _ then: PackItem, _ view: PackItemFieldsView, _ w: inout HTMLWriter
    ) {
        w.element(.dd, class: "today") { w in
            guard field == .text, case .page(let old) = then, case .page(let new) = today else {
                w.element(.small, text: PackHistoryStrings.today)
                return view.write(field, of: today, &w)
            }
            let (before, after) = (Self.blocks(of: old), Self.blocks(of: new))
            for (title, blocks) in [
                (PackHistoryStrings.onlyThen, before.filter { !after.contains($0) }),
                (PackHistoryStrings.onlyToday, after.filter { !before.contains($0) }),
            ] where !blocks.isEmpty {
                w.element(.small, text: title)
                w.element(.ul) { w in for block in blocks { w.element(.li, text: block) } }
            }
        }
    }

    /// Returns the blocks of a page's text as plain text.
    private static func blocks(of page: EditablePage) -> [String] {
        PackTextForm(page.page.text.text).source.split(separator: "\n").map { PlainText.of(html: String($0)) }
            .filter { !$0.isEmpty }
    }
}

/// A view of the fields of an item.
struct PackItemFieldsView {
    let scope: RequestScope
    /// The state in which the pages above and beside are looked up.
    let pack: EditablePack

    /// Returns the fields to show, in the order of the editor's form.
    static func fields(of item: PackItem) -> [PackItemField] {
        switch item {
        case .page(let page) where page.page.parent == nil: [.title, .colour, .ground, .picture, .header, .address]
        case .page:
            [
                .title, .text, .picture, .header, .kind, .colour, .ground, .place, .parent, .position, .address, .draft,
            ]
        case .photograph: [.files, .caption, .credit, .position]
        case .manifest: [.title, .languages, .licence, .address, .credits]
        case .baseMap: []
        }
    }

    func write(_ field: PackItemField, of item: PackItem, _ w: inout HTMLWriter) {
        switch (item, field) {
        case (.page(let page), .text):
            guard !page.page.text.isEmpty else { return w.text(PackHistoryStrings.nothing) }
            PackTextView(scope: scope, text: page.page.text).write(into: &w)
        case (.page(let page), .picture): write(page.page.pictures[.picture], &w)
        case (.page(let page), .header): write(page.page.pictures[.header], &w)
        case (.page(let page), .colour):
            guard let colour = page.page.colour?.description else { return w.text(PackEditorStrings.asAbove) }
            PackColourChoice.writeDot(colour, &w)
            w.text(PackEditorStrings.nameOfColour(colour))
        case (.photograph(let photograph), .files): write(photograph.picture, &w)
        default:
            let text = text(field, of: item) ?? ""
            w.text(text.isEmpty ? PackHistoryStrings.nothing : text)
        }
    }

    private func write(_ picture: PackPicture?, _ w: inout HTMLWriter) {
        guard let file = picture?.thumbnail else { return w.text(PackHistoryStrings.nothing) }
        w.void(
            .img,
            [.src(scope.path(.packMedium(file))), .alt(""), .attribute("width", "96"), .attribute("height", "96")]
        )
    }

    private func text(_ field: PackItemField, of item: PackItem) -> String? {
        switch item {
        case .page(let page): text(field, of: page)
        case .photograph(let photograph): text(field, of: photograph)
        case .manifest(let manifest): Self.text(field, of: manifest)
        case .baseMap: nil
        }
    }

    private func text(_ field: PackItemField, of page: EditablePage) -> String? {
        switch field {
        case .title: page.page.title
        case .kind: PackEditorStrings.name(of: page.page.kind)
        case .ground: page.page.ground.map(String.init) ?? PackEditorStrings.asAbove
        case .place: page.place.map { Strings.coordinates(latitude: $0.latitude, longitude: $0.longitude) }
        case .parent: page.page.parent.map { pack.pages[$0]?.page.title ?? $0 }
        case .position: PackHistoryStrings.standing(PackItemMove.Place(of: page.page, in: pack))
        case .address: page.page.address?.text
        case .draft: page.isDraft ? PackHistoryStrings.yes : PackHistoryStrings.no
        default: nil
        }
    }

    private func text(_ field: PackItemField, of photograph: PackPhoto) -> String? {
        switch field {
        case .caption: photograph.caption
        case .credit: photograph.credit
        case .position:
            pack.gallery.firstIndex { $0.name == photograph.name }.map {
                PackHistoryStrings.position($0 + 1, of: pack.gallery.count)
            }
        default: nil
        }
    }

    private static func text(_ field: PackItemField, of manifest: PackManifest) -> String? {
        switch field {
        case .title: manifest.title
        case .languages: manifest.languages.joined(separator: " ")
        case .licence: manifest.licence
        case .address: manifest.address?.text
        case .credits: manifest.credits.joined(separator: ", ")
        default: nil
        }
    }
}
