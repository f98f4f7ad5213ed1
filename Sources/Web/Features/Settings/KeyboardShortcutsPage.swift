import Library
import Markup

/// A page of the keyboard shortcuts; the key `?` shows it as a sheet.
struct KeyboardShortcutsPage {
    /// The shortcuts, as in the table of `docs/gestures.md`.
    static let shortcuts: [(keys: [String], words: String)] = [
        (["j"], "Next story"), (["k"], "Previous story"),
        (["n"], "Next unread story"), (["p"], "Previous unread story"),
        (["o", "Enter"], "Open the story"), (["v"], "Open web page"),
        (["d"], "Full text or feed text"),
        (["m"], "Mark read or unread"), (["s"], "Save or unsave"),
        (["f"], "Tick or untick, in newspapers with ticks"),
        (["Space"], "Scroll, then the next story"),
        (["Shift", "A"], "Mark the whole list as read"), (["Shift", "U"], "Mark everything above as read"),
        (["y"], "Share the story"), (["."], "More actions for a story, a list or a comment"),
        (["Shift", "J"], "Next section"), (["Shift", "K"], "Previous section"),
        (["u"], "Back to where you came from"), (["z"], "Undo"), (["r"], "Refresh"),
        (["l"], "Play or pause the story’s audio"), (["Shift", "←"], "15 seconds back"),
        (["Shift", "→"], "30 seconds forward"), (["<"], "Slower"), ([">"], "Faster"),
        (["+"], "Find feeds"), (["/"], "Search"), (["a"], "Text size, font, theme and spacing"),
        (["g", "t"], "Today"), (["g", "u"], "Unread"), (["g", "f"], "Feeds"), (["g", "s"], "Saved"),
        (["g", "e"], "Newsstand"), (["g", "l"], "Sections, in newspapers that have a drawer"),
        (["g", "a"], "Your account, in newspapers whose site has members"),
        (["⌘", "Enter"], "Send what is written, also with Ctrl"),
        (["c"], "Comments, where they are shown here"), (["x"], "In comments: collapse or expand one with its replies"),
        (["h"], "In comments: go to the parent"), (["t"], "In comments: collapse replies"),
        (["g", "g"], "To the top"), (["?"], "This list"),
        (["Esc"], "Close"),
    ]

    func page(for scope: RequestScope) -> HTMLPage {
        SettingsView.page(scope, Strings.keyboard) { w in
            w.element(.div, [.id("sheet-keys")]) { w in
                w.element(.dl, class: "shortcut-list") { w in writeShortcuts(&w) }
            }
        }
    }

    private func writeShortcuts(_ w: inout HTMLWriter) {
        for line in Self.shortcuts {
            w.element(.dt) { w in
                for key in line.keys { w.element(.kbd, text: key) }
            }
            w.element(.dd, text: line.words)
        }
    }
}
