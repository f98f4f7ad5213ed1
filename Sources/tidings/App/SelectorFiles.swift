import CAssets
import Foundation
import Origins

/// Loads the selector files for scraping.
enum SelectorFiles {
    /// The operator's file if it passes its own fixture, else the embedded one.
    static func hackerNews(in data: URL) -> HackerNewsSelectors? {
        let name = "markup/hacker-news.yaml"
        let own = data.appending(path: name)
        if let text = FileManager.default.contents(atPath: own.path) {
            do { return try HackerNewsSelectors(String(decoding: text, as: UTF8.self), name: name) } catch {
                printWarning("\(error.message) The rules shipped with Tidings are used instead.")
            }
        }
        guard let text = shipped(name) else { return nil }
        do { return try HackerNewsSelectors(text, name: name) } catch {
            printWarning(error.message)
            return nil
        }
    }

    private static func shipped(_ name: String) -> String? {
        var count = 0
        let files = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        guard let file = files.first(where: { String(cString: $0.name) == name }) else { return nil }
        return String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.length), as: UTF8.self)
    }

    private static func printWarning(_ sentence: String) {
        Terminal.printError("\(sentence)")
    }
}
