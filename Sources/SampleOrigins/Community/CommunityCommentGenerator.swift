/// A generator of comments from templates, varied enough for a thousand comments.
struct CommunityCommentGenerator {
    var rng: SeededRandom
    var topic: String

    private static let openings = [
        "I spent two winters on {topic}, and the part nobody talks about is {hard}.",
        "This is the first piece on {topic} I have read that mentions {detail}.",
        "We tried the same thing at a much smaller scale, and {outcome}.",
        "Not my field, but the part about {detail} reminded me of {memory}.",
        "The best thing about {topic} is that you can begin with {start} and be wrong cheaply.",
        "Ten years ago I would have argued with this. Now I think it understates {hard}.",
        "There is a lovely old book about {topic}; I only remember the chapter on {detail}.",
        "Two questions. How does this behave with {case}? And who looks after it when you are away?",
        "I showed this to a friend who does {topic} for a living. Her only remark was about {hard}.",
        "Small correction: it is not {detail} that makes it slow, it is {hard}.",
        "What a pleasant read. More writing about {topic} should begin with a mistake.",
        "My grandfather did this by hand, and {outcome}.",
        "For anybody who wants to try {topic} at home: begin with {start}.",
        "The numbers look right to me, except for {case}.",
        "I am always surprised how much of {topic} comes down to {hard}.",
        "We ran into {case} in our second month and never quite recovered.",
        "Can somebody explain {detail} to me as if I had only ever seen it from the outside?",
        "The author is too modest. I have used this since spring, and {outcome}.",
        "There is a simpler way, if you can live without {detail}.",
        "Reading this on a train with no signal, which seems right for {topic}.",
        "I like that the limits are stated up front. {advice}",
        "It took me an embarrassing while to see that {topic} and {memory} are the same problem.",
        "I keep a list of things that look easy. {topic}, with {hard}, has been on it since school.",
        "Every few years somebody rediscovers {detail}, and every time it is worth it.",
    ]
    private static let replies = [
        "Agreed, though in my experience {outcome}.",
        "That matches what we saw: {detail} matters far less than {hard}.",
        "I would put it the other way round. {advice}",
        "How did you deal with {case}?",
        "This. {advice}",
        "I do not think that follows. You can have {detail} without {hard}; it is only more work.",
        "We did exactly that, and {outcome}.",
        "Thank you, that is the clearest explanation of {detail} I have read.",
        "It depends on {case}. If you never meet it, lucky you.",
        "Counterpoint: {memory}. Nobody planned for that either.",
        "You may be right about {hard}, but I have yet to see it in practice.",
        "Do you have a source for the part about {detail}? I should like to read more.",
        "I had the same question. It turns out that {outcome}.",
        "Fair. I was thinking of smaller things, where {start} is enough.",
        "That is a different problem, I think. {advice}",
        "Yes, and it gets worse with {case}.",
        "I laughed, then I remembered {memory}.",
        "The trick is to do {start} first and to stop there for a week.",
        "Speaking as somebody who has to maintain one of these: {advice}",
        "No quarrel with that. I only wanted to say that {hard} is where the time goes.",
        "Is it not rather the case that {outcome}?",
        "I looked it up: you are right, and I have been telling it wrong for years.",
    ]
    private static let middles = [
        "In the end {outcome}.", "What saved us was {start}.", "It helped to write everything down, even {detail}.",
        "Most of the work was {hard}.", "I would do it again, but not with {case}.", "{advice}",
        "We measured it twice, since nobody believed the first result.", "The documentation is honest about {case}.",
        "It is cheap, it is dull, and it has not failed since.", "I still have the notes somewhere.",
        "If I had to teach it, I would begin with {start}.",
        "A colleague calls it *the long way round that is shorter*.",
        "There are edge cases, of course, and {case} is one of them.", "Nobody noticed for three weeks.",
        "The first version was a spreadsheet, and it was fine.",
        "I may be wrong about the cause, not about the effect.",
        "It is easier to see in a drawing than in words.", "That was in 2011; I hope it is better now.",
    ]
    private static let endings = [
        "Happy to say more if it helps anyone.", "I would love to hear how others do it.", "Your mileage may vary.",
        "Anyway, good work.", "I am still not sure it was the right decision.", "Worth an afternoon, at least.",
        "It is the sort of thing you only learn by dropping it.", "Somebody should write that down properly.",
        "Ask me again in a year.", "The coffee was good, too.", "",
    ]
    private static let difficulties = [
        "keeping the clocks in step", "the last few percent", "naming things so that the night shift understands them",
        "knowing when to stop", "cleaning up after the first version", "moving the old records over",
        "finding out who depends on it", "the rounding", "testing it in bad weather", "agreeing on what *done* means",
        "throwing away the clever part", "the paperwork", "doing nothing while it settles", "the cables",
    ]
    private static let details = [
        "the second diagram", "the cooling", "how the parts are labelled", "error bars", "the fallback path",
        "the choice of units", "what happens at midnight", "the spare key", "how little memory it needs",
        "the queue in the middle", "the handwritten index", "retries", "the order of the steps", "the checksum",
    ]
    private static let outcomes = [
        "it worked better than anyone expected", "we went back to the old way after a month",
        "the simple version is still running", "nobody could tell the difference", "it paid for itself by spring",
        "the only thing that broke was the label", "half of it turned out to be unnecessary",
        "we spent more on the box than on what is in it", "it was faster, and harder to explain",
        "the new people understood it at once", "it failed politely, which is all I ask",
    ]
    private static let memories = [
        "the school's boiler room", "sorting my aunt's stamp collection", "the ferry that left four minutes early",
        "learning to sail without a rudder", "the winter when the printer would only print on Tuesdays",
        "a spreadsheet that ran a small railway", "tuning a piano by ear",
        "the week we lost the key to the server room",
        "counting birds for the county", "my first job, in a warehouse without lights",
    ]
    private static let startingPoints = [
        "a pencil and a copy of the manual", "the smallest case that still hurts", "one page of plain text",
        "a single sensor and a jar of water", "the test you would be sorry to lose", "a list of what may not break",
        "somebody else's mistake", "the slowest part", "a drawing on the back of an envelope",
    ]
    private static let edgeCases = [
        "daylight saving", "a full disk", "two people pressing the button at once", "an empty list", "wet hands",
        "names with apostrophes", "a week of fog", "somebody who reads the manual", "leap years",
        "ten thousand of them instead of ten", "a battery at four percent", "the one customer with a fax machine",
    ]
    private static let advice = [
        "Write it down before you need it.", "Do it by hand twice before you automate it.",
        "Keep the old one running beside it for a month.", "Measure first; it is nearly never what you think.",
        "If it is boring, it is probably right.", "Make the wrong thing hard, not impossible.",
        "Leave a note for whoever comes after you.", "Buy two, and label both.",
        "The day you understand it is the day to document it.", "Ask the person who sweeps the floor.",
    ]

