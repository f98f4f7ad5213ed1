/// A kind of headlines that a reader may hide or keep back. A headline belongs to a kind by phrases and patterns alone,
/// which the app shows in full, so that readers can check them. The phrases are English.
public enum HeadlineKind: String, Sendable, Codable, CaseIterable {
    /// Headlines that keep their subject back.
    case teasers
    /// Headlines that announce a number of things.
    case lists
    /// Offers and shopping advice.
    case deals
    /// Horoscopes, answers of games, and lottery numbers.
    case games
    /// Clothes and loves of famous people.
    case gossip
    /// Headlines in capitals throughout, or with several exclamation or question marks.
    case shouting

    /// The version of the rules. Stored stories are judged again by new rules, so every change of a phrase or a pattern
    /// raises it.
    public static let rulesVersion: Int64 = 1

    /// The phrases that occur anywhere in a headline as whole words. For `lists`, the words that follow a number at the
    /// beginning (`HeadlineMatcher`); for `shouting`, an empty array.
    public var phrases: [String] {
        switch self {
        case .teasers: Self.teaserPhrases
        case .lists: Self.listWords
        case .deals: Self.dealPhrases
        case .games: Self.gamePhrases
        case .gossip: Self.gossipPhrases
        case .shouting: []
        }
    }

    private static let teaserPhrases = [
        "you won’t believe", "you’ll never believe", "you will never believe", "you’ll never guess",
        "what happened next", "what happens next", "what he did next", "what she did next", "what they did next",
        "what happened when", "what happens when you", "will blow your mind", "blew my mind", "mind-blowing",
        "jaw-dropping", "will shock you", "will surprise you", "may surprise you", "might surprise you",
        "will leave you", "will make you cry", "will make you rethink", "will change the way you",
        "will change your life",
        "will melt your heart", "melting hearts", "faith in humanity", "one weird trick", "weird trick",
        "this one trick",
        "one simple trick", "this simple trick", "simple trick", "this one thing", "doctors hate", "the reason will",
        "the reason why will", "the real reason", "no one is talking about", "nobody is talking about",
        "nobody talks about", "they don’t want you to know", "wait until you see", "wait till you see",
        "the internet is losing it", "is losing its mind", "are losing their minds", "broke the internet",
        "breaking the internet", "internet in stitches", "internet is divided", "can’t stop laughing", "can’t get over",
        "can’t stop talking about", "everyone is talking about", "everyone’s talking about",
        "and it’s not what you think",
        "not what you think", "here’s why", "this is why", "you’re doing it wrong",
        "you should never", "you need to see", "you have to see", "you need to try", "only true fans", "guess who",
        "things got weird", "it’s genius", "fans are convinced", "fans are stunned", "goes viral for",
        "viral video shows", "you didn’t know", "you never knew",
        "you probably", "you might not know", "your whole life", "you need right now", "you need in your life",
        "in your life right now", "should know about", "people are loving", "people are obsessed", "we can’t even",
    ]

    private static let listWords = [
        "things", "ways", "reasons", "signs", "tips", "tricks", "hacks", "facts", "photos", "pictures", "gifts",
        "ideas",
        "quotes", "secrets", "mistakes", "myths", "habits", "moments", "memes", "questions", "lessons", "recipes",
        "best", "worst", "funniest", "cutest", "weirdest", "easiest", "greatest",
        "jokes", "tweets", "gifs", "products", "foods", "outfits", "celebrities", "times", "hilarious", "adorable",
        "genius",
        "delicious", "insanely", "ridiculously", "incredibly", "gorgeous", "awesome", "weird", "clever",
    ]

    private static let dealPhrases = [
        "best deals", "top deals", "early deals", "deal of the day", "deals of the day", "daily deals", "weekend deals",
        "best early", "deal alert", "black friday deal", "black friday deals", "cyber monday deal",
        "cyber monday deals",
        "prime day", "promo code", "promo codes", "coupon code", "coupon codes", "coupons", "discount code",
        "discount codes", "voucher code", "voucher codes", "lowest price ever", "lowest price yet", "lowest price we",
        "all-time low price", "cheapest price", "on sale for", "gift guide", "gift guides", "best gifts", "gift ideas",
        "buying guide", "worth buying", "worth the money", "shoppers love", "shoppers swear",
        "our favourite buys", "our favorite buys", "sponsored content", "paid content",
    ]

    private static let gamePhrases = [
        "horoscope", "horoscopes", "zodiac sign", "zodiac signs", "star sign", "star signs", "tarot reading", "wordle",
        "quordle", "connections hints", "connections answers", "connections hint", "strands hints", "strands answers",
        "spelling bee answers", "crossword answers", "crossword clue", "mini crossword", "winning numbers",
        "winning lottery", "lottery numbers", "lottery results", "powerball numbers", "lotto results", "news quiz",
        "weekly quiz", "our quiz", "quiz of the week", "how well do you know", "test your knowledge", "can you guess",
        "can you spot", "can you solve", "how many can you", "how many of these", "can you name", "can you pass",
        "can we guess", "we can guess",
        "we’ll guess", "are you based on", "based on your", "which of these", "brain teaser", "optical illusion",
    ]

    private static let gossipPhrases = [
        "flaunts", "baby bump", "bikini body", "in a bikini", "wardrobe malfunction", "red carpet looks",
        "best dressed", "worst dressed",
        "date night", "steps out with", "steps out in", "packs on the", "turns heads", "stuns in", "stunned in",
        "sizzles in", "shows off her", "shows off his", "showed off her", "twins with", "instagram official",
        "rumoured romance", "rumored romance", "relationship timeline", "dating history", "net worth",
        "spotted kissing",
        "new girlfriend", "new boyfriend", "celebrity couple", "claps back", "clapped back",
        "throws shade", "revenge dress", "loved-up", "reality star",
    ]
}
