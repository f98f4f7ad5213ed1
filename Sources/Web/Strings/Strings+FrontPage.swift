/// How the front page comes about (`docs/why/how-the-front-page-is-chosen.md`).
extension Strings {
    static let frontPageChoice = "How is the front page chosen?"
    static let weighedFrontPage = [
        "Stories are weighed, and the weightiest come first. A large picture, a long text, other sources of yours that "
            + "tell the same, and a source that rarely speaks make a story weigh more. After twelve hours it weighs half "
            + "as much, and less still once you have read it.",
        "The weightiest story leads if it is strong: with a large picture, told by three of your sources, or long. "
            + "Without one, all sections are alike. Each story is on the page once, and no source fills a section while "
            + "others have fresh stories.",
        "Weights hold for a while, so that reading moves nothing. In between, only a clearly better story takes the "
            + "lead. Nothing is learnt about you.",
    ]
    static func listedFrontPage(_ title: String) -> [String] {
        ["\(title) shows the first stories of its lists, in their order. None is weighed against another."]
    }
}
