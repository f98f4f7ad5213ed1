import Library
import Markup
import News
import Packs

/// The photographs of the gallery with their captions, in their order, and the pictures that pages have of their own.
struct PackPhotographEditor {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let context = try await PackEditingContext(scope)
        let gallery = context.pack.gallery
        return context.page(Strings.photographs, back: .page(.packEditor)) { w in
            w.element(.h1, text: PackEditorStrings.galleryTitle(gallery.count))
            w.element(.p, class: "pack-status") { w in
                w.text(gallery.isEmpty ? PackEditorStrings.galleryIsEmpty : PackEditorStrings.galleryHint)
                if !gallery.isEmpty {
                    w.element(.span, class: "needs-script", text: PackEditorStrings.galleryScriptHint)
                }
            }
            for action in [ActionName.movePackPhotograph, .removePackPhotograph] {
                FormFieldValues(scope, action).writeFormFault(&w)
            }
            PackUploadView(scope: scope, page: nil, slot: nil).write(into: &w)
            w.element(
                .ul, class: "pack-photographs",
                [.aria("label", Strings.photographs), .data(.packGallery, isSet: true)]
            ) { w in
                for index in gallery.indices {
                    PackPhotographView(context: context, gallery: gallery, index: index).write(into: &w)
                }
            }
            Self.writePagePictures(context, &w)
        }
    }

    /// Writes the pictures of pages, each with the way to its page.
    private static func writePagePictures(_ context: PackEditingContext, _ w: inout HTMLWriter) {
        let pictures = context.pack.tree.inOrder.flatMap { page in
            PackPage.Slot.allCases.compactMap { slot in
                page.pictures[slot].flatMap { context.thumbnailPath(of: $0) }.map { (page, $0) }
            }
        }
        guard !pictures.isEmpty else { return }
        w.element(.h2, class: "group-heading", text: PackEditorStrings.pagePictures)
        w.element(.p, class: "pack-status", text: PackEditorStrings.pagePicturesHint)
        w.element(.ul, class: "pack-page-thumbnails") { w in
            for (page, path) in pictures {
                w.element(.li) { w in
                    w.element(.a, [.href(context.path(page.slug))]) { w in
                        w.void(
                            .img,
                            [
                                .src(path), .alt(""), .loading("lazy"), .attribute("width", "96"),
                                .attribute("height", "96"),
                            ])
                        w.element(.span, text: page.title)
                    }
                }
            }
        }
    }
}

/// A photograph of the gallery: its picture, which script drags, its caption and photographer, and its moves.
struct PackPhotographView {
    let context: PackEditingContext
    let gallery: [PackPhoto]
    let index: Int

    private var scope: RequestScope { context.scope }
    private var photograph: PackPhoto { gallery[index] }
    private var subject: String { PackItem.photograph(photograph).subject }
    private var ownPath: String { scope.path(.page(.packEditorPhotographs)) }

    func write(into w: inout HTMLWriter) {
        w.element(.li, class: "pack-photograph", [.data(.slug, photograph.name)]) { w in
            writePicture(&w)
            writeForm(&w)
            w.element(.div, class: "pack-photograph-actions") { w in
                w.element(.span, class: "pack-tree-moves") { w in writeMoves(&w) }
                w.element(
                    .a, class: "button danger",
                    [
                        .data(.sheet, PackRemovalPage.sheet),
                        .href(PackRemovalPage.path(of: .photograph(photograph.name), in: scope)),
                        .aria("label", PackEditorStrings.removePhotographNamed(subject)),
                    ], text: PackEditorStrings.removal)
            }
        }
    }

    private func writePicture(_ w: inout HTMLWriter) {
        let label = PackEditorStrings.openPhotograph(subject)
        guard let thumbnail = context.thumbnailPath(of: photograph.picture),
            let file = photograph.picture.file(isTablet: true, scale: 1)
        else { return w.element(.span, class: "pack-photograph-picture", text: PackEditorStrings.fileIsMissing) }
        w.element(.a, class: "pack-photograph-picture", [.href(scope.path(.packMedium(file))), .aria("label", label)]) {
            w in
            w.void(
                .img,
                [
                    .src(thumbnail), .alt(""), .loading("lazy"), .attribute("width", "120"),
                    .attribute("height", "120"),
                ])
        }
    }

    private func writeForm(_ w: inout HTMLWriter) {
        let revision = context.contents.revisions[.photograph(photograph.name)] ?? 0
        ActionForm(
            scope, .savePackPhotograph, returnPath: ownPath,
            fields: [("name", photograph.name), ("revision", String(revision))], style: "card-form pack-caption-form"
        ).write(into: &w) { w in
            for (name, label, value) in [
                ("caption", PackEditorStrings.caption, photograph.caption),
                ("credit", PackEditorStrings.credit, photograph.credit ?? ""),
            ] {
                w.element(.label, class: "field") { w in
                    w.element(.span, text: label)
                    w.void(.input, class: "input", [.name(name), .value(value), .autocomplete("off")])
                }
            }
            w.element(.button, class: "button", text: Strings.save)
            w.element(
                .span, class: "hint",
                [.role("status"), .data(.saveState, isSet: true), .data(.failed, PackEditorStrings.notSaved)])
        }
    }

    private func writeMoves(_ w: inout HTMLWriter) {
        if index > 0 {
            PackMoveButton(
                scope: scope, action: .movePackPhotograph, slug: photograph.name,
                destination: ("before", gallery[index - 1].name), label: PackEditorStrings.moveUp(subject),
                returnPath: ownPath
            ).write(into: &w)
        }
        guard index + 1 < gallery.count else { return }
        w.element(.span, class: "pack-tree-down") { w in
            PackMoveButton(
                scope: scope, action: .movePackPhotograph, slug: photograph.name,
                destination: index + 2 < gallery.count ? ("before", gallery[index + 2].name) : ("below", ""),
                label: PackEditorStrings.moveDown(subject), returnPath: ownPath
            ).write(into: &w)
        }
    }
}

/// A button that moves a page or a photograph by a place, without script too.
struct PackMoveButton {
    let scope: RequestScope
    let action: ActionName
    let slug: String
    /// The field that names the place, with its value.
    let destination: (name: String, value: String)
    let label: String
    let returnPath: String

    func write(into w: inout HTMLWriter) {
        ActionForm(
            scope, action, returnPath: returnPath,
            fields: [("slug", slug), (destination.name, destination.value)]
        ).write(into: &w) { w in
            w.element(.button, class: "icon-button", [.aria("label", label), .attribute("title", label)]) { w in
                Icon.moveUp.write(scope, into: &w)
            }
        }
    }
}
