import Library
import Markup
import News
import Packs

/// The form that uploads photographs to the gallery, or a picture for a page. Script sends the files one by one, and shows how
/// far each is.
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
            FormFieldValues(scope, .uploadPackPictures, where: fields).writeFormFault(&w)
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
                w.element(
                    .span, class: "hint",
                    [
                        .role("status"), .data(.uploadState, isSet: true),
                        .data(.words, PackEditorStrings.uploading),
                        .data(.done, PackEditorStrings.uploaded),
                        .data(.failed, PackEditorStrings.uploadFailed),
                        .data(.waiting, PackEditorStrings.fileWaits),
                        .data(.preparing, PackEditorStrings.fileIsPrepared),
                        .data(.added, PackEditorStrings.fileIsAdded),
                    ])
            }
            w.element(.progress, [.hidden(), .aria("label", PackEditorStrings.upload)])
            w.element(.ul, class: "pack-upload-files", [.hidden()])
        }
    }
}
