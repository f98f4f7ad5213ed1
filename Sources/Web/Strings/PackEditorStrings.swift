import Foundation
import Library
import News
import Packs

/// The texts of the editor of packs.
enum PackEditorStrings {
    static func editGuide(_ title: String) -> String { "Edit \(title)" }
    static let guideComesFromElsewhere =
        "This guide comes from its publishers, and their next version would replace what you write here. Ask them to change it."
    static let nothingToEdit = "There is no guide here yet. Begin with an empty first page."
    static func beginEditing(pages: Int, photographs: Int) -> String {
        "Tidings copies the \(Plural("page").counted(pages)) and \(Plural("photograph").counted(photographs)) of this guide to edit. Readers see your changes when you publish them."
    }
    static let beginEditingButton = "Begin editing"
    static let editingBegun = "You can edit now. Readers see nothing of it until you publish."

    static let editPage = "Edit"
    static let editThisGuide = "Edit this guide"
    static let notPublishedYet = "This guide is written here. Readers see it once it is published."
    static let goOnWriting = "Go on writing"
    static let writeGuide = "Write it here"

    // MARK: A new guide

    static let newGuide = "New guide"
    static let newGuideHint = "Pages, photographs and places of your own, to take along"
    static let guideName = "Name"
    static let guideNameFault = "A guide has a name of up to 80 characters. Write one."
    static let guideLanguage = "Language, such as en-GB"
    static let guideStart = "Begin with"
    static let guideFile = "Or with a pack file"
    static let emptyGuide = "An empty first page"
    static func copyOf(_ title: String) -> String { "A copy of \(title)" }
    static let beginGuide = "Begin"
    static func guideBegun(_ title: String) -> String { "“\(title)” is begun. Readers see it once you publish it." }

    // MARK: The tree

    static let publish = "Publish"
    static let previewGuide = "Preview"
    static let previewPage = "Preview this page"
    static let editorPages = "Parts of the editor"
    static func photographsCount(_ number: Int) -> String { Plural("photograph").counted(number) }
    static let packHistory = "History"
    static let aboutGuide = "About the guide"
    static func publicationWaits(_ date: String) -> String { "Will be published \(date)." }
    static let notPublishedFromHere = "Nothing was published from here yet."
    static func published(_ version: String, _ date: String, changesSince: Int) -> String {
        let changes = changesSince == 0 ? "No changes since." : "\(Plural("change").counted(changesSince)) since."
        return "Version \(version) was published \(date). \(changes)"
    }
    static let pagesOfGuide = "Pages of the guide"
    static let draftBadge = "Draft"
    static func moveUp(_ title: String) -> String { "Move “\(title)” up" }
    static func moveDown(_ title: String) -> String { "Move “\(title)” down" }
    static let addPage = "Add a page"
    static func addPageBelow(_ title: String) -> String { "Add a page below “\(title)”" }
    static func pageAdded(_ title: String) -> String { "“\(title)” is there. Write its text." }
    static func pageRemoved(_ title: String) -> String { "“\(title)” is removed. History brings it back." }
    static let moved = "Moved."

    // MARK: A page

