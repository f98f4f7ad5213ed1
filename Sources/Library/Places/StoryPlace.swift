/// Where a reader stopped in a story, reading or listening.
public struct StoryPlace: Sendable, Hashable {
    /// What of the story it is: its text, or a recording by its number among the enclosures.
    public enum Part: Sendable, Hashable {
        case text
        case recording(Int)

        /// As the database has it.
        var number: Int64 {
            switch self {
            case .text: 0
            case .recording(let index): Int64(index) + 1
            }
        }
    }

    /// Of a text, ten-thousandths of its height; of a recording, milliseconds.
    public var at: Int64
    /// Of a recording its length in milliseconds, of a text 10,000.
    public var whole: Int64
    /// Of a text, the number of the paragraph that stood at the top: it finds the place again where pictures or letters
    /// have another size.
    public var anchor: Int64

    public init(at: Int64, whole: Int64, anchor: Int64 = 0) {
        self.at = at
        self.whole = whole
        self.anchor = anchor
    }
}
