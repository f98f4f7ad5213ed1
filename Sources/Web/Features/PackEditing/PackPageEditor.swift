import Foundation
import Library
import Markup
import News
import Packs
import URLs

/// The form of a page of the pack.
struct PackPageEditor {
    let slug: String

    /// The colours of the original editor.
    static let palette = NewGuidePage.looks.map(\.colour)
    /// The grounds that the original app had.
    static let grounds = 1...15

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let context = try await PackEditingContext.ifEdited(scope) else {
            return try await PackTreePage().page(for: scope)
        }
        guard let page = context.pack.pages[slug], let revision = context.contents.revisions[.page(slug)] else {
            throw .notThere
        }
        let view = PackPageFormView(context: context, editable: page, revision: revision)
        return context.page(
            page.page.title, back: .page(.packEditor),
            extras: [.stylesheet("text-editor.css"), .module("text-editor.js"), .module("place-picker.js")]
        ) { w in view.write(into: &w) }
    }
}

/// The form of a page: one column; below it its pictures, and what else can be done with it.
struct PackPageFormView {
    let context: PackEditingContext
    let editable: EditablePage
    let revision: Int64

    var scope: RequestScope { context.scope }
    var page: PackPage { editable.page }
    var ownPath: String { context.path(page.slug) }
    /// The values of the form: what was typed and refused, else the page's own.
    let values: FormFieldValues

    init(context: PackEditingContext, editable: EditablePage, revision: Int64) {
        (self.context, self.editable, self.revision) = (context, editable, revision)
        values = FormFieldValues(
            context.scope, .savePackPage, where: [("slug", editable.page.slug)], faults: PackEditorStrings.faultyFields)
    }

    func write(into w: inout HTMLWriter) {
        w.element(.h1, text: page.title)
        w.element(.nav, class: "pack-editor-ways", [.aria("label", PackEditorStrings.editorPages)]) { w in
            w.element(
                .a,
                [
                    .href(scope.path(.page(.packPreview)) + "?page=\(page.slug)"),
                    .data(.previewLink, isSet: true),
                ], text: PackEditorStrings.previewPage
            )
            w.element(
                .a, [.href(scope.path(.page(.packEditorHistory)) + "?page=\(page.slug)")],
                text: PackEditorStrings.packHistory)
        }
        w.element(
            .p, class: "note pack-others",
            [.role("status"), .hidden(), .data(.otherEditors, "\(ownPath)/others")])
        for finding in context.findings[.page(page.slug)] ?? [] {
            w.element(.p, class: "form-error", text: finding.message)
        }
        writeConflict(&w)
        values.writeSummary(&w)
        writeForm(&w)
        w.element(.div, class: "pack-page-pictures") { w in
            for slot in PackPage.Slot.allCases { writePicture(slot, &w) }
        }
        writeRemoval(&w)
    }

    /// Writes what was typed without script and not saved, to be copied.
    private func writeConflict(_ w: inout HTMLWriter) {
        guard scope.query["unsaved"] == "1",
            let conflict = scope.dependencies.packConflicts.value(of: page.slug, for: scope)
        else { return }
        w.element(.p, class: "form-error", [.role("alert")], text: conflict.words)
        w.element(.label, class: "field") { w in
            w.element(.span, text: PackEditorStrings.unsavedText(conflict.title))
            w.element(.textarea, class: "input", [.attribute("rows", "8"), .flag("readonly")]) { w in
                w.text("\n")
                w.text(conflict.text)
            }
        }
    }

