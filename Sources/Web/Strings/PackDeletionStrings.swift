import News

/// The texts of the deletion of a guide.
enum PackDeletionStrings {
    static let title = "Delete the guide"
    static let hint = "Or only stop editing it here"
    static func question(_ title: String) -> String { "Delete “\(title)”?" }
    static func whatGoes(_ pages: Int, _ photographs: Int, favourites: Int) -> String {
        let start =
            "\(Plural("page").counted(pages)), \(Plural("photograph").counted(photographs)) and its whole history go, "
            + "here and for all readers. This cannot be taken back."
        guard favourites > 0 else { return start }
        return start
            + (favourites == 1
                ? " 1 favourite loses its page." : " \(favourites) favourites lose their pages.")
    }
    static func staysElsewhere(_ titles: [String]) -> String {
        "\(titles.joined(separator: ", ")) shows the same guide, and keeps it; only this newspaper goes."
    }
    static let endsServing = "Other houses that follow the guide keep what they have, and get no more versions."
    static let comesWithTidings =
        "This guide's newspaper comes with Tidings or with how it was started, so it cannot be deleted here. Its editing can end."
    static func delete(_ title: String) -> String { "Delete “\(title)”" }
    static func deleted(_ title: String) -> String { "“\(title)” is deleted." }
    static let stopTitle = "Only stop editing"
    static func stopKeeps(_ version: String) -> String {
        "Readers keep version \(version). Changes since then, drafts and the history go; to edit again begins anew with what readers have."
    }
    static let stopKeepsNothing =
        "Nothing was published from here: what was written, drafts and the history go. Readers keep what they had before, if anything."
    static let stop = "Stop editing here"
    static func stopped(_ title: String) -> String { "“\(title)” is no longer edited here." }
}
