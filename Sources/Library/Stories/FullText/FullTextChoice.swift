/// Whether a channel's stories are shown with the whole text of their pages.
public enum FullTextChoice: String, Sendable, Codable, CaseIterable {
    /// When the channel looks cut short (`FullTextGuess`), as each story is opened.
    case automatic
    /// Soon after each story has come, in the background.
    case always
    /// What the channel itself gives, and no more.
    case never
}
