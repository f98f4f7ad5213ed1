import Library
import Markup

/// A page of the keyboard shortcuts; the key `?` shows it as a sheet.
struct KeyboardShortcutsPage {
    /// A group of shortcuts. Keys that do the same or the opposite are separated by a comma, those that are pressed
    /// together or one after the other by a space.
    struct Group {
        let title: String
        let lines: [(keys: String, words: String)]
    }

    /// The shortcuts, as in the table of `docs/gestures.md`.
    static let groups = [
        Group(
            title: "Lists",
            lines: [
                ("j, k", "Next, previous story"), ("n, p", "Next, previous unread story"),
                ("o, Enter", "Open the story"), ("Shift J, Shift K", "Next, previous section"),
                ("Shift A", "Mark the whole list as read"), ("Shift U", "Mark everything above as read"),
                ("r", "Refresh"), ("g g", "To the top"), ("Alt ↑, Alt ↓", "Move a folder or feed in the sidebar"),
            ]),
        Group(
            title: "Go to, and everywhere",
            lines: [
                ("g t", "Today"), ("g u", "Unread"), ("g f", "Feeds"), ("g s", "Saved"), ("g e", "Newsstand"),
                ("g l", "Sections, where there is a drawer"), ("g a", "Your account, where a site has members"),
                ("/", "Search"), ("+", "Find feeds"), ("u", "Back to where you came from"), ("z", "Undo"),
                ("?", "This list"), ("Esc", "Close"),
            ]),
        Group(
            title: "Stories",
            lines: [
                ("m", "Mark read or unread"), ("s", "Save or unsave"),
                ("f", "Tick or untick, in newspapers with ticks"),
                ("d", "Full text or feed text"), ("v", "Open web page"), ("y", "Share the story"),
                (".", "More actions for a story, a list or a comment"), ("Space", "Scroll, then the next story"),
                ("a", "Text size, font, theme and spacing"),
            ]),
        Group(
            title: "Comments",
            lines: [
                ("c", "Comments, where they are shown here"), ("j, k", "Next, previous comment"),
                ("n, p", "Next, previous new comment"), ("x", "Collapse or expand one with its replies"),
                ("t", "Collapse replies"), ("h", "Go to the parent"),
                ("⌘ Enter", "Send what is written, also with Ctrl"),
            ]),
        Group(
            title: "Listening",
            lines: [
                ("l", "Play or pause the story’s audio"),
                ("Shift ←, Shift →", "15 seconds back, 30 seconds forward"), ("<, >", "Slower, faster"),
            ]),
    ]

    func page(for scope: RequestScope) -> HTMLPage {
        SettingsView.page(scope, Strings.keyboard, extras: [.stylesheet("sheets.css")]) { w in
            w.element(.div, [.id("sheet-keys")]) { w in
                w.element(.div, class: "shortcut-groups") { w in writeGroups(&w) }
            }
        }
    }

    private func writeGroups(_ w: inout HTMLWriter) {
        for group in Self.groups {
            w.element(.section) { w in
                w.element(.h2, text: group.title)
                w.element(.dl, class: "shortcut-list") { w in
                    for line in group.lines {
                        w.element(.dt) { w in writeKeys(line.keys, &w) }
                        w.element(.dd, text: line.words)
                    }
                }
            }
        }
    }

    private func writeKeys(_ keys: String, _ w: inout HTMLWriter) {
        for (index, alternative) in keys.split(separator: ", ").enumerated() {
            if index > 0 { w.element(.span, class: "shortcut-comma", text: ",") }
            for key in alternative.split(separator: " ") { w.element(.kbd, text: String(key)) }
        }
    }
}
