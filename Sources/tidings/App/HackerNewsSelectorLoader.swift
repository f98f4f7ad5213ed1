import CAssets
import Foundation
import Library
import Origins
import YAML

/// A loader of the selector files for scraping.
enum HackerNewsSelectorLoader {
    /// Returns the selectors of the operator's file if it passes its own fixture, else of the embedded file; nil if
    /// neither is valid.
    static func hackerNews(in data: URL) -> HackerNewsSelectors? {
        let name = "markup/hacker-news.yaml"
        let own = data.appending(path: name)
        if let file = FileManager.default.contents(atPath: own.path) {
            do { return try selectors(file, name) } catch {
                printWarning("\(error.message) The rules shipped with Tidings are used instead.")
            }
        }
        guard let file = shipped(name) else { return nil }
        do { return try selectors(file, name) } catch {
            printWarning(error.message)
            return nil
        }
    }

    private static func selectors(
        _ file: Data, _ name: String
    ) throws(HackerNewsSelectors.LoadError) -> HackerNewsSelectors {
        let rules: [String: String]
        do throws(YAMLDiagnostic) { rules = try YAMLSetting.singleValues(in: file) } catch {
            throw HackerNewsSelectors.LoadError(message: "\(name):\(error.line): \(error.message)")
        }
        return try HackerNewsSelectors(rules, name: name)
    }

    private static func shipped(_ name: String) -> Data? {
        var count = 0
        let files = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        guard let file = files.first(where: { String(cString: $0.name) == name }) else { return nil }
        return Data(bytes: file.bytes, count: file.length)
    }

    private static func printWarning(_ sentence: String) {
        Terminal.printError("\(sentence)")
    }
}
