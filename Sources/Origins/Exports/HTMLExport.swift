import Foundation
import Markup
import News

/// A reader of lists of links: Pocket's `ril_export.html`, whose links have `time_added`, and the bookmarks file of
/// browsers and Feedly, whose links have `add_date`.
enum HTMLExport {
    /// - Parameter start: the beginning of the text.
    static func read(_ text: String, _ start: Substring) throws(SavedPagesExportError) -> SavedPagesExport? {
        let isBookmarks = start.lowercased().contains("netscape-bookmark-file")
        guard let selector = ElementSelector("a") else { return nil }
        let document = HTMLDocument(text)
        let links = document.root.all(selector).filter { $0["href"] != nil }
        let isPocket = links.contains { $0["time_added"] != nil }
        guard isPocket || isBookmarks || links.contains(where: { $0["add_date"] != nil }) else {
            guard start.lowercased().contains("<html") else { return nil }
            throw SavedPagesExportError(
                userMessage: "That is a web page. Choose the file that the other reader exports.")
        }
        var collector = SavedPagesCollector(isPocket ? .pocket : .bookmarks)
        for link in links {
            guard var page = collector.page(at: link["href"], named: link.text) else { continue }
            page.savedAt = SavedPagesExportReader.date(link["time_added"] ?? link["add_date"])
            page.tags = SavedPagesExportReader.tags((link["tags"] ?? "").split(separator: ",").map(String.init))
            collector.append(page)
        }
        guard !document.isCut else {
            throw SavedPagesExportError(
                userMessage: "That file has more than can be read at once. Split it, and import the parts.")
        }
        return try collector.finished()
    }
}