    private func writeForm(_ w: inout HTMLWriter) {
        ActionForm(
            scope, .savePackPage, returnPath: ownPath,
            fields: [("slug", page.slug), ("revision", String(revision))],
            style: "card-form pack-page-form native-submit"
        ).write(into: &w) { w in
            w.element(.div, class: "pack-page-main") { w in
                writeField(PackEditorStrings.pageTitle, &w) { w in
                    w.void(
                        .input, class: "input",
                        [
                            .name("title"), .required(), .value(values.value("title", page.title)),
                            .attribute("maxlength", "500"),
                        ])
                }
                if page.parent == nil {
                    w.element(.p, class: "note", text: PackEditorStrings.firstPageHint)
                } else {
                    writeText(&w)
                }
            }
            w.element(.div, class: "pack-page-side") { w in
                writeAppearance(&w)
                writePosition(&w)
                writeAddress(&w)
                if page.parent != nil { writeDraft(&w) }
            }
            w.element(.div, class: "form-actions pack-save") { w in
                w.element(.button, class: "button primary", text: Strings.save)
                w.element(
                    .span, class: "hint",
                    [
                        .role("status"), .data(.saveState, isSet: true),
                        .data(.unsaved, PackEditorStrings.unsaved),
                        .data(.failed, PackEditorStrings.notSaved),
                    ])
            }
        }
    }

    private func writeDraft(_ w: inout HTMLWriter) {
        w.element(.label, class: "checkbox-label") { w in
            w.void(
                .input,
                [.type("checkbox"), .name("isDraft"), .value("1"), .checked(values.isOn("isDraft", editable.isDraft))])
            w.text(PackEditorStrings.draftHint)
        }
    }

    private func writeField(
        _ label: String, hint: String? = nil, _ w: inout HTMLWriter, _ field: (inout HTMLWriter) -> Void
    ) {
        w.element(.label, class: "field") { w in
            w.element(.span, text: label)
            field(&w)
            if let hint { w.element(.small, class: "hint", text: hint) }
        }
    }

    private func writeText(_ w: inout HTMLWriter) {
        let tree = context.pack.tree
        let pages = tree.inOrder.filter { $0.slug != page.slug }.map { other in
            PackTextField.PageChoice(
                slug: other.slug, title: other.title,
                path: tree.path(to: other.slug).dropLast().map(\.title).joined(separator: " › "))
        }
        let pictures = context.pack.gallery.compactMap { photograph -> PackTextField.PictureChoice? in
            guard let file = photograph.picture.file(isTablet: true, scale: 1),
                let thumbnail = context.thumbnailPath(of: photograph.picture)
            else { return nil }
            return PackTextField.PictureChoice(
                src: PackAddress.medium(file), alt: photograph.caption, thumb: thumbnail,
                name: PackItem.photograph(photograph).subject)
        }
        PackTextField(
            form: PackTextForm(values.value("text", page.text.text)), pages: pages, pictures: pictures,
            mediaPath: scope.path(.page("media/"))
        ).write(into: &w)
    }

    private func writeAppearance(_ w: inout HTMLWriter) {
        if page.parent != nil { writeKind(&w) }
        w.element(.fieldset, class: "pack-colours") { w in
            w.element(.legend, text: PackEditorStrings.pageColour)
            let own = page.colour?.description
            let chosen = values.value("colour", own ?? "")
            if page.parent != nil { PackColourChoice(colour: nil, isChosen: chosen.isEmpty).write(into: &w) }
            let offered =
                PackPageEditor.palette + [own].compactMap { $0 }.filter { !PackPageEditor.palette.contains($0) }
            for colour in offered { PackColourChoice(colour: colour, isChosen: colour == chosen).write(into: &w) }
            w.element(.label, class: "field pack-own-colour") { w in
                w.element(.span, text: PackEditorStrings.ownColour)
                w.void(
                    .input, class: "input",
                    [
                        .name("ownColour"), .placeholder("#rrggbb"), .autocomplete("off"),
                        .attribute("pattern", "#[0-9A-Fa-f]{6}"), .attribute("maxlength", "7"),
                        .value(values.value("ownColour", "")),
                        .aria("invalid", values.invalid("ownColour")),
                        .aria("describedby", values.faultID("ownColour")),
                    ])
                values.writeFault("ownColour", &w)
            }
        }
        writeField(PackEditorStrings.pageGround, hint: PackEditorStrings.pageGroundHint, &w) { w in
            w.element(.select, class: "input", [.name("ground")]) { w in
                let chosen = values.value("ground", page.ground.map(String.init) ?? "")
                w.element(.option, [.value(""), .selected(chosen.isEmpty)], text: PackEditorStrings.asAbove)
                let grounds = Array(PackPageEditor.grounds) + [page.ground].compactMap { $0 }.filter { $0 > 15 }
                for number in grounds {
                    w.element(
                        .option, [.value(String(number)), .selected(String(number) == chosen)], text: "\(number)")
                }
            }
        }
    }

