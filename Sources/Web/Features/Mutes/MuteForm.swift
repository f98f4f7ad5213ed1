import Library
import Markup
import News

/// The choices of a rule: what it looks at and how long it holds.
struct MuteForm {
    let scope: RequestScope
    let input: MuteFormInput

    func write(into w: inout HTMLWriter) {
        w.raw("<form method=\"get\" data-mute")
        w.attribute("action", scope.path(Route.newMute))
        w.raw(">")
        for field in input.formFields where ["story", "rule"].contains(field.name) {
            w.raw("<input type=\"hidden\"")
            w.attribute("name", field.name)
            w.attribute("value", field.value)
            w.raw(">")
        }
        kinds(&w)
        if input.existing?.rule.kind != .feed { words(&w) }
        periods(&w)
        w.raw("<button class=\"button wide-button\" data-no-script>")
        w.text(Strings.showHidden)
        w.raw("</button></form>")
    }

    private var kindOptions: [(kind: MuteKind, words: String)] {
        guard let story = input.story else {
            if let known = input.existing { return [(known.rule.kind, Strings.muteKind(known.rule.kind))] }
            return [MuteKind.words, .site, .author].map { ($0, Strings.muteKind($0)) }
        }
        var offers = [(MuteKind.words, Strings.muteKind(.words)), (.feed, Strings.muteFeed(story.channelTitle))]
        if let host = story.link?.host { offers.append((.site, Strings.muteSite(host))) }
        if let byline = story.byline { offers.append((.author, Strings.muteAuthor(byline))) }
        return offers
    }

    private func kinds(_ w: inout HTMLWriter) {
        w.raw("<fieldset class=\"lines\"><legend>What to mute</legend>")
        for offer in kindOptions { radio("what", offer.kind.rawValue, offer.words, offer.kind == input.kind, &w) }
        w.raw("</fieldset>")
    }

    private func words(_ w: inout HTMLWriter) {
        w.raw("<label class=\"field mute-words\"><span>")
        w.text(input.story == nil ? Strings.muteWordsOrName : Strings.muteWords)
        w.raw(
            "</span><input class=\"input\" name=\"words\" maxlength=\"200\" autocapitalize=\"off\" list=\"mute-offers\""
        )
        w.attribute("value", input.words)
        w.raw("></label>")
        if let story = input.story {
            w.raw("<datalist id=\"mute-offers\">")
            for word in Self.suggestedWords(story.title) {
                w.raw("<option")
                w.attribute("value", word)
                w.raw("></option>")
            }
            w.raw("</datalist>")
        }
        w.raw("<label class=\"check mute-text\"><input type=\"checkbox\" name=\"text\" value=\"1\"")
        if input.inText { w.raw(" checked") }
        w.raw(">")
        w.text(Strings.muteInText)
        w.raw("</label>")
    }

    /// A title's longer words, as it has them.
    private static func suggestedWords(_ title: String) -> [String] {
        var known: Set<String> = []
        return title.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "’" }.map(String.init)
            .filter { $0.count > 3 && known.insert($0.lowercased()).inserted }
    }

    private func periods(_ w: inout HTMLWriter) {
        w.raw("<fieldset class=\"lines\"><legend>How long</legend>")
        if let until = input.existing?.until {
            radio("for", "", Strings.muted(until: until, scope.time), input.period == nil, &w)
        }
        for span in MuteFormInput.Period.allCases {
            let isOn = input.period == span || (input.period == nil && input.existing?.until == nil && span == .ever)
            radio("for", span.rawValue, Strings.mutePeriod(span), isOn, &w)
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
