import Library
import Markup
import News
import Packs

/// The sheet that begins a new guide: name, colour, language, and what it begins with.
struct NewGuidePage {
    /// A colour of the palette with the accents of the edition by day and by night, each with 4.5:1 on its paper.
    struct Look: Sendable {
        let colour, day, night: String
    }

    static let looks = [
        Look(colour: "#3da1a1", day: "#1F6F6F", night: "#6CC5C5"),
        Look(colour: "#2b835d", day: "#1F6B4A", night: "#7FCFA6"),
        Look(colour: "#6dab56", day: "#3F6E2E", night: "#A5D68F"),
        Look(colour: "#aa6836", day: "#85502A", night: "#E0A878"),
        Look(colour: "#8f3e5e", day: "#7A3450", night: "#E39AB6"),
        Look(colour: "#8f57a0", day: "#6F4080", night: "#CDA2DC"),
    ]

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard !scope.dependencies.editionRegistry.showsSingleEdition else { throw .notThere }
        var guides: [Edition] = []
        for edition in scope.dependencies.editions where edition.pack != nil {
            if try await scope.library.packs.installed(in: edition, for: scope.reader) != nil { guides.append(edition) }
        }
        return PackEditingContext.page(scope, PackEditorStrings.newGuide, back: .editions) { [guides] w in
            w.element(.h1, text: PackEditorStrings.newGuide)
            let values = FormFieldValues(scope, .createPack, faults: PackEditorStrings.faultyFields)
            values.writeFormFault(&w)
            ActionForm(
                scope, .createPack, returnPath: scope.path(.page(.newGuide)), isMultipart: true, style: "card-form"
            ).write(into: &w) { w in
                Self.writeName(values, &w)
                Self.writeColours(values, &w)
                w.element(.label, class: "field") { w in
                    w.element(.span, text: PackEditorStrings.guideLanguage)
                    w.void(
                        .input, class: "input",
                        [
                            .name("language"), .required(),
                            .value(values.value("language", scope.edition.language)),
                        ])
                }
                Self.writeStart(guides, values, &w)
                w.element(.label, class: "field") { w in
                    w.element(.span, text: PackEditorStrings.guideFile)
                    w.void(.input, class: "input", [.type("file"), .name("pack")])
                }
                w.element(.button, class: "button primary", text: PackEditorStrings.beginGuide)
            }
        }
    }

    private static func writeName(_ values: FormFieldValues, _ w: inout HTMLWriter) {
        w.element(.label, class: "field") { w in
            w.element(.span, text: PackEditorStrings.guideName)
            w.void(
                .input, class: "input",
                [
                    .name("title"), .required(), .autocomplete("off"), .attribute("maxlength", "80"),
                    .value(values.value("title", "")),
                ])
            values.writeFault("title", &w)
        }
    }

    private static func writeColours(_ values: FormFieldValues, _ w: inout HTMLWriter) {
        let chosen = values.value("colour", looks[0].colour)
        w.element(.fieldset, class: "pack-colours") { w in
            w.element(.legend, text: PackEditorStrings.pageColour)
            for look in looks {
                PackColourChoice(colour: look.colour, isChosen: look.colour == chosen).write(into: &w)
            }
        }
    }

    private static func writeStart(_ guides: [Edition], _ values: FormFieldValues, _ w: inout HTMLWriter) {
        let chosen = values.value("source", "")
        guard !guides.isEmpty else { return }
        w.element(.label, class: "field") { w in
            w.element(.span, text: PackEditorStrings.guideStart)
            w.element(.select, class: "input", [.name("source")]) { w in
                w.element(.option, [.value("")], text: PackEditorStrings.emptyGuide)
                for guide in guides {
                    w.element(
                        .option, [.value(guide.id.rawValue), .selected(guide.id.rawValue == chosen)],
                        text: PackEditorStrings.copyOf(guide.title))
                }
            }
        }
    }
}

/// A colour that can be chosen for a page or a guide; nil for that of the page above.
struct PackColourChoice {
    let colour: String?
    let isChosen: Bool

    func write(into w: inout HTMLWriter) {
        w.element(.label, class: "pack-colour") { w in
            w.void(.input, [.type("radio"), .name("colour"), .value(colour ?? ""), .checked(isChosen)])
            if let colour { Self.writeDot(colour, &w) }
            w.element(.span, text: colour.map(PackEditorStrings.nameOfColour) ?? PackEditorStrings.asAbove)
        }
    }

    /// Writes a disc of a colour.
    static func writeDot(_ colour: String, _ w: inout HTMLWriter) {
        // An SVG attribute, as the policy allows no inline styles.
        w.raw(
            "<svg width=\"24\" height=\"24\" aria-hidden=\"true\"><rect width=\"24\" height=\"24\" rx=\"12\" fill=\"")
        w.text(colour)
        w.raw("\"/></svg>")
    }
}
