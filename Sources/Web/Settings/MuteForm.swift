import Library
import Markup
import News

/// The choices of a rule: what it looks at and how long it holds.
struct MuteForm {
    let visit: Visit
    let order: MuteOrder

    func write(into w: inout HTMLWriter) {
        w.raw("<form method=\"get\" data-mute")
        w.attribute("action", visit.path(Route.mute))
        w.raw(">")
        for field in order.fields where ["story", "rule"].contains(field.name) {
            w.raw("<input type=\"hidden\"")
            w.attribute("name", field.name)
            w.attribute("value", field.value)
            w.raw(">")
        }
        kinds(&w)
        if order.known?.rule.kind != .feed { words(&w) }
        spans(&w)
        w.raw("<button class=\"button wide-button\" data-no-script>")
        w.text(Words.showHidden)
        w.raw("</button></form>")
    }

    private var offers: [(kind: MuteKind, words: String)] {
        guard let story = order.story else {
            if let known = order.known { return [(known.rule.kind, Words.muteKind(known.rule.kind))] }
            return [MuteKind.words, .site, .author].map { ($0, Words.muteKind($0)) }
        }
        var offers = [(MuteKind.words, Words.muteKind(.words)), (.feed, Words.muteFeed(story.channelTitle))]
        if let host = story.link?.host { offers.append((.site, Words.muteSite(host))) }
        if let byline = story.byline { offers.append((.author, Words.muteAuthor(byline))) }
        return offers
    }

    private func kinds(_ w: inout HTMLWriter) {
        w.raw("<fieldset class=\"lines\"><legend>What to mute</legend>")
        for offer in offers { radio("what", offer.kind.rawValue, offer.words, offer.kind == order.kind, &w) }
        w.raw("</fieldset>")
    }

    private func words(_ w: inout HTMLWriter) {
        w.raw("<label class=\"field mute-words\"><span>")
        w.text(order.story == nil ? Words.muteWordsOrName : Words.muteWords)
        w.raw(
            "</span><input class=\"input\" name=\"words\" maxlength=\"200\" autocapitalize=\"off\" list=\"mute-offers\""
        )
        w.attribute("value", order.words)
        w.raw("></label>")
        if let story = order.story {
            w.raw("<datalist id=\"mute-offers\">")
            for word in Self.offered(story.title) {
                w.raw("<option")
                w.attribute("value", word)
                w.raw("></option>")
            }
            w.raw("</datalist>")
        }
        w.raw("<label class=\"check mute-text\"><input type=\"checkbox\" name=\"text\" value=\"1\"")
        if order.inText { w.raw(" checked") }
        w.raw(">")
        w.text(Words.muteInText)
        w.raw("</label>")
    }

    /// A title's longer words, as it has them.
    private static func offered(_ title: String) -> [String] {
        var known: Set<String> = []
        return title.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "’" }.map(String.init)
            .filter { $0.count > 3 && known.insert($0.lowercased()).inserted }
    }

    private func spans(_ w: inout HTMLWriter) {
        w.raw("<fieldset class=\"lines\"><legend>How long</legend>")
        if let until = order.known?.until {
            radio("for", "", Words.muted(until: until, visit.time), order.span == nil, &w)
        }
        for span in MuteOrder.Span.allCases {
            let isOn = order.span == span || (order.span == nil && order.known?.until == nil && span == .ever)
            radio("for", span.rawValue, Words.span(span), isOn, &w)
        }
        w.raw("</fieldset>")
    }

    private func radio(_ name: StaticString, _ value: String, _ words: String, _ isOn: Bool, _ w: inout HTMLWriter) {
        w.raw("<label class=\"check\"><input type=\"radio\" name=\"")
        w.raw(name)
        w.raw("\"")
        w.attribute("value", value)
        if isOn { w.raw(" checked") }
        w.raw(">")
        w.text(words)
        w.raw("</label>")
    }
}