    private func writeKind(_ w: inout HTMLWriter) {
        writeField(PackEditorStrings.pageKind, &w) { w in
            w.element(.select, class: "input", [.name("kind")]) { w in
                let chosen = values.value("kind", page.kind.rawValue)
                for kind in PackPage.Kind.allCases {
                    w.element(
                        .option, [.value(kind.rawValue), .selected(kind.rawValue == chosen)],
                        text: PackEditorStrings.name(of: kind))
                }
            }
        }
    }

    private func writePosition(_ w: inout HTMLWriter) {
        guard let parent = page.parent.map({ values.value("parent", $0) }) else { return }
        writePlace(&w)
        writeField(PackEditorStrings.pageAbove, hint: PackEditorStrings.pageAboveHint, &w) { w in
            w.element(.select, class: "input", [.name("parent")]) { w in
                for other in context.pack.tree.inOrder where !isBelow(other.slug) {
                    let level = context.pack.tree.path(to: other.slug).count - 1
                    let indent = String(repeating: "\u{2003}", count: level)
                    w.element(
                        .option, [.value(other.slug), .selected(other.slug == parent)], text: indent + other.title)
                }
            }
        }
    }

    /// Returns true for the page itself and those below it, which cannot be above it.
    private func isBelow(_ slug: String) -> Bool {
        context.pack.tree.path(to: slug).contains { $0.slug == page.slug }
    }

    private func writePlace(_ w: inout HTMLWriter) {
        w.element(
            .fieldset, class: "pack-place",
            [
                .data(.packPlace, isSet: true),
                .data(.townsPath, scope.path(.page(.packEditorTowns))),
                .data(.mapPath, scope.path(.page(.packEditorMap))),
                .data(.findTown, PackEditorStrings.findTown), .data(.noTown, PackEditorStrings.noTown),
                .data(.showMap, PackEditorStrings.showMap),
                .data(.mapLabel, PackEditorStrings.mapForPlace),
                .data(.placeSet, PackEditorStrings.placeSet),
            ]
        ) { w in
            w.element(.legend, text: PackEditorStrings.pagePlace)
            w.element(.small, class: "hint", text: PackEditorStrings.pagePlaceHint)
            for (name, label, value) in [
                ("latitude", PackEditorStrings.latitude, editable.place?.latitude),
                ("longitude", PackEditorStrings.longitude, editable.place?.longitude),
            ] {
                writeField(label, &w) { w in
                    w.void(
                        .input, class: "input",
                        [
                            .name(name), .attribute("inputmode", "decimal"), .autocomplete("off"),
                            .value(values.value(name, value.map(Self.degrees) ?? "")),
                            .aria("invalid", values.invalid(name)), .aria("describedby", values.faultID(name)),
                        ])
                }
            }
            values.writeFault("latitude", &w)
        }
    }

    private func writeAddress(_ w: inout HTMLWriter) {
        writeField(PackEditorStrings.publicAddress, hint: PackEditorStrings.publicAddressHint, &w) { w in
            w.void(
                .input, class: "input",
                [
                    .name("address"), .type("url"), .value(values.value("address", page.address?.text ?? "")),
                    .placeholder("https://"),
                    .aria("invalid", values.invalid("address")), .aria("describedby", values.faultID("address")),
                ])
            values.writeFault("address", &w)
        }
    }

    /// Returns millionths of a degree as degrees.
    static func degrees(_ millionths: Int) -> String {
        let (whole, rest) = abs(millionths).quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(String(1_000_000 + rest).dropFirst())
        return "\(millionths < 0 ? "-" : "")\(whole).\(digits)"
    }
}
