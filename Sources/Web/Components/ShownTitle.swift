import Library
import Markup
import News

extension RequestScope {
    /// Returns a title as pages show it to this reader: in calm words if the reader wants that (`HeadlineTone`). What is
    /// stored, searched, shared, exported or kept back by its words stays as it is.
    func shown(_ title: String, language: String? = nil) -> String {
        preferences.calmsHeadlines ? HeadlineTone.calmed(title, language: language) : title
    }

    /// Returns the title of a story as pages show it to this reader.
    func title(of row: StoryRow) -> String { shown(row.title, language: row.language) }
}

/// A view of the original words of a title that is shown in others.
enum OriginalTitleView {
    /// Writes the line; nothing if the words are the same.
    static func write(_ title: String, shownAs shown: String, into w: inout HTMLWriter) {
        guard title != shown else { return }
        w.element(.p, class: "hint original-title", text: Strings.original(title))
    }
}
