import Library
import Markup
import News
import Packs

/// The editor's first page: the tree of pages, and the ways to everything else. Without a project, the offer to begin.
struct PackTreePage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let options = scope.edition.pack else { throw .notThere }
        guard let context = try await PackEditingContext.ifEdited(scope) else {
            return try await offer(for: scope, options)
        }
        return context.page(PackEditorStrings.editGuide(context.pack.manifest.title), back: .today) { w in
            w.element(.h1, text: context.pack.manifest.title)
            for action in [ActionName.movePackPage, .undoPackChange] {
                FormFieldValues(scope, action).writeFormFault(&w)
            }
            PackStatusView(context: context).write(into: &w)
            PackTreeView(context: context).write(into: &w)
        }
    }

    /// Returns the page that offers to edit the installed version.
    private func offer(for scope: RequestScope, _ options: PackOptions) async throws(LibraryError) -> HTMLPage {
        let installed = try await scope.library.packs.installed(in: scope.edition, for: scope.reader)
        return PackEditingContext.page(scope, PackEditorStrings.editGuide(scope.edition.title), back: .today) { w in
            w.element(.h1, text: PackEditorStrings.editGuide(scope.edition.title))
            if options.address != nil {
                return w.element(.p, class: "note", text: PackEditorStrings.guideComesFromElsewhere)
            }
            let words = installed.map {
                PackEditorStrings.beginEditing(pages: $0.pageCount, photographs: $0.photographCount)
            }
            w.element(.p, class: "note", text: words ?? PackEditorStrings.nothingToEdit)
            ActionForm(scope, .editPack, returnPath: scope.path(.page(.packEditor)), style: "native-submit")
                .writeButton(PackEditorStrings.beginEditingButton, style: "button primary", into: &w)
        }
    }
}

/// A view of what is published and what is not yet, with the ways to the editor's other pages.
struct PackStatusView {
    let context: PackEditingContext

    private var scope: RequestScope { context.scope }
    private var project: PackProject { context.contents.project }

    func write(into w: inout HTMLWriter) {
        w.element(.p, class: "pack-status", [.role("status")], text: status)
        if let failure = project.publishFailure { w.element(.p, class: "form-error", [.role("alert")], text: failure) }
        w.element(.div, class: "form-actions pack-editor-actions") { w in
            w.element(
                .a, class: "button primary", [.href(scope.path(.page(.packPublication)))],
                text: PackEditorStrings.publish)
            w.element(
                .a, class: "button", [.href(scope.path(.page(.packPreview)))], text: PackEditorStrings.previewGuide)
        }
        w.element(.nav, class: "pack-editor-ways", [.aria("label", PackEditorStrings.editorPages)]) { w in
            for (path, title) in [
                (PathPattern.packEditorPhotographs, PackEditorStrings.galleryTitle(context.pack.gallery.count)),
                (.packEditorHistory, PackEditorStrings.packHistory),
                (.packEditorSettings, PackEditorStrings.aboutGuide),
            ] {
                w.element(.a, [.href(scope.path(.page(path)))], text: title)
            }
        }
    }

    private var status: String {
        if let due = project.publishDueAt {
            return PackEditorStrings.publicationWaits(scope.time.long(due))
        }
        guard let published = project.published else { return PackEditorStrings.notPublishedFromHere }
        let count = Int(project.changeNumber - published.changeNumber)
        return PackEditorStrings.published(
            published.version.description, scope.time.long(published.date), changesSince: count)
    }
}

/// The tree of pages. Each page opens its form, and moves by buttons; script adds dragging and keys.
struct PackTreeView {
    let context: PackEditingContext

    private var scope: RequestScope { context.scope }

    func write(into w: inout HTMLWriter) {
        let tree = context.pack.tree
        let findings = context.findings
        w.element(
            .section, class: "pack-tree",
            [.aria("label", PackEditorStrings.pagesOfGuide), .data(.packTree, isSet: true)]
        ) { w in
            w.element(.ul) { w in
                for root in tree.roots { writePage(root, in: tree, findings, &w) }
            }
        }
    }

