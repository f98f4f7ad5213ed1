import Library
import Markup
import News
import Packs

/// The pictures of a page below its form, and its removal.
extension PackPageFormView {
    func writePicture(_ slot: PackPage.Slot, _ w: inout HTMLWriter) {
        w.element(.section, class: "pack-picture-field") { w in
            w.element(.h2, class: "group-heading", text: PackEditorStrings.name(of: slot))
            if let picture = page.pictures[slot], let path = context.thumbnailPath(of: picture) {
                w.void(.img, [.src(path), .alt(""), .attribute("width", "96"), .attribute("height", "96")])
            }
            let photographs = context.pack.gallery.filter { !$0.picture.files.isEmpty }
            PackUploadView(scope: scope, page: page.slug, slot: slot).write(into: &w)
            guard !photographs.isEmpty || page.pictures[slot] != nil else { return }
            ActionForm(
                scope, .savePackPage, returnPath: ownPath,
                fields: [("slug", page.slug), ("revision", String(revision)), ("slot", slot.rawValue)],
                style: "inline-form"
            ).write(into: &w) { w in
                w.element(
                    .select, class: "input", [.name("photograph"), .aria("label", PackEditorStrings.name(of: slot))]
                ) { w in
                    w.element(.option, [.value("")], text: PackEditorStrings.noPicture)
                    if page.pictures[slot] != nil {
                        w.element(.option, [.value("="), .selected(true)], text: PackEditorStrings.presentPicture)
                    }
                    for photograph in photographs {
                        w.element(
                            .option, [.value(photograph.name)], text: PackItem.photograph(photograph).subject)
                    }
                }
                w.element(.button, class: "button", text: PackEditorStrings.choosePicture)
            }
        }
    }

    func writeRemoval(_ w: inout HTMLWriter) {
        guard page.parent != nil else { return }
        let below = context.pack.tree.descendantCount(of: page.slug)
        w.element(
            .a, class: "button danger pack-removal",
            [.data(.sheet, PackRemovalPage.sheet), .href(PackRemovalPage.path(of: .page(page.slug), in: scope))],
            text: PackEditorStrings.removePage(below: below))
    }
}
