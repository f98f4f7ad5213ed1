import Foundation
import Library
import News

/// The texts of the pages of an edition with a pack.
extension Strings {
    static func pages(in title: String) -> String { "Pages in “\(title)”" }
    static func allPages(_ count: Int) -> String { "All \(count) pages" }
    static let choicesHere = "Pages here"
    static let outside = "outside"

    static let otherPages = "Other pages"
    static let previousLabel = "Previous"

    // MARK: Favourites

    static let addFavourite = "Add to favourites"
    static let removeFavourite = "Remove from favourites"
    static let noFavouritesPhone = "No favourites yet. Add a page to find it here again."
    static let noFavouritesTitle = "Your favourites will be here"
    static let noFavouritesTablet =
        "Open a page and choose Add to favourites in its bar or at its end. It then stands in this list, the newest first, and opens beside it."
    static let toHome = "Go to the first page"
    static let lostFavourites = "No longer in this guide"
    static let lostFavouritesHint = "These were favourites. The new version has no such pages."

    // MARK: Photographs

    static let noPhotographs = "This guide has no photographs."
    static func missingPhotograph(_ caption: String) -> String {
        caption.isEmpty ? "A photograph that is missing" : "Missing photograph: \(caption)"
    }
    static func photograph(_ number: Int, of count: Int, _ caption: String) -> String {
        caption.isEmpty ? "Photograph \(number) of \(count)" : caption
    }
    static let photographPages = "More photographs"
    static func photographs(_ first: Int, to last: Int) -> String {
        "Photographs \(first) to \(last)"
    }
    static let previousPhotograph = "Previous photograph"
    static let nextPhotograph = "Next photograph"
    static func placeAmong(_ number: Int, _ count: Int) -> String { "\(number) of \(count)" }

    // MARK: Before a pack is there

    static func packIsMissing(_ title: String) -> String {
        "\(title) is a guide that its publishers carry as one file. This Tidings has no copy of it yet."
    }
    static let packIsComing = "The guide is being fetched. It opens by itself."
    static let waysToBring = "Bring it in one step"
    static let wayByFile = "A pack file"
    static let wayByFolder = "A folder of pages and pictures"
    static let wayByStore = "The original app’s files"
    static let wayByAddress = "An address where it is published"
    static let typeThis = "Type this where Tidings runs:"
    static let lineForAddress = "Put this into the edition’s file; new versions then come by themselves:"

    // MARK: About

    static func packVersion(_ version: String, _ date: String) -> String { "Version \(version), here since \(date)." }
    static func packChanges(_ changes: PackChanges) -> String {
        "\(Plural("page").counted(changes.newPages)) new, \(changes.changedPages) changed, \(changes.removedPages) gone"
    }
    static func packChangesLine(_ changes: PackChanges) -> String {
        "Since version \(changes.replaced): \(packChanges(changes))."
    }
    static func packLicence(_ licence: String) -> String { "Licence: \(licence)" }
    static let packCredits = "By"
}
