public import Markup
public import News

/// The same story in another channel that the reader follows.
public struct AlsoIn: Sendable, Hashable {
    public var story: StoryID
    public var channel: ChannelID
    public var channelTitle: String
    public var link: WebAddress?

    public init(story: StoryID, channel: ChannelID, channelTitle: String, link: WebAddress? = nil) {
        self.story = story
        self.channel = channel
        self.channelTitle = channelTitle
        self.link = link
    }
}
