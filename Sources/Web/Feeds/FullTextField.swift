import Library
import Markup

/// The choice whether a feed's stories are shown with the whole text of their pages, and what comes of it.
enum FullTextField {
    private static let offers: [(choice: FullTextChoice, word: StaticString)] = [
        (.automatic, "When cut short"), (.always, "Always"), (.never, "Never"),
    ]

    static func write(_ choice: FullTextChoice, _ guess: FullTextGuess, into w: inout HTMLWriter) {
        w.raw("<fieldset class=\"whole-choice\"><legend>Fetch whole stories from their pages</legend>")
        w.raw("<div class=\"choices\">")
        for offer in offers {
            w.raw("<label><input type=\"radio\" name=\"fullText\"")
            w.attribute("value", offer.choice.rawValue)
            if offer.choice == choice { w.raw(" checked") }
            w.raw("><span>")
            w.raw(offer.word)
            w.raw("</span></label>")
        }
        w.raw("</div><p class=\"remark\">")
        w.text(Words.fullText(choice, guess))
        w.raw("</p></fieldset>")
    }
}
