import Feeds
import Foundation
import Yardstick

/// How fast feeds become stories on one core, beside libxml2's SAX2 push parser with empty handlers and Debian's `sfeed`
/// on the same bytes; and what a small document costs. Prints one JSON object a line.
///
///     FeedSpeed [speed] [small]      both when none is named
@main enum FeedSpeed {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--document", arguments.count == 3 {  // as `--document rss tiny`, to look at
            let (style, mix) = (Style(rawValue: arguments[1]) ?? .rss, Mix(rawValue: arguments[2]) ?? .mixed)
            return FileHandle.standardOutput.write(Data(style.document(Story.many(5_000_000, of: mix), times: 10)))
        }
        let wanted = arguments.isEmpty ? ["speed", "small"] : arguments
        if wanted.contains("speed") { try speed() }
        if wanted.contains("small") { small() }
    }

    // MARK: the two questions

    /// 50 MB of each format. `ratio` is libxml2's time on RSS or Atom by ours; for JSON Feed it is libxml2's on RSS of equal
    /// content.
    private static func speed() throws {
        for mix in Mix.allCases {
            let stories = Story.many(5_000_000, of: mix)
            var rssByLibXML2 = 0.0
            for style in Style.allCases {
                let document = style.document(stories, times: 10)
                let peer = style == .json ? [] : document
                let (ours, sax) = inTurn(5, { read(document) }, { Peers.saxOnly(peer) })
                if style == .rss { rssByLibXML2 = sax }
                let yardstick = style == .json ? rssByLibXML2 : sax
                var line: [String: Any] = [
                    "what": "feed-speed", "mix": mix.rawValue, "format": style.rawValue, "stories": stories.count * 10,
                    "bytes": document.count, "seconds": ours, "MBps": Double(document.count) / 1e6 / ours,
                    "libxml2MBps": Double(document.count) / 1e6 / yardstick, "ratioToLibXML2": yardstick / ours,
                ]
                if style != .json, let seconds = try Peers.sfeed(document) {
                    line["sfeedMBps"] = Double(document.count) / 1e6 / seconds
                    line["ratioToSfeed"] = seconds / ours
                }
                FactLine.say(line)
            }
        }
    }

    /// A thousand documents of some 36 KB, as a refresh meets them.
    private static func small() {
        for style in Style.allCases {
            let different = (0..<100).map { style.document(Story.many(36_000, of: .mixed, seed: UInt64($0))) }
            let documents = Array(repeating: different, count: 10).flatMap { $0 }
            let peers = style == .json ? [] : documents
            let bytes = documents.reduce(0) { $0 + $1.count }
            let (ours, sax) = inTurn(
                5, { documents.reduce(0) { $0 + read($1) } }, { peers.reduce(0) { $0 + Peers.saxOnly($1) } })
            let empty = style.document([])
            let (bare, _) = inTurn(5, { (0..<1000).reduce(0) { sum, _ in sum + read(empty) } }, { 0 })
            FactLine.say([
                "what": "feed-small", "format": style.rawValue, "documents": 1000, "bytes": bytes,
                "microsecondsEach": ours * 1e3, "libxml2MicrosecondsEach": sax * 1e3,
                "emptyDocumentMicroseconds": bare * 1e3,
            ])
        }
    }

    /// Ours, to finished stories.
    private static func read(_ bytes: [UInt8]) -> Int {
        do {
            return try FeedParser.parse(bytes).entries.count
        } catch {
            print("unreadable: \(error)")
            return 0
        }
    }

    // MARK: measuring

    /// The median CPU seconds of each, taken in turn so that a busy machine is unkind to both.
    private static func inTurn(_ rounds: Int, _ one: () -> Int, _ other: () -> Int) -> (Double, Double) {
        var found: ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            found.0.append(seconds(one))
            found.1.append(seconds(other))
        }
        return (Stopwatch.median(found.0), Stopwatch.median(found.1))
    }

    private static func seconds(_ work: () -> Int) -> Double {
        let start = Stopwatch.processSeconds
        if work() < 0 { print("never") }
        return Stopwatch.processSeconds - start
    }
}
