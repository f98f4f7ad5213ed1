/// The replies of two invented users to members' texts.
enum CommunityReplies {
    private static let texts = [
        "That is a good point, and I had not seen it put so plainly.\n\nHow long did it take you to find out?",
        "Same here. The part that surprised me was how *little* it takes once somebody has begun.",
        "I am not sure I agree, but I shall think about it on the way home.",
        "Thank you for writing this down. We had the same question at the harbour office last winter.",
        "Welcome! Most of us only read; it is nice to hear a new voice.",
        "Could you say more about that? I should like to try it with our old tide gauge.",
    ]

    /// Returns the replies, with delays in seconds; the same for the same text.
    static func replies(to text: String, by name: String) -> [(name: String, text: String, delay: Double)] {
        var rng = SeededRandom(text)
        let names = CommunityContent.userNames.filter { $0 != name }.shuffled(using: &rng)
        let texts = texts.shuffled(using: &rng)
        return zip(names, zip(texts, [50.0, 80.0])).map { ($0, $1.0, $1.1) }
    }
}
