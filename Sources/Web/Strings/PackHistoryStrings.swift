import Library
import News
import Packs

/// The texts of the history of an edited pack.
enum PackHistoryStrings {
    static func history(of title: String) -> String { "History of \(title)" }
    static let earlierChanges = "Earlier changes"
    static let isPublished = "published"
    static let isNotPublished = "not published yet"
    static let lookAtVersion = "Look at it"
    static let explanation =
        "Every save is kept. A change is taken back, a page is looked at as it was and brought back, and so is a whole version."
    static let noChanges = "Nothing was changed yet."

    static func words(for change: PackChange) -> String {
        switch change.action {
        case .create: "Began with “\(change.subject)”"
        case .edit: "Changed “\(change.subject)”"
        case .add: "Added “\(change.subject)”"
        case .move: "Moved “\(change.subject)”"
        case .remove: "Removed “\(change.subject)”"
        case .restore: "Brought back “\(change.subject)”"
        case .undo: "Took back a change of “\(change.subject)”"
        case .publish: "Version \(change.subject)"
        case .goBack: change.undoneNumber == 1 ? "Went back to the beginning" : "Went back to version \(change.subject)"
        }
    }

    static func name(of field: PackItemField) -> String {
        switch field {
        case .title: PackEditorStrings.pageTitle
        case .address: PackEditorStrings.publicAddress
        case .text: PackEditorStrings.pageText
        case .kind: "Looks"
        case .colour: PackEditorStrings.pageColour
        case .ground: PackEditorStrings.pageGround
        case .picture: PackEditorStrings.name(of: .picture)
        case .header: PackEditorStrings.name(of: .header)
        case .place: "Place"
        case .parent: "Page above"
        case .draft: PackEditorStrings.draftBadge
        case .position: "Order"
        case .caption: PackEditorStrings.caption
        case .credit: PackEditorStrings.credit
        case .files: "Photograph"
        case .languages: "Languages"
        case .licence: PackEditorStrings.licence
        case .credits: PackEditorStrings.guideCredits
        case .map: Strings.map
        }
    }

    // MARK: What a change did

    static let added = "added"
    static let removed = "removed"
    static func andMore(_ count: Int) -> String { "and \(count) more" }
    static func below(_ count: Int) -> String {
        count == 1 ? "With the page below it" : "With the \(count) pages below it"
    }

    static func words(for move: PackItemMove) -> String {
        guard move.from.above == move.to.above else {
            return "From \(place(move.from)) to \(place(move.to))"
        }
        return move.to.above.map { "Below “\($0)”, from \(order(move.from)) to \(order(move.to))" }
            ?? "From \(order(move.from)) to \(order(move.to))"
    }

    private static func place(_ place: PackItemMove.Place) -> String {
        place.above.map { "“\($0)” (\(order(place)))" } ?? order(place)
    }

    /// Returns the order among the pages below the same one, or among the photographs.
    static func order(_ place: PackItemMove.Place) -> String {
        place.previous.map { "after “\($0)”" } ?? "the first place"
    }

    static func standing(_ place: PackItemMove.Place) -> String {
        place.previous.map { "After “\($0)”" } ?? "First"
    }

    static func position(_ number: Int, of count: Int) -> String { "Number \(number) of \(count)" }

    // MARK: Versions

    static func goBack(to change: PackChange) -> String {
        change.action == .create ? "Go back to the beginning" : "Go back to version \(change.subject)"
    }
    static let isBeingPublished = "being published"
    static let wentBack = "Everything is as it was then. Readers see it once you publish it."
    static let nothingToGoBackTo = "Everything is as it was then already."

    // MARK: An earlier version

    static let pageWasRemoved = "It was removed here"
    static let isPresentVersion = "This is how it is today."
    static let isLikeToday = "Today it is the same again."
    static let isGoneToday = "It is not there today."
    static func differs(_ fields: [PackItemField]) -> String {
        "Different today: \(fields.map(name).joined(separator: ", "))."
    }
    static let bringBack = "Bring this back"
    static let differsBadge = "Different today"
    static let today = "Today: "
    static let nothing = "None"
    static let yes = "Yes"
    static let no = "No"
    static let onlyThen = "Only in this version"
    static let onlyToday = "Only today"
    static let versionRestored = "The earlier version is back."
    static func changeUndone(_ subject: String) -> String { "“\(subject)” is as it was before." }
}