    /// Returns one or two paragraphs; one comment in twenty is formatted.
    mutating func makeComment(isReply: Bool) -> String {
        if rng.chance(0.05) { return makeFormattedComment() }
        return makePlainComment(isReply: isReply, isLong: rng.chance(0.25))
    }

    mutating func makePlainComment(isReply: Bool, isLong: Bool) -> String {
        var sentences = [rng.pick(isReply ? Self.replies : Self.openings)]
        let count = isLong ? rng.int(2...4) : rng.int(0...2)
        var pool = Self.middles.shuffled(using: &rng)
        for _ in 0..<count { sentences.append(pool.removeLast()) }
        if rng.chance(0.3) { sentences.append(rng.pick(Self.endings)) }
        let filled = sentences.filter { !$0.isEmpty }.map { fillPlaceholders($0) }
        guard filled.count > 2 else { return filled.joined(separator: " ") }
        let cut = filled.count / 2
        return filled[..<cut].joined(separator: " ") + "\n\n" + filled[cut...].joined(separator: " ")
    }

    /// Returns a comment with code, a quotation or a link.
    mutating func makeFormattedComment() -> String {
        switch rng.int(0...3) {
        case 0:
            return fillPlaceholders(
                "> {topic}, the easy way\n\nI would not call it easy. {advice}\n\nThis is all it takes here:\n\n"
                    + "  for step in plan {\n      if step.isRisky && !rested { wait() }\n      step.run()   // and not before\n  }\n\nThe *wait* is the important line."
            )
        case 1:
            return fillPlaceholders(
                "There is a longer account of {detail} at https://drystone.example/notes/2024/11/what-we-learned-about-the-rounding-of-tide-tables-and-clocks?view=plain and it is worth the detour."
            )
        case 2:
            return fillPlaceholders(
                "I think *{hard}* is the real subject here. If x < y && y < z, as the author's own table says, the rest follows."
            )
        default:
            return fillPlaceholders("It's the \"small\" things: {detail}, {case}, {hard}.\n\nIn that order.")
        }
    }

    private mutating func fillPlaceholders(_ sentence: String) -> String {
        var out = ""
        for piece in sentence.split(separator: "{", omittingEmptySubsequences: false) {
            guard let end = piece.firstIndex(of: "}"), let choices = Self.placeholders[String(piece[..<end])] else {
                out += out.isEmpty || piece.isEmpty ? piece : "{" + piece
                continue
            }
            out += choices.isEmpty ? topic : rng.pick(choices)
            out += piece[piece.index(after: end)...]
        }
        guard let first = out.first, first.isLowercase else { return out }
        return first.uppercased() + out.dropFirst()
    }

    private static let placeholders: [String: [String]] = [
        "hard": difficulties, "detail": details, "outcome": outcomes, "memory": memories, "start": startingPoints,
        "case": edgeCases,
        "advice": advice, "topic": [],
    ]
}
