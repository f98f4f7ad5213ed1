/// A kind of headlines that a reader may hide. A headline belongs to a kind by phrases and patterns alone, which the
/// app shows in full, so that readers can check them. The phrases are English.
public enum HeadlineKind: String, Sendable, Codable, CaseIterable {
    /// Headlines that keep their subject back.
    case teasers
    /// Headlines that announce a number of things.
    case lists
    /// Offers and shopping advice.
    case deals
    /// Horoscopes, answers of games, and lottery numbers.
    case games
    /// Headlines in capitals throughout, or with several exclamation or question marks.
    case shouting

    /// The phrases that occur anywhere in a headline as whole words. For `lists`, the nouns that follow a number at the
    /// beginning; for `shouting`, an empty array.
    public var phrases: [String] {
        switch self {
        case .teasers: Self.teaserPhrases
        case .lists: Self.listNouns
        case .deals: Self.dealPhrases
        case .games: Self.gamePhrases
        case .shouting: []
        }
    }

    private static let teaserPhrases = [
        "you won’t believe", "you’ll never believe", "you will never believe", "you’ll never guess",
        "what happened next",
        "what happens next", "what he did next", "what she did next", "what they did next", "will blow your mind",
        "blew my mind", "mind-blowing", "jaw-dropping", "will shock you", "will surprise you", "may surprise you",
        "might surprise you", "will leave you speechless", "will make you cry", "will melt your heart",
        "faith in humanity", "one weird trick", "this one trick", "one simple trick", "this simple trick",
        "doctors hate",
        "the reason will", "the reason why will", "no one is talking about", "nobody is talking about",
        "wait until you see", "wait till you see", "the internet is losing it", "is losing its mind",
        "broke the internet", "breaking the internet", "can’t stop laughing",
    ]

    private static let listNouns = [
        "things", "ways", "reasons", "signs", "tips", "tricks", "hacks", "facts", "photos", "gifts", "ideas", "quotes",
        "secrets", "mistakes", "myths", "habits", "moments", "memes", "questions", "lessons",
    ]

    private static let dealPhrases = [
        "best deals", "top deals", "early deals", "deal of the day", "deals of the day", "daily deals",
        "black friday deals",
        "cyber monday deals", "prime day", "promo code", "promo codes", "coupon code", "coupon codes", "discount code",
        "discount codes", "voucher code", "voucher codes", "lowest price ever", "lowest price yet", "gift guide",
        "gift guides", "best gifts", "buying guide",
    ]

    private static let gamePhrases = [
        "horoscope", "horoscopes", "wordle", "quordle", "connections hints", "connections answers", "strands hints",
        "strands answers", "spelling bee answers", "crossword answers", "winning numbers", "lottery numbers",
        "powerball numbers", "news quiz", "can you guess", "how many can you",
    ]
}