    static let pageTitle = "Title"
    static let pageText = "Text"
    static let pageTextHint = "HTML. Paragraphs, headings, lists, links and pictures stay; all else is taken out."
    static let firstPageHint =
        "This is the first page: readers see the pages below it as buttons. Its colour and ground are those of pages that choose none."
    static let pageKind = "Looks like"
    static func name(of kind: PackPage.Kind) -> String {
        switch kind {
        case .basic: "A page: title, picture, text"
        case .list: "A list of the pages below"
        case .tiled: "Tiles of the pages below"
        case .university: "A university: the header picture for the title"
        }
    }
    static let pageColour = "Colour"
    static let ownColour = "Another colour"
    static let asAbove = "As the page above"
    static func nameOfColour(_ colour: String) -> String {
        [
            "#3da1a1": "Teal", "#2b835d": "Green", "#6dab56": "Leaf", "#aa6836": "Clay", "#8f3e5e": "Berry",
            "#8f57a0": "Violet",
        ][colour] ?? colour
    }
    static let colourFault = "A colour is written #rrggbb, such as #3da1a1. Correct it."
    static let pageGround = "Ground"
    static let pageGroundHint = "How strongly the paper is tinted: 1 to 15."
    static let pageAbove = "Below the page"
    static let pageAboveHint = "It comes last there. The list of pages changes the order."
    static let positionFault = "A position is a whole number up to 1,000,000. Correct it."
    static let pagePlace = "Place on the map"
    static let pagePlaceHint = "In degrees, such as 53.9590 and -1.0815 for York. Empty for no place."
    static let findTown = "Find a town"
    static let onThisMap = "on this guide’s map"
    static let noTown = "No town of that name is known here. Click the map, or type degrees."
    static let showMap = "Choose on the map"
    static let mapForPlace = "Map: click a place, or move it by the arrow keys and press Enter"
    /// The text of script, with the name or the degrees.
    static let placeSet = "The place is {0}."
    static let latitude = "Latitude"
    static let longitude = "Longitude"
    static let placeFault =
        "A place has a latitude from -90 to 90 and a longitude from -180 to 180, such as 53.9590 and -1.0815. Correct them."
    static let publicAddress = "Address on the web"
    static let publicAddressHint = "Where this page is for everyone; shared links lead there."
    static let addressFault = "This is no web address. Write one that begins with https://, or leave it empty."
    /// The sentences about single fields, with the name of the field.
    static let faultyFields = [
        colourFault: "ownColour", placeFault: "latitude", addressFault: "address", guideNameFault: "title",
        publicationTimeFault: "time", publicationTimeIsPast: "time",
    ]
    static let draftHint = "Draft: neither this page nor those below it are published"
    static let saved = "Saved."
    static let unsaved = "Not saved yet"
    static let notSaved = "Not saved: Tidings does not answer. What you wrote is still here; try again."
    static let nothingChanged = "Nothing was changed."
    static func merged(_ other: String) -> String {
        "Saved, together with what \(other) changed elsewhere on this page."
    }
    static func conflict(_ other: String) -> String {
        "Not saved: \(other) changed the same meanwhile. Copy what you wrote, and open the page again."
    }
    static func unsavedText(_ title: String) -> String {
        title.isEmpty ? "What you wrote" : "What you wrote, with the title “\(title)”"
    }
    static func removedMeanwhile(_ other: String) -> String {
        "Not saved: \(other) removed this meanwhile. Copy what you wrote; History brings the page back."
    }
    static func removePage(below: Int) -> String {
        below == 0 ? "Remove this page" : "Remove this page and the \(Plural("page").counted(below)) below it"
    }
    static func name(of slot: PackPage.Slot) -> String {
        switch slot {
        case .picture: "Picture"
        case .header: "Header picture"
        }
    }
    static let removal = "Remove"
    static func removePageQuestion(_ title: String, below: Int) -> String {
        let rest = below == 0 ? "" : " and the \(Plural("page").counted(below)) below it"
        return "Remove “\(title)”\(rest)? Readers lose it with the next publication; History brings it back."
    }
    static func removePhotographQuestion(_ name: String) -> String {
        "Remove “\(name)” from the gallery? Pages that show it keep it; History brings it back."
    }
    static let noPicture = "No picture"
    static let presentPicture = "The present picture"
    static let choosePicture = "Choose"
    static let photographIsGone = "This photograph is no longer there. Choose another."

    // MARK: Two editors

    static func alsoHere(_ names: [String]) -> String {
        "Also on this page: \(names.joined(separator: ", ")). Different fields are merged; of the same field the second save is told."
    }

    // MARK: Photographs and the description

    static let uploadPhotographs = "Add photographs"
    static let uploadHint = "JPEG, PNG, GIF or WebP, up to 32 MB each. Where they were taken is removed."
    static let upload = "Upload"
    static let uploadPicture = "Upload a picture"
    static let chooseFile = "Choose a picture first."
    static func picturesAdded(_ number: Int) -> String { Plural("picture").counted(number) + " added." }
    static func about(_ file: String, _ sentence: String) -> String {
        file.isEmpty ? sentence : "“\(file)”: \(sentence)"
    }
    /// The texts of script, with the number of the file and that of all.
    static let uploading = "{0} of {1}"
    static let uploaded = "{0} added."
    static let uploadFailed = "It did not arrive. Try it again."

