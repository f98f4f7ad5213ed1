import Library
import Markup
import News

/// A panel that stores a guide, or the saved stories of any other edition, so that they open without a network. The
/// page has all texts; `offline.js` shows those of the present state and fills in the numbers.
struct OfflinePanelView {
    let scope: RequestScope
    let edition: Edition
    /// True if the heading names the edition, as in the settings.
    var isNamed = false

    /// Returns the style sheet and script that the page with the panel needs.
    static func extras(for scope: RequestScope) -> [PageLayout.HeadElement] {
        scope.loadsOfflineScript ? [.stylesheet("offline.css")] : [.stylesheet("offline.css"), .module("offline.js")]
    }

    func write(into w: inout HTMLWriter) {
        w.raw(isNamed ? "<section class=\"offline-panel in-settings\"" : "<section class=\"offline-panel\"")
        w.attribute("data-offline-edition", edition.id.rawValue)
        w.raw(" aria-label=\"")
        w.text(Strings.takeAlong)
        w.raw("\"><h2>")
        w.text(isNamed ? name : Strings.takeAlong)
        w.raw("</h2>")
        // Browsers have no service workers without https, which script could only find out later.
        if scope.client.isSecureContext {
            writeStates(&w)
        } else {
            writeNote(Strings.takeAlongNeedsSecure, &w)
        }
        w.raw("</section>")
    }

    private var isGuide: Bool { edition.pack != nil }

    private var name: String { isGuide ? edition.title : Strings.savedStories(of: edition.title) }

    private func writeStates(_ w: inout HTMLWriter) {
        w.raw("<noscript><p class=\"offline-note\">")
        w.text(Strings.takeAlongNeedsScript)
        w.raw("</p></noscript>")
        for (states, text) in isGuide ? Strings.guideAlongTexts : Strings.storiesAlongTexts {
            writeText(text, in: states, &w)
        }
        w.raw("<progress data-shown-when=\"taking waiting stopped\" hidden")
        w.attribute("aria-label", Strings.takeAlongProgress)
        w.raw("></progress>")
        writeText(Strings.takeAlongAmount, in: "taking waiting stopped", &w)
        w.raw("<div class=\"offline-buttons\">")
        writeButton(Strings.takeAlong, "take", in: "absent signedOut", isMain: true, &w)
        writeButton(Strings.takeAlongAgain, "take", in: "lost", isMain: true, &w)
        writeButton(isGuide ? Strings.takeNewVersion : Strings.takeNewStories, "take", in: "outdated", isMain: true, &w)
        writeButton(Strings.goOn, "take", in: "stopped waiting failed damaged full", isMain: true, &w)
        writeButton(Strings.stop, "stop", in: "taking waiting", isMain: false, &w)
        writeButton(
            Strings.removeFromDevice, "remove", in: "taken outdated lost stopped failed damaged signedOut full gone",
            isMain: false, &w)
        w.raw("</div><p class=\"offline-note offline-note-temporary\">")
        w.text(Strings.mayBeThrownAway)
        w.raw("</p><p class=\"offline-note\" data-iphone-only hidden>")
        w.text(Strings.iPhoneKeeps)
        w.raw("</p>")
    }

    /// Writes a text, hidden until script shows it.
    /// - Parameter text: the text with placeholders for numbers, such as `{size}`; a part in brackets is omitted
    ///   without its number.
    private func writeText(_ text: String, in states: String, _ w: inout HTMLWriter) {
        w.raw("<p hidden")
        w.attribute("data-shown-when", states)
        w.raw(">")
        for piece in text.split(separator: "[") {
            let parts = piece.split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                writeFacts(piece, &w)
                continue
            }
            w.raw("<span data-needs-fact hidden>")
            writeFacts(parts[0], &w)
            w.raw("</span>")
            writeFacts(parts[1], &w)
        }
        w.raw("</p>")
    }

    private func writeFacts(_ text: Substring, _ w: inout HTMLWriter) {
        for piece in text.split(separator: "{", omittingEmptySubsequences: false) {
            let parts = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 {
                w.raw("<span")
                w.attribute("data-state-fact", String(parts[0]))
                w.raw("></span>")
            }
            w.text(String(parts.last ?? ""))
        }
    }

    private func writeButton(
        _ label: String, _ action: String, in states: String, isMain: Bool, _ w: inout HTMLWriter
    ) {
        w.raw("<button type=\"button\" hidden")
        w.attribute("class", isMain ? "button primary" : "button")
        w.attribute("data-command", action)
        w.attribute("data-shown-when", states)
        w.raw(">")
        w.text(label)
        w.raw("</button>")
    }

    private func writeNote(_ text: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"offline-note\">")
        w.text(text)
        w.raw("</p>")
    }
}
