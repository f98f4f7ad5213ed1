import Library
import Markup
import News
import URLs

struct MuteForm {
    let scope: RequestScope
    let input: MuteFormInput

    func write(into w: inout HTMLWriter) {
        let kept = input.kind == .headlines ? ["what", "words", "rule"] : ["story", "rule"]
        w.element(.form, [.method("get"), .data(.muteForm), .action(scope.path(Route.page(.newMute)))]) { w in
            for field in input.formFields where kept.contains(field.name) { w.hiddenField(field.name, field.value) }
            if input.kind == .headlines {
                if let kind = input.rule?.headlineKind { writeHeadlines(kind, &w) }
            } else {
                writeKinds(&w)
                if input.existing?.rule.kind != .feed { writeWords(&w) }
            }
            writePeriods(&w)
            w.element(.button, class: "button wide-button", [.data(.noScript)], text: Strings.showHidden)
        }
    }

    private var kindOptions: [(kind: MuteKind, words: String)] {
        guard let story = input.story else {
            if let known = input.existing { return [(known.rule.kind, Strings.muteKind(known.rule.kind))] }
            return [MuteKind.words, .site, .author].map { ($0, Strings.muteKind($0)) }
        }
        var options = [(MuteKind.words, Strings.muteKind(.words)), (.feed, Strings.muteFeed(story.channelTitle))]
        if let host = story.link?.host { options.append((.site, Strings.muteSite(SiteName.of(host: host, in: scope)))) }
        if let byline = story.byline { options.append((.author, Strings.muteAuthor(byline))) }
        return options
    }

    /// Writes the whole rule of a kind of headline, so that readers can check it.
    private func writeHeadlines(_ kind: HeadlineKind, _ w: inout HTMLWriter) {
        w.element(.h2, class: "mute-kind", text: Strings.headlineKind(kind))
        w.element(.p, class: "hint", text: Strings.headlineRule(kind))
        guard !kind.phrases.isEmpty else { return }
        w.element(.ul, class: "mute-phrases") { w in
            for phrase in kind.phrases { w.element(.li, text: phrase) }
        }
    }

    private func writeKinds(_ w: inout HTMLWriter) {
        w.element(.fieldset, class: "option-lines") { w in
            w.element(.legend, text: "What to mute")
            for option in kindOptions {
                writeRadio("what", option.kind.rawValue, option.words, option.kind == input.kind, &w)
            }
        }
    }

    private func writeWords(_ w: inout HTMLWriter) {
        w.element(.label, class: "field mute-words") { w in
            w.element(.span, text: input.story == nil ? Strings.muteWordsOrName : Strings.muteWords)
            w.void(
                .input, class: "input",
                [
                    .name("words"), .maxlength(200), .autocapitalize("off"), .list("mute-offers"),
                    .value(input.words),
                ])
        }
        if let story = input.story {
            w.element(.datalist, [.id("mute-offers")]) { w in
                for word in Self.suggestedWords(story.title) { w.element(.option, [.value(word)]) }
            }
        }
        w.element(.label, class: "checkbox-label mute-text") { w in
            w.void(.input, [.type("checkbox"), .name("text"), .value("1"), .checked(input.inText)])
            w.text(Strings.muteInText)
        }
    }

    /// Returns the title's words of more than three characters, each once.
    private static func suggestedWords(_ title: String) -> [String] {
        var known: Set<String> = []
        return title.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "’" }.map(String.init)
            .filter { $0.count > 3 && known.insert($0.lowercased()).inserted }
    }

    private func writePeriods(_ w: inout HTMLWriter) {
        w.element(.fieldset, class: "option-lines") { w in
            w.element(.legend, text: "How long")
            if let until = input.existing?.until {
                writeRadio("for", "", Strings.muted(until: until, scope.time), input.period == nil, &w)
            }
            for period in MuteFormInput.Period.allCases {
                let isOn =
                    input.period == period || (input.period == nil && input.existing?.until == nil && period == .ever)
                writeRadio("for", period.rawValue, Strings.mutePeriod(period), isOn, &w)
            }
        }
    }

    private func writeRadio(_ name: String, _ value: String, _ words: String, _ isOn: Bool, _ w: inout HTMLWriter) {
        w.element(.label, class: "checkbox-label") { w in
            w.void(.input, [.type("radio"), .name(name), .value(value), .checked(isOn)])
            w.text(words)
        }
    }
}
