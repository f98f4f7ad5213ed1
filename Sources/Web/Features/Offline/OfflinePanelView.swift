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
        w.element(
            .section,
            [
                .class("offline-panel", isNamed ? "in-settings" : nil), .data(.offlineEdition, edition.id.rawValue),
                .aria("label", Strings.takeAlong),
            ]
        ) { w in
            w.element(.h2, text: isNamed ? name : Strings.takeAlong)
            // Browsers have no service workers without https, which script could only find out later.
            if scope.client.isSecureContext {
                writeStates(&w)
            } else {
                w.element(.p, class: "offline-note", text: Strings.takeAlongNeedsSecure)
            }
        }
    }

    private var isGuide: Bool { edition.pack != nil }

    private var name: String { isGuide ? edition.title : Strings.savedStories(of: edition.title) }

    private func writeStates(_ w: inout HTMLWriter) {
        w.element(.noscript) { w in
            w.element(.p, class: "offline-note", text: Strings.takeAlongNeedsScript)
        }
        for (states, text) in isGuide ? Strings.guideAlongTexts : Strings.storiesAlongTexts {
            writeText(text, in: states, &w)
        }
        let underWay = "taking waiting stopped"
        w.element(
            .progress, [.data(.shownWhen, underWay), .hidden(), .aria("label", Strings.takeAlongProgress)])
        writeText(Strings.takeAlongAmount, in: underWay, &w)
        w.element(.div, class: "offline-buttons") { w in writeButtons(&w) }
        w.element(.p, class: "offline-note offline-note-temporary", text: Strings.mayBeThrownAway)
        w.element(.p, class: "offline-note", [.data(.iphoneOnly), .hidden()], text: Strings.iPhoneKeeps)
    }

    private func writeButtons(_ w: inout HTMLWriter) {
        writeButton(Strings.takeAlong, "take", in: "absent signedOut", isMain: true, &w)
        writeButton(Strings.takeAlongAgain, "take", in: "lost", isMain: true, &w)
        writeButton(isGuide ? Strings.takeNewVersion : Strings.takeNewStories, "take", in: "outdated", isMain: true, &w)
        writeButton(Strings.goOn, "take", in: "stopped waiting failed damaged full", isMain: true, &w)
        writeButton(Strings.stop, "stop", in: "taking waiting", isMain: false, &w)
        writeButton(
            Strings.removeFromDevice, "remove", in: "taken outdated lost stopped failed damaged signedOut full gone",
            isMain: false, &w)
    }

    /// Writes a text, hidden until script shows it.
    /// - Parameter text: the text with placeholders for numbers, such as `{size}`; a part in brackets is omitted
    ///   without its number.
    private func writeText(_ text: String, in states: String, _ w: inout HTMLWriter) {
        w.element(.p, [.hidden(), .data(.shownWhen, states)]) { w in
            for piece in text.split(separator: "[") {
                let parts = piece.split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else {
                    writeFacts(piece, &w)
                    continue
                }
                w.element(.span, [.data(.needsFact), .hidden()]) { w in writeFacts(parts[0], &w) }
                writeFacts(parts[1], &w)
            }
        }
    }

    private func writeFacts(_ text: Substring, _ w: inout HTMLWriter) {
        for piece in text.split(separator: "{", omittingEmptySubsequences: false) {
            let parts = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { w.element(.span, [.data(.stateFact, String(parts[0]))]) }
            w.text(String(parts.last ?? ""))
        }
    }

    private func writeButton(
        _ label: String, _ action: String, in states: String, isMain: Bool, _ w: inout HTMLWriter
    ) {
        w.element(
            .button,
            [
                .type("button"), .hidden(), .class("button", isMain ? "primary" : nil), .data(.command, action),
                .data(.shownWhen, states),
            ], text: label)
    }
}
