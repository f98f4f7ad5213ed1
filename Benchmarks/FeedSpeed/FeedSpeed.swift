import Feeds
import Foundation
import Yardstick

/// How fast feeds become stories on one core, beside libxml2's SAX2 push parser with empty handlers and Debian's `sfeed`
/// on the same bytes; what a small document costs; and how much memory a 200 MB feed takes when its stories are handed
/// on one at a time. Prints one JSON object a line.
///
///     FeedSpeed [speed] [small] [memory]      all three when none is named
@main enum FeedSpeed {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--stream", arguments.count == 3 {
            return try stream(Style(rawValue: arguments[1]) ?? .rss, from: arguments[2])
        }
        if arguments.first == "--document", arguments.count == 3 {  // as `--document rss tiny`, to look at
            let (style, mix) = (Style(rawValue: arguments[1]) ?? .rss, Mix(rawValue: arguments[2]) ?? .mixed)
            return FileHandle.standardOutput.write(Data(style.document(Story.many(5_000_000, of: mix), times: 10)))
        }
        let wanted = arguments.isEmpty ? ["speed", "small", "memory"] : arguments
        if wanted.contains("speed") { try speed() }
        if wanted.contains("small") { small() }
        if wanted.contains("source_state") { try memory() }
    }

    // MARK: the three questions

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

    /// Each format in a process of its own, which has done nothing else before.
    private static func memory() throws {
        for style in Style.allCases {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("feed-memory-\(getpid())")
            try Data(style.parts(Story.many(2_000_000, of: .mixed)).stories).write(to: file)
            defer { unlink(file.path) }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = ["--stream", style.rawValue, file.path]
            try process.run()
            process.waitUntilExit()
        }
    }

    /// 200 MB: the same 2 MB of stories again and again.
    private static func stream(_ style: Style, from file: String) throws {
        let stories = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        let parts = style.parts([])
        var parser = FeedParser()
        let start = memory("VmRSS:")
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))  // the high-water mark starts anew
        var (bytes, found) = (0, 0)
        func give(_ text: [UInt8]) throws {
            for at in stride(from: 0, to: text.count, by: 65536) {
                try parser.append(Array(text[at..<min(text.count, at + 65536)])) { _ in found += 1 }
            }
            bytes += text.count
        }
        try give(parts.head)
        while bytes < 200_000_000 { try give(stories) }
        try give(parts.tail)
        _ = try parser.finish { _ in found += 1 }
        FactLine.say([
            "what": "feed-memory", "format": style.rawValue, "bytes": bytes, "stories": found,
            "startBytes": start, "aboveStartBytes": memory("VmHWM:") - start,
        ])
    }

    /// Ours, to finished stories, in pieces of 64 KB.
    private static func read(_ bytes: [UInt8]) -> Int {
        var parser = FeedParser()
        var (found, at) = (0, 0)
        do {
            while at < bytes.count {
                let end = min(bytes.count, at + 65536)
                try parser.append(Array(bytes[at..<end])) { _ in found += 1 }
                at = end
            }
            _ = try parser.finish { _ in found += 1 }
        } catch {
            print("unreadable: \(error)")
        }
        return found
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

    /// A line of `/proc/self/status` in bytes.
    private static func memory(_ name: String) -> Int {
        // Without /proc there is nothing to say, and 0 says so.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
    }
}