    private func writePage(
        _ page: PackPage, in tree: PackTree, _ findings: [PackItem.Key: [PackFinding]],
        _ w: inout HTMLWriter
    ) {
        let children = tree.children(of: page.slug)
        w.element(.li, [.data(.slug, page.slug), .id("page-\(page.slug)")]) { w in
            w.element(.div, class: "pack-tree-row") { w in
                writeTitle(page, findings[.page(page.slug)] ?? [], &w)
                w.element(.span, class: "pack-tree-moves") { w in
                    if page.parent != nil { writeMoves(page, in: tree, &w) }
                }
                writeNewPage(below: page, &w)
            }
            guard !children.isEmpty else { return }
            w.element(.ul) { w in
                for child in children { writePage(child, in: tree, findings, &w) }
            }
        }
    }

    private func writeTitle(_ page: PackPage, _ findings: [PackFinding], _ w: inout HTMLWriter) {
        w.element(.a, class: "pack-tree-title", [.href(context.path(page.slug))]) { w in
            w.element(.b, text: page.title)
            let isDraft = context.pack.pages[page.slug]?.isDraft ?? false
            if isDraft { w.element(.small, class: "badge", text: PackEditorStrings.draftBadge) }
            if let finding = findings.first { w.element(.small, class: "warning", text: finding.message) }
        }
    }

    private func writeMoves(_ page: PackPage, in tree: PackTree, _ w: inout HTMLWriter) {
        let siblings = page.parent.map { tree.children(of: $0) } ?? []
        guard let index = siblings.firstIndex(where: { $0.slug == page.slug }) else { return }
        let title = page.title
        if index > 0 {
            writeMove(page, ("before", siblings[index - 1].slug), PackEditorStrings.moveUp(title), &w)
        }
        guard index + 1 < siblings.count else { return }
        let next = index + 2 < siblings.count ? siblings[index + 2].slug : nil
        w.element(.span, class: "pack-tree-down") { w in
            writeMove(
                page, next.map { ("before", $0) } ?? ("below", page.parent ?? ""),
                PackEditorStrings.moveDown(title), &w)
        }
    }

    private func writeMove(
        _ page: PackPage, _ destination: (String, String), _ label: String, _ w: inout HTMLWriter
    ) {
        PackMoveButton(
            scope: scope, action: .movePackPage, slug: page.slug, destination: destination, label: label,
            returnPath: scope.path(.page(.packEditor)) + "#page-\(page.slug)"
        ).write(into: &w)
    }

    /// Writes the button that opens the form which adds a page below another.
    private func writeNewPage(below page: PackPage, _ w: inout HTMLWriter) {
        let label = PackEditorStrings.addPageBelow(page.title)
        let values = FormFieldValues(scope, .addPackPage, where: [("parent", page.slug)])
        w.element(.details, class: "pack-tree-add", [.flag("open", values.isRefused)]) { w in
            w.element(.summary, class: "icon-button", [.aria("label", label), .attribute("title", label)]) { w in
                Icon.plus.write(scope, into: &w)
            }
            ActionForm(
                scope, .addPackPage, returnPath: scope.path(.page(.packEditor)), fields: [("parent", page.slug)],
                style: "inline-form native-submit"
            ).write(into: &w) { w in
                values.writeFormFault(&w)
                w.void(
                    .input, class: "input",
                    [
                        .name("title"), .required(), .autocomplete("off"), .value(values.value("title", "")),
                        .aria("label", PackEditorStrings.pageTitle),
                        .placeholder(PackEditorStrings.pageTitle), .attribute("maxlength", "500"),
                    ])
                w.element(.button, class: "button", text: PackEditorStrings.addPage)
            }
        }
    }
}
