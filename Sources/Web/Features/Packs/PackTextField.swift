import Markup
import Packs

/// A form's field `text` with the text of a pack's page: HTML, which `text-editor.js` shows formatted.
///
/// A page with it loads `text-editor.css` and the module `text-editor.js`.
struct PackTextField {
    /// A page of the pack that a link can lead to.
    struct PageChoice: Encodable, Sendable {
        let slug: String
        let title: String
        /// The titles of the pages above it, as they are shown.
        let path: String
    }

    /// A picture of the pack that a text can show.
    struct PictureChoice: Encodable, Sendable {
        /// The address in the pack (`PackAddress.medium`).
        let src: String
        let alt: String
        /// The path of a small version.
        let thumb: String
        let name: String
    }

    let form: PackTextForm
    let pages: [PageChoice]
    let pictures: [PictureChoice]
    /// The path to which the SHA-256 of a picture is added to show it.
    let mediaPath: String

    func write(into w: inout HTMLWriter) {
        w.element(.div, class: "field") { w in
            w.element(.label, [.for("page-text")], text: Strings.pageText)
            w.element(
                .textarea, class: "input",
                [
                    .id("page-text"), .name("text"), .rows(20), .autocomplete("off"), .data(.richText),
                    .data(.mediaPath, mediaPath), .data(.fits, form.isWhole ? nil : "false"),
                    .data(.fitsNote, Strings.packTextNote(form.obstacles)),
                ]
            ) { w in
                // A parser drops the first line break, which may be the text's own (HTML §13.1.2.5).
                w.text("\n")
                w.text(form.source)
            }
        }
        w.dataBlock(id: "pack-pages", Routes.jsonBytes(pages))
        w.dataBlock(id: "pack-pictures", Routes.jsonBytes(pictures))
    }
}
