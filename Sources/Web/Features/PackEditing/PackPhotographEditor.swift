import Library
import Markup
import News
import Packs

/// The photographs of the gallery with their captions and order.
struct PackPhotographEditor {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let context = try await PackEditingContext(scope)
        let gallery = context.pack.gallery
        return context.page(PackEditorStrings.photographsCount(gallery.count), back: .page(.packEditor)) { w in
            w.element(.h1, text: PackEditorStrings.photographsCount(gallery.count))
            PackUploadView(scope: scope, page: nil, slot: nil).write(into: &w)
            w.element(.ul, class: "pack-photographs") { w in
                for photograph in gallery {
                    w.element(.li) { w in Self.write(photograph, context, &w) }
                }
            }
        }
    }

    private static func write(_ photograph: PackPhoto, _ context: PackEditingContext, _ w: inout HTMLWriter) {
        let (scope, own) = (context.scope, context.scope.path(.page(.packEditorPhotographs)))
        let revision = context.contents.revisions[.photograph(photograph.name)] ?? 0
        if let path = context.thumbnailPath(of: photograph.picture) {
            w.void(
                .img,
                [
                    .src(path), .alt(photograph.caption), .loading("lazy"), .attribute("width", "120"),
                    .attribute("height", "120"),
                ])
        }
        ActionForm(
            scope, .savePackPhotograph, returnPath: own,
            fields: [("name", photograph.name), ("revision", String(revision))], style: "card-form"
        ).write(into: &w) { w in
            for (name, label, value) in [
                ("caption", PackEditorStrings.caption, photograph.caption),
                ("credit", PackEditorStrings.credit, photograph.credit ?? ""),
                ("position", PackEditorStrings.pagePosition, String(photograph.position)),
            ] {
                w.element(.label, class: "field") { w in
                    w.element(.span, text: label)
                    w.void(.input, class: "input", [.name(name), .value(value)])
                }
            }
            w.element(.button, class: "button", text: Strings.save)
        }
        ActionForm(
            scope, .removePackPhotograph, returnPath: own, fields: [("name", photograph.name)], style: "pack-removal"
        ).write(into: &w) { w in
            w.element(.button, class: "button danger", text: PackEditorStrings.removePhotograph)
        }
    }
}

/// The form that uploads photographs to the gallery, or a picture for a page.
struct PackUploadView {
    let scope: RequestScope
    let page: String?
    let slot: PackPage.Slot?

    func write(into w: inout HTMLWriter) {
        var fields: [(name: String, value: String)] = []
        if let page, let slot { fields = [("slug", page), ("slot", slot.rawValue)] }
        let back = page.map { scope.path(.packEditorPage($0)) } ?? scope.path(.page(.packEditorPhotographs))
        ActionForm(
            scope, .uploadPackPictures, returnPath: back, fields: fields, isMultipart: true, style: "pack-upload"
        ).write(into: &w) { w in
            w.element(.label, class: "field") { w in
                w.element(
                    .span, text: page == nil ? PackEditorStrings.uploadPhotographs : PackEditorStrings.uploadPicture)
                w.void(
                    .input, class: "input",
                    [
                        .type("file"), .name("pictures"), .required(),
                        .attribute("accept", "image/jpeg,image/png,image/gif,image/webp"),
                        .flag("multiple", page == nil),
                    ])
                if page == nil { w.element(.small, class: "hint", text: PackEditorStrings.uploadHint) }
            }
            w.element(.div, class: "form-actions") { w in
                w.element(.button, class: "button", text: PackEditorStrings.upload)
                w.element(.progress, [.hidden()])
                w.element(
                    .span, class: "hint",
                    [
                        .role("status"), .data(.uploadState, isSet: true),
                        .data(.words, PackEditorStrings.uploading),
                        .data(.done, PackEditorStrings.uploaded),
                        .data(.failed, PackEditorStrings.uploadFailed),
                    ])
            }
        }
    }
}
