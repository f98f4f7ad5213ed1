import Feeds
import Foundation
import Markup
import URLs
import Untrusted

/// The assignment of a unique key, stable between refreshes, to each entry.
///
/// The key is the id; if the id is missing or shared by different entries, the link; if the link is not unique, a hash
/// of the parts that are edited least: link, title and date, and the text only if necessary. Shared ids stay excluded,
/// so that a story keeps its key when the other story leaves the feed.
///
/// If more than one entry in twenty has a shared id, links precede ids. This is decided at the first document and kept,
/// since changed keys duplicate stories. Missing ids do not count.
struct EntryKeyAssignment {
    /// The entries with their keys in the feed's order, without exact duplicates.
    let keyedEntries: [(key: String, entry: FeedEntry)]
    /// The shared ids, including those passed in.
    let sharedIDs: Set<String>
    let idsAreUnfit: Bool

    private static let sharedIDDivisor = 20
    private static let maxSharedIDs = 500
    /// The maximum length of a key in bytes; longer ids are hashed.
    private static let maxKeyLength = 500

    /// Assigns the keys.
    /// - Parameters:
    ///   - known: the shared ids of earlier documents.
    ///   - idsAreUnfit: the decision made at the first document; nil for the first document.
    init(_ entries: [FeedEntry], sharedIDs known: Set<String> = [], idsAreUnfit: Bool? = nil) {
        let traits = Self.withoutDuplicates(entries.map(Traits.init))
        let ids = Self.counts(traits.lazy.compactMap(\.id))
        let links = Self.counts(traits.lazy.compactMap(\.link))
        var shared = known
        for id in ids.lazy.filter({ $0.value > 1 }).map(\.key).sorted() where shared.count < Self.maxSharedIDs {
            shared.insert(id)
        }
        let sharingCount = traits.count { trait in trait.id.map { ids[$0] != 1 } ?? false }
        let areUnfit = idsAreUnfit ?? (sharingCount * Self.sharedIDDivisor > traits.count)
        self.idsAreUnfit = areUnfit
        var taken: Set<String> = []
        keyedEntries = traits.compactMap { trait in
            var candidates: [String] = []
            if let id = trait.id, ids[id] == 1, !shared.contains(id) { candidates.append(id) }
            if let link = trait.link, links[link] == 1 { candidates.insert(link, at: areUnfit ? 0 : candidates.count) }
            let isFree: (String) -> Bool = { taken.insert($0).inserted }
            return (candidates.first(where: isFree) ?? trait.fingerprints.first(where: isFree)).map {
                ($0, trait.entry)
            }
        }
        sharedIDs = shared
    }

    private struct Traits {
        let entry: FeedEntry
        let id: String?
        let link: String?

        init(_ entry: FeedEntry) {
            self.entry = entry
            let trimmed = entry.id?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
            id = trimmed.isEmpty ? nil : EntryKeyAssignment.boundedKey(trimmed)
            link = entry.link.flatMap { WebAddress($0, base: entry.base) }
                .map { EntryKeyAssignment.boundedKey($0.withoutTracking.text) }
        }

        /// The possible hashes, least affected by edits first.
        var fingerprints: [String] {
            let date = entry.published.map { "\(Int64(saturating: $0.timeIntervalSince1970))" } ?? ""
            let slight = [link ?? "", entry.title ?? "", date]
            let full = slight + [entry.content ?? entry.summary ?? ""]
            return (slight.dropFirst().allSatisfy(\.isEmpty) ? [full] : [slight, full]).map {
                "print:" + ContentHash.of(Array($0.joined(separator: "\u{1F}").utf8))
            }
        }

        /// A text that is equal for duplicates. The entry's text counts only if there is little else, so that revisions
        /// match.
        var duplicateKey: String {
            let isIdentified = id != nil && (link != nil || entry.title != nil)
            let parts = [id ?? "", link ?? "", entry.title ?? ""]
            return (isIdentified ? parts : parts + [fingerprints.last ?? ""]).joined(separator: "\u{1F}")
        }

        var revisedAt: Date { entry.updated ?? entry.published ?? .distantPast }
    }

    /// Keeps the newest revision of each entry (RFC 4287 §4.1.1 allows several).
    private static func withoutDuplicates(_ all: [Traits]) -> [Traits] {
        var indices: [String: Int] = [:]
        var kept: [Traits] = []
        for trait in all {
            let key = trait.duplicateKey
            if let index = indices[key] {
                if trait.revisedAt > kept[index].revisedAt { kept[index] = trait }
            } else {
                indices[key] = kept.count
                kept.append(trait)
            }
        }
        return kept
    }

    private static func counts(_ words: some Sequence<String>) -> [String: Int] {
        words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    static func boundedKey(_ key: String) -> String {
        key.utf8.count <= maxKeyLength ? key : "print:" + ContentHash.of(Array(key.utf8))
    }
}
