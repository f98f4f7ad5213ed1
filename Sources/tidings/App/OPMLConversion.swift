import Feeds
import Foundation
import Library
import Markup
import News
import URLs
import Web

/// The conversion between OPML and folders of subscriptions.
struct OPMLConversion: OPMLCodec {
    /// Reads an OPML file.
    ///
    /// - Throws: `OPMLImportError` that says what the file is instead.
    func read(_ bytes: [UInt8]) throws(OPMLImportError) -> OPMLImport {
        let opml: OPML
        do { opml = try OPML.read(bytes) } catch {
            throw OPMLImportError(userMessage: "That is not an OPML file: \(error.message)")
        }
        var result = OPMLImport(
            feeds: [], refused: opml.invalidAddresses.map { InvalidOPMLEntry(text: $0.text, line: $0.line) },
            limitNotices: Self.skippedMessages(of: opml))
        Self.collect(opml.outlines, under: [], into: &result)
        guard !result.feeds.isEmpty else {
            throw OPMLImportError(
                userMessage: result.refused.isEmpty
                    ? "That OPML file names no feeds." : "That OPML file names no feed by a web address.")
        }
        return result
    }

    private static func skippedMessages(of opml: OPML) -> [String] {
        let (limits, over) = (OPMLLimits.standard, opml.skipped)
        var sentences: [String] = []
        if over.feeds > 0 {
            let line = over.firstFeedLine.map { " (from line \($0) on)" } ?? ""
            sentences.append(
                "The file names \(over.feeds) more than the \(limits.feeds) feeds that are taken from one file\(line); "
                    + "split it to import them too")
        }
        if over.folders > 0 {
            sentences.append(
                "\(over.folders) folders were not created, since one file may have \(limits.folders), nested "
                    + "\(limits.depth) deep; their feeds are in the folder around them, else in none")
        }
        return sentences
    }

    private static func collect(_ outlines: [OPMLOutline], under path: [String], into result: inout OPMLImport) {
        for outline in outlines where !isCommentedOut(outline) {
            switch outline.kind {
            case .folder(let children): collect(children, under: path + [outline.title], into: &result)
            case .feed(let address, let site, _):
                guard let address = WebAddress(typed: address) else {
                    result.refused.append(InvalidOPMLEntry(text: address, line: nil))
                    continue
                }
                result.feeds.append(
                    ImportedFeed(
                        address: address, title: outline.title.isEmpty ? nil : outline.title,
                        site: site.flatMap { WebAddress($0) }, folder: path.isEmpty ? folder(of: outline) : path))
            }
        }
    }

    /// Returns true if the outline is commented out, with all outlines inside (OPML 2.0).
    private static func isCommentedOut(_ outline: OPMLOutline) -> Bool {
        outline.attributes["isComment"]?.lowercased() == "true"
    }

    /// Returns the folder in an outline's category, as some programs write it: `category="/Birds/Waders,/Asia"`. The
    /// first category is taken.
    private static func folder(of outline: OPMLOutline) -> [String] {
        let category = outline.attributes["category"]?.split(separator: ",").first ?? ""
        return category.split(separator: "/").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    func write(_ folders: [Folder]) -> [UInt8] { write(folders, withPasswords: false) }

    /// Writes an OPML file.
    /// - Parameter withPasswords: true to keep credentials in addresses, which is rarely wanted, because such files are
    ///   often shared.
    func write(_ folders: [Folder], withPasswords: Bool) -> [UInt8] {
        func text(_ address: WebAddress) -> String { withPasswords ? address.text : address.displayText }
        var root: [OPMLOutline] = []
        for folder in folders {
            let feeds = folder.subscriptions.map { feed in
                OPMLOutline(
                    title: feed.title,
                    kind: .feed(address: text(feed.address), site: feed.site.map(text), type: "rss"))
            }
            if folder.id == .other { root += feeds } else { Self.insert(feeds, at: folder.path[...], into: &root) }
        }
        return OPML(title: "Tidings", outlines: root).serialized()
    }

    private static func insert(_ feeds: [OPMLOutline], at path: ArraySlice<String>, into outlines: inout [OPMLOutline])
    {
        guard let name = path.first else { return outlines.append(contentsOf: feeds) }
        let at = outlines.firstIndex { outline in
            if case .folder = outline.kind { outline.title == name } else { false }
        }
        var children = at.map { outlines[$0].children } ?? []
        insert(feeds, at: path.dropFirst(), into: &children)
        let folder = OPMLOutline(title: name, kind: .folder(children))
        if let at { outlines[at] = folder } else { outlines.append(folder) }
    }
}