    static let fileWaits = "waits"
    static let fileIsPrepared = "is prepared …"
    static let fileIsAdded = "added"

    static func galleryTitle(_ count: Int) -> String { count == 0 ? "Photographs" : photographsCount(count) }
    static let galleryIsEmpty =
        "The gallery has no photographs yet. Readers leaf through those that you add, in your order."
    static let galleryHint = "Readers leaf through them in this order, which the arrows change."
    static let galleryScriptHint = " Photographs can be dragged too, and captions are saved as you leave them."
    static let pagePictures = "Pictures of pages"
    static let pagePicturesHint = "They stand on their pages, not in the gallery. Each is changed on its page."
    static func openPhotograph(_ name: String) -> String { "Open “\(name)”" }
    static let fileIsMissing = "The file is missing. Add the photograph again."
    static func removePhotographNamed(_ name: String) -> String { "Remove “\(name)”" }
    static let caption = "Caption"
    static let credit = "Photographer"
    static let photographRemoved = "Removed from the gallery. Pages that show it keep it."
    static let guideTitle = "Title"
    static let guideLanguages = "Languages, the main one first, such as en-GB"
    static let licence = "Licence"
    static let guideAddress = "Address on the web"
    static let guideCredits = "Who made it, one a line"
    static func guideIdentity(_ identity: String) -> String {
        "Its name among packs is “\(identity)”, and never changes."
    }

    static let otherHouses = "Other houses"
    static let servingExplanation =
        "Others who run Tidings can follow this guide: they get each version that you publish, without signing in here."
    static func isServed(isPublished: Bool) -> String {
        isPublished
            ? "Everyone who has this address can follow the guide. It goes into an edition’s file, as “pack: address:”."
            : "The guide can be followed at this address once you publish it."
    }
    static let onlyThisMachine =
        "This server answers to this machine alone. Others can follow the guide once they reach it: Settings, Devices and password."
    static let serve = "Let others follow it"
    static let serveNoLonger = "Let others follow it no longer"
    static let servingBegun = "Others can follow the guide now."
    static let servingEnded = "Others can follow the guide no longer. What they have, they keep."

    // MARK: Publishing

    static func publishVersion(_ version: String) -> String { "Publish version \(version)" }
    static let mapSubject = "The map"
    static let publishNow = "Publish now"
    static let publishLater = "Or at a time, with what is saved then"
    static let schedule = "Schedule"
    static let cancelPublication = "Do not publish then"
    static let publicationCancelled = "It will not be published then."
    static let publicationTimeFault = "This is no time. Choose a day and an hour."
    static let publicationTimeIsPast = "This time is past. Choose a later one, or publish now."
    static func versionPublished(_ version: String) -> String {
        "Version \(version) is published. Readers have it at their next look."
    }
    static let nothingToPublish = "Readers have everything already."
    static func favouritesLost(_ number: Int) -> String {
        number == 1
            ? "1 favourite will lose its page." : "\(number) favourites will lose their pages."
    }
    static func newPages(_ number: Int) -> String { "\(Plural("new page").counted(number))" }
    static func changedPages(_ number: Int) -> String { "\(Plural("changed page").counted(number))" }
    static func removedPages(_ number: Int) -> String { "\(Plural("page").counted(number)) gone" }
    static func andMore(_ number: Int) -> String { "and \(number) more" }
    static func photographChanges(_ added: Int, _ changed: Int, _ removed: Int) -> String {
        let parts = [(added, "new"), (changed, "changed"), (removed, "gone")].filter { $0.0 > 0 }
        return "Photographs: " + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + "."
    }
    static let descriptionChanged = "What is said about the guide, or its map, is changed."
    static let mendFirst = "Correct this first"
    static let readersWouldMiss = "Readers would miss this"

    // MARK: Preview

    static let previewNote = "As readers will see it after the next publication. Marks made here are not kept."
    static let linkLeadsNowhere =
        "There is no such page in this guide, or it is a draft. Choose another page for the link, or remove the link."
    static let previewPhone = "On a phone"
    static let previewTablet = "On a tablet"
}
