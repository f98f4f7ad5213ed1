public import Markup

/// One entry of a source's own list of channels, such as a category of a news site.
///
/// A source whose channels are not known beforehand gives them as the answer of one more channel, its *directory*:
/// asked for, scheduled, remembered and forgiven like any other, so that all politeness holds for it too.
public struct OfferedChannel: Sendable, Hashable {
    /// The source's own key of the channel, the same at every answer: by it the section is known again, however the
    /// source renames it or moves it about.
    public var key: String
    public var title: String
    /// What the source is asked with for the channel's stories.
    public var address: WebAddress

    public init(key: String, title: String, address: WebAddress) {
        self.key = key
        self.title = title
        self.address = address
    }
}
