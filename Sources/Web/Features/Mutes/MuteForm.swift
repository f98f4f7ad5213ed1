import Library
import Markup
import News
import URLs

struct MuteForm {
    let scope: RequestScope
    let input: MuteFormInput

    func write(into w: inout HTMLWriter) {
        w.raw("<form method=\"get\" data-mute-form")
        w.attribute("action", scope.path(Route.newMute))
        w.raw(">")
        let kept = input.kind == .headlines ? ["what", "words", "rule"] : ["story", "rule"]
        for field in input.formFields where kept.contains(field.name) { w.hiddenField(field.name, field.value) }
        if input.kind == .headlines {
            if let kind = input.rule?.headlineKind { writeHeadlines(kind, &w) }
        } else {
            writeKinds(&w)
            if input.existing?.rule.kind != .feed { writeWords(&w) }
        }
        writePeriods(&w)
        w.raw("<button class=\"button wide-button\" data-no-script>")
        w.text(Strings.showHidden)
        w.raw("</button></form>")
    }

    private var kindOptions: [(kind: MuteKind, words: String)] {
        guard let story = input.story else {
            if let known = input.existing { return [(known.rule.kind, Strings.muteKind(known.rule.kind))] }
            return [MuteKind.words, .site, .author].map { ($0, Strings.muteKind($0)) }
        }
        var options = [(MuteKind.words, Strings.muteKind(.words)), (.feed, Strings.muteFeed(story.channelTitle))]
        if let host = story.link?.host { options.append((.site, Strings.muteSite(host))) }
        if let byline = story.byline { options.append((.author, Strings.muteAuthor(byline))) }
        return options
    }

    /// Writes the whole rule of a kind of headline, so that readers can check it.
    private func writeHeadlines(_ kind: HeadlineKind, _ w: inout HTMLWriter) {
        w.raw("<h2 class=\"mute-kind\">")
        w.text(Strings.headlineKind(kind))
        w.raw("</h2><p class=\"hint\">")
        w.text(Strings.headlineRule(kind))
        w.raw("</p>")
        guard !kind.phrases.isEmpty else { return }
        w.raw("<ul class=\"mute-phrases\">")
        for phrase in kind.phrases {
            w.raw("<li>")
            w.text(phrase)
            w.raw("</li>")
        }
        w.raw("</ul>")
    }

    private func writeKinds(_ w: inout HTMLWriter) {
        w.raw("<fieldset class=\"option-lines\"><legend>What to mute</legend>")
        for option in kindOptions {
            writeRadio("what", option.kind.rawValue, option.words, option.kind == input.kind, &w)
        }
        w.raw("</fieldset>")
    }

    private func writeWords(_ w: inout HTMLWriter) {
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
        w.raw("<label class=\"checkbox-label mute-text\"><input type=\"checkbox\" name=\"text\" value=\"1\"")
        if input.inText { w.raw(" checked") }
        w.raw(">")
        w.text(Strings.muteInText)
        w.raw("</label>")
    }

    /// Returns the title's words of more than three characters, each once.
    private static func suggestedWords(_ title: String) -> [String] {
        var known: Set<String> = []
        return title.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "’" }.map(String.init)
            .filter { $0.count > 3 && known.insert($0.lowercased()).inserted }
    }

    private func writePeriods(_ w: inout HTMLWriter) {
        w.raw("<fieldset class=\"option-lines\"><legend>How long</legend>")
        if let until = input.existing?.until {
            writeRadio("for", "", Strings.muted(until: until, scope.time), input.period == nil, &w)
        }
        for period in MuteFormInput.Period.allCases {
            let isOn =
                input.period == period || (input.period == nil && input.existing?.until == nil && period == .ever)
            writeRadio("for", period.rawValue, Strings.mutePeriod(period), isOn, &w)
        }
        w.raw("</fieldset>")
    }

    private func writeRadio(_ name: StaticString, _ value: String, _ words: String, _ isOn: Bool, _ w: inout HTMLWriter)
    {
        w.raw("<label class=\"checkbox-label\"><input type=\"radio\" name=\"")
        w.raw(name)
        w.raw("\"")
        w.attribute("value", value)
        if isOn { w.raw(" checked") }
        w.raw(">")
        w.text(words)
        w.raw("</label>")
    }
}
