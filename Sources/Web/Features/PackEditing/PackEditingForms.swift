import Foundation
import Library
import Markup
import News
import Packs
import Pictures
import URLs
import Untrusted

/// The fields of a page that an editor sends; a field that is missing keeps the page's own value.
struct PackPageForm: FormValue {
    let slug: String?
    /// The change on which the form rests.
    let revision: Int64?
    let title, text, kind, colour, ownColour, ground, parent, position: String?
    let latitude, longitude, address: String?
    let isDraft: Bool
    /// The slot of a picture, and the photograph to show there.
    let slot, photograph: String?

    /// Returns a page with the values of the form.
    /// - Throws: `.invalid` with a sentence for the first value that pages do not have.
    func applied(to editable: EditablePage, in pack: EditablePack) throws(LibraryError) -> EditablePage {
        var editable = editable
        if let slot = slot.flatMap(PackPage.Slot.init(rawValue:)), let photograph {
            try choose(photograph, in: slot, of: &editable, pack)
            return editable
        }
        if let title { editable.page.title = PrintableText.line(title) }
        if let text { editable.page.text = PackTextForm(text).html }
        if let kind = kind.flatMap(PackPage.Kind.init(rawValue:)) { editable.page.kind = kind }
        try applyColour(to: &editable.page)
        if let ground { editable.page.ground = UntrustedInteger(digits: ground[...])?.int(in: 1...99) }
        if let parent, let known = editable.page.parent, parent != known, pack.pages[parent] != nil {
            editable.page.parent = parent
            editable.page.position = pack.endPosition(below: parent)
        }
        try applyPosition(to: &editable.page)
        try applyPlace(to: &editable)
        if let address { editable.page.address = try Self.address(address) }
        editable.isDraft = isDraft
        return editable
    }

    private func choose(
        _ photograph: String, in slot: PackPage.Slot, of editable: inout EditablePage, _ pack: EditablePack
    ) throws(LibraryError) {
        switch photograph {
        case "=": return
        case "": editable.page.pictures[slot] = nil
        default:
            guard let chosen = pack.photographs[photograph] else {
                throw .invalid(why: PackEditorStrings.photographIsGone)
            }
            editable.page.pictures[slot] = chosen.picture
        }
    }

    private func applyColour(to page: inout PackPage) throws(LibraryError) {
        let own = (ownColour ?? "").trimmingCharacters(in: .whitespaces)
        guard own.isEmpty else {
            guard let colour = PackColour(own.lowercased()) else { throw .invalid(why: PackEditorStrings.colourFault) }
            page.colour = colour
            return
        }
        if let colour { page.colour = PackColour(colour) }
    }

    private func applyPosition(to page: inout PackPage) throws(LibraryError) {
        guard let typed = position?.trimmingCharacters(in: .whitespaces) else { return }
        guard
            let number = typed.isEmpty
                ? PackPage.lastPosition : UntrustedInteger(typed)?.int(in: -1_000_000...1_000_000)
        else { throw .invalid(why: PackEditorStrings.positionFault) }
        page.position = number
    }

    private func applyPlace(to editable: inout EditablePage) throws(LibraryError) {
        guard let latitude, let longitude else { return }
        let typed = (latitude.trimmingCharacters(in: .whitespaces), longitude.trimmingCharacters(in: .whitespaces))
        guard !(typed.0.isEmpty && typed.1.isEmpty) else {
            editable.place = nil
            return
        }
        guard let north = Self.millionths(typed.0, limit: 90), let east = Self.millionths(typed.1, limit: 180) else {
            throw .invalid(why: PackEditorStrings.placeFault)
        }
        editable.place = .init(latitude: north, longitude: east)
    }

    /// Returns degrees as millionths; nil for what is no number of degrees. A comma is read as a decimal point.
    static func millionths(_ text: String, limit: Double) -> Int? {
        // bounded: the limit is a constant
        UntrustedDecimal(text.replacing(",", with: ".")).flatMap { $0.within(-limit...limit) }
            .map { Int(saturating: ($0 * 1_000_000).rounded()) }
    }

    static func address(_ typed: String) throws(LibraryError) -> WebAddress? {
        let typed = typed.trimmingCharacters(in: .whitespaces)
        guard !typed.isEmpty else { return nil }
        guard let address = WebAddress(typed) else { throw .invalid(why: PackEditorStrings.addressFault) }
        return address
    }
}

/// The typed values that were not saved, as another editor changed the same.
struct PackConflict: Sendable {
    let words, title, text: String
}

/// The form that moves a page before another, or to the end below another.
struct PackMoveForm: FormValue {
    let slug: String
    let before, below: String?

    var destination: EditablePack.Destination? { before.map { .before($0) } ?? below.map { .below($0) } }
}

/// The form of a photograph's caption, credit and position.
struct PackPhotographForm: FormValue {
    let name: String
    let revision: Int64?
    let caption, credit, position: String?
}

/// The form that uploads photographs, or one picture for a page.
struct PackUploadForm: FormValue {
    let pictures: UploadedFiles
    /// The page and the slot that show the picture; nil for the gallery.
    let slug, slot: String?

    static let faults = ["pictures": PackEditorStrings.chooseFile]
    /// The largest body in bytes: one picture of 32 MB, or several smaller ones.
    static let bodyLimit = PictureRenditionMaker.byteLimit + 2 << 20
}

/// The form that begins a new guide.
struct NewGuideForm: FormValue {
    let title, language: String
    /// A colour of the palette, and the edition whose guide is copied.
    let colour, source: String?
    /// A pack file to begin with.
    let pack: UploadedFile?

    /// The largest body in bytes, for a pack file.
    static let bodyLimit = 128 << 20
}

/// The form of the description of the pack.
struct PackSettingsForm: FormValue {
    let revision: Int64?
    let title, languages, licence, credits, address: String?
}

/// The form that lets other houses follow the guide, or no longer.
struct PackServingForm: FormValue {
    let served: String

    var isServed: Bool { served == "1" }
}

/// The form that takes a change back, or brings an item back as it was.
struct PackChangeForm: FormValue {
    let number: Int64
    /// The item, for bringing it back.
    let kind, name: String?

    var key: PackItem.Key? {
        kind.flatMap(PackItem.Key.Kind.init(rawValue:)).map { PackItem.Key($0, name: name ?? "") }
    }
}

/// The form that publishes now, or at a time in the reader's zone.
struct PackPublicationForm: FormValue {
    /// A local time as browsers send it: `2026-11-30T07:00` (HTML §2.3.5.5); empty for now.
    let time: String?

    /// Returns the moment of a local time; nil for what is none.
    static func date(_ text: String, in zone: TimeZone) -> Date? {
        let numbers = text.split { "-T:".contains($0) }.map { UntrustedInteger(digits: $0)?.int(in: 0...9_999) ?? -1 }
        guard (5...6).contains(numbers.count), numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = DateComponents(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4])
        return parts.isValidDate(in: calendar) ? calendar.date(from: parts) : nil
    }
}
