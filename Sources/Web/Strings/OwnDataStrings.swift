import Library

/// The texts about the files of what is the reader's own.
enum OwnDataStrings {
    static let title = "Export"
    static let titleDetail = "Take your feeds, saved stories and marks with you"
    static let explanation =
        "What is yours here, as files that other programs read. Each is made as you load it. Passwords are in none of them."
    static let feeds = "Your feeds and folders, for any other news reader"
    static let deletion = "Loading a file deletes nothing here."
    static func detail(_ file: OwnDataFile) -> String {
        switch file {
        case .savedPage: "Your saved stories with their texts, as one page to read or print"
        case .savedStories: "The same for FreshRSS, for another Tidings, and for programs"
        case .marks: "What you have read, opened, saved and ticked, and when"
        }
    }
}
