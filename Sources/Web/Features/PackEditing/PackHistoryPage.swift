import Library
import Markup
import News
import Packs

/// The list of what was saved, with a way back for each change.
struct PackHistoryPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let context = try await PackEditingContext(scope)
        let project = context.contents.project
        let slug = scope.query["page"]
        let changes =
            if let slug {
                try await scope.library.packProjects.changes(of: .page(slug), in: project.id)
            } else {
                try await scope.library.packProjects.changes(
                    in: project.id, before: scope.query.id("before") ?? .max, limit: Self.length)
            }
        let title = slug.flatMap { context.pack.pages[$0]?.page.title } ?? context.pack.manifest.title
        return context.page(PackEditorStrings.packHistory, back: slug.map { .packEditorPage($0) } ?? .page(.packEditor))
        { w in
            w.element(.h1, text: PackEditorStrings.history(of: title))
            w.element(.ol, class: "pack-changes") { w in
                for change in changes { Self.write(change, of: slug, context, &w) }
            }
            if slug == nil, changes.count == Self.length, let last = changes.last {
                let path = scope.path(.page(.packEditorHistory)) + "?before=\(last.number)"
                w.element(.a, class: "button", [.href(path)], text: PackEditorStrings.earlierChanges)
            }
        }
    }

    private static let length = 100

    private static func write(
        _ change: PackChange, of slug: String?, _ context: PackEditingContext, _ w: inout HTMLWriter
    ) {
        let scope = context.scope
        let published = context.contents.project.published?.changeNumber ?? 0
        w.element(.li, class: "settings-row") { w in
            w.element(.span) { w in
                w.element(.b, text: PackEditorStrings.words(for: change))
                w.element(
                    .small,
                    text: [
                        change.editor.name, scope.time.long(change.date),
                        change.number <= published ? PackEditorStrings.isPublished : PackEditorStrings.isNotPublished,
                    ].joined(separator: " · "))
            }
            if let slug {
                let path = scope.path(.page(.packEditorHistory)) + "/\(change.number)?page=\(slug)"
                w.element(.a, class: "button", [.href(path)], text: PackEditorStrings.lookAtVersion)
            } else if change.isUndoable {
                ActionForm(
                    scope, .undoPackChange, returnPath: scope.path(.page(.packEditorHistory)),
                    fields: [("number", String(change.number))], style: "native-submit"
                ).writeButton(Strings.undo, into: &w)
            }
        }
    }
}

/// A page as it was after a change, beside the way to bring it back.
struct PackRevisionPage {
    let number: Int64

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let context = try await PackEditingContext(scope)
        guard let slug = scope.query["page"] else { throw .notThere }
        let project = context.contents.project.id
        let revision = try await scope.library.packProjects.revision(number, of: .page(slug), in: project)
        let now = context.contents.revisions[.page(slug)]
        return context.page(PackEditorStrings.packHistory, back: .packEditorPage(slug)) { w in
            w.element(.h1, text: revision.item?.subject ?? PackEditorStrings.pageWasRemoved)
            w.element(
                .p, class: "pack-status",
                text: "\(revision.change.editor.name) · \(scope.time.long(revision.change.date))")
            if case .page(let editable)? = revision.item {
                w.element(.div, class: "pack-version") { w in
                    PackTextView(scope: scope, text: editable.page.text).write(into: &w)
                }
            }
            guard now != number else { return w.element(.p, class: "note", text: PackEditorStrings.isPresentVersion) }
            ActionForm(
                scope, .restorePackItem, returnPath: scope.path(.packEditorPage(slug)),
                fields: [("number", String(number)), ("kind", "page"), ("name", slug)], style: "native-submit"
            ).writeButton(PackEditorStrings.bringBack, style: "button primary", into: &w)
        }
    }
}
