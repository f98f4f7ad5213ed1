import Library
import News

extension Strings {
    static let savePage = "Save a page"
    static let savePageHere = "Save page"
    static let savePageHint = "Its text and pictures are read and kept here, like a story’s."
    static let pageAddress = "Address"
    static let pageTitle = "Title"
    static let saveToTidings = "Save to Tidings"
    static let saveFromBrowser = "From your browser"
    static let bookmarkHint =
        "Drag this button to the bookmarks bar. On any page, the bookmark opens Tidings, which asks before it saves."
    static let bookmarkAddress = "Or make a bookmark with this address"
    static let saveFromPhone = "From a phone"
    static let shareMenuHint =
        "Install Tidings as an app from the browser’s menu. On Android it then stands in the share menu of other apps."
    static let noAddressToSave = "Type the address of a web page, such as https://example.org/article."
    static let noAddressShared = "What was shared has no web address. Paste the page’s address here."
    static let addressIsTooLong = "That address is longer than 2,000 characters, the most that is kept."
    static let pageWasSaved = "This page is saved already."
    static let pageIsStory = "This page is a story here; saving it keeps that story."
    static func pageSaved(isNewHere: Bool) -> String { isNewHere ? "Page saved" : "Story saved" }
    static func keptAsBookmark(_ sentence: String) -> String {
        "\(sentence) The page is kept as a bookmark, with its title and address."
    }

    // MARK: Imports

    static let previewIsGone = "That preview is no longer here. Choose the file again."
    static func savedExport(_ format: SavedPagesExport.Format) -> String {
        switch format {
        case .pocket: "Saved pages from Pocket"
        case .instapaper: "Saved pages from Instapaper"
        case .freshRSS: "Starred stories from FreshRSS"
        case .miniflux: "Starred stories from Miniflux"
        case .feedly: "Saved stories from Feedly"
        case .bookmarks: "Bookmarks"
        case .table: "Pages of a table"
        }
    }

    /// Returns the numbers of the preview, with their names.
    static func savedExportCounts(
        _ export: SavedPagesExport, _ preview: SavedPagesPreview
    ) -> [(name: String, count: Int)] {
        [
            ("Pages in the file", export.pages.count), ("New here", preview.newCount),
            ("Stories here already, to be saved", preview.knownCount),
            ("Saved here already", preview.alreadySavedCount), ("Listed twice in the file", export.repeatedCount),
            ("Without a web address", export.refused.count), ("Not starred, left out", export.unstarredCount),
            ("Beyond 10,000, left out", export.skippedCount), ("Feeds they came from", preview.feedCount),
            ("Of these not followed", preview.unknownFeeds.count),
        ]
    }

    static func savedExportNotes(_ export: SavedPagesExport, _ preview: SavedPagesPreview) -> [String] {
        var notes = ["Each page keeps the time at which it was saved. Tags stay with pages that are new here."]
        if preview.withoutTextCount > 0 {
            notes.append(
                "The file has no text for \(preview.withoutTextCount) of them: their pages are read one by one.")
        }
        if export.noteCount > 0 {
            notes.append(
                "\(export.noteCount) have a note or quotation, which is not kept: there is no place for notes here.")
        }
        if !preview.unknownFeeds.isEmpty { notes.append("The feeds that you do not follow are not added.") }
        return notes
    }

    static let feedsNotFollowed = "Feeds that you do not follow"
    static let entriesWithoutAddress = "Without a web address"
    static func saveStories(_ count: Int) -> String { "Save \(stories(count))" }
    static func savedImportDone(_ count: Int, alreadySaved: Int) -> String {
        "\(stories(count)) saved" + (alreadySaved > 0 ? ", \(alreadySaved) were saved already" : "")
    }
}
