import Library
import Markup

/// The keyboard, on one page; `?` shows it as a sheet.
struct KeysScreen {
    /// Every key and what it does: the table of `docs/gestures.md`.
    static let keys: [(keys: [String], words: String)] = [
        (["j"], "Next story"), (["k"], "Previous story"),
        (["n"], "Next unread story"), (["p"], "Previous unread story"),
        (["o", "Enter"], "Open the story"), (["v"], "Open the original"),
        (["m"], "Mark read or unread"), (["s"], "Save, or take back"),
        (["Space"], "Scroll, then the next story"),
        (["Shift", "A"], "Mark the whole list read"), (["Shift", "U"], "Mark everything above read"),
        (["y"], "Share the story"),
        (["Shift", "J"], "Next section"), (["Shift", "K"], "Previous section"),
        (["u"], "Up: back to the list"), (["z"], "Undo"), (["r"], "Ask the origins now"),
        (["+"], "Add a feed"), (["/"], "Search"), (["a"], "Text size, face and colours"),
        (["g", "t"], "Today"), (["g", "u"], "Unread"), (["g", "f"], "Feeds"), (["g", "s"], "Saved"),
        (["g", "e"], "Newsstand"), (["g", "g"], "To the top"), (["?"], "This list"), (["Esc"], "Close"),
    ]

    func page(for visit: Visit) -> Page {
        let shell = Shell(visit: visit, title: "Keyboard", left: .back(.today), barTitle: "Keyboard", actions: [])
        return Page(
            shell.page { w in
                w.raw(
                    "<div class=\"column\"><h1 class=\"spoken\">Keyboard</h1><div id=\"sheet-keys\"><dl class=\"keys\">"
                )
                for line in Self.keys {
                    w.raw("<dt>")
                    for key in line.keys {
                        w.raw("<kbd>")
                        w.text(key)
                        w.raw("</kbd>")
                    }
                    w.raw("</dt><dd>")
                    w.text(line.words)
                    w.raw("</dd>")
                }
                w.raw("</dl></div></div>")
            })
    }
}
