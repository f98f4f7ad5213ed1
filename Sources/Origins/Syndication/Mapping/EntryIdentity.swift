import Feeds
import Foundation
import Markup
import Untrusted

/// Assigns every entry of a document a key that is unique and stable between refreshes.
///
/// The key is the entry's id; if that is missing or shared by different entries, its link; if that is not unique
/// either, a hash of what the origin is least likely to edit: link, title and date, and the text only if necessary.
/// Shared ids stay excluded (`sharedIDs`), so that a story keeps its key when the other story with its id has left the
/// document.
///
/// In a feed where more than one entry in twenty has a shared id, links take precedence over all ids. This is decided
/// at the first document and kept, since every changed key would duplicate a story. Missing ids do not count.
struct EntryIdentity {
    /// The entries with their keys, in order, without exact duplicates.
    let keyedEntries: [(key: String, entry: FeedEntry)]
    /// Ids that identify nothing, including those passed in.
    let sharedIDs: Set<String>
    /// Whether links take precedence over ids.
    let idsAreUnfit: Bool

    /// More than one entry in this many with a shared id is too many.
    private static let sharedIDDivisor = 20
    /// How many shared ids are stored.
    private static let maxSharedIDs = 500
    /// Longer ids are hashed.
    private static let maxKeyLength = 500

    /// - Parameters:
    ///   - known: ids shared in earlier documents.
    ///   - idsAreUnfit: the decision at the first document; nil if this is the first.
    init(_ entries: [FeedEntry], sharedIDs known: Set<String> = [], idsAreUnfit: Bool? = nil) {
        let traits = Self.withoutDuplicates(entries.map(Traits.init))
        let ids = Self.counts(traits.lazy.compactMap(\.id))
        let links = Self.counts(traits.lazy.compactMap(\.link))
        var shared = known
        for id in ids.lazy.filter({ $0.value > 1 }).map(\.key).sorted() where shared.count < Self.maxSharedIDs {
            shared.insert(id)
        }
        let sharing = traits.count { trait in trait.id.map { ids[$0] != 1 } ?? false }
        let areUnfit = idsAreUnfit ?? (sharing * Self.sharedIDDivisor > traits.count)
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

    /// The identifying fields of an entry.
    private struct Traits {
        let entry: FeedEntry
        let id: String?
        let link: String?

        init(_ entry: FeedEntry) {
            self.entry = entry
            let trimmed = entry.id?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
            id = trimmed.isEmpty ? nil : EntryIdentity.boundedKey(trimmed)
            link = entry.link.flatMap { WebAddress($0, base: entry.base) }
                .map { EntryIdentity.boundedKey($0.withoutTracking.text) }
        }

        /// From least to most affected by edits.
        var fingerprints: [String] {
            let date = entry.published.map { "\(Int64(saturating: $0.timeIntervalSince1970))" } ?? ""
            let slight = [link ?? "", entry.title ?? "", date]
            let full = slight + [entry.content ?? entry.summary ?? ""]
            return (slight.dropFirst().allSatisfy(\.isEmpty) ? [full] : [slight, full]).map {
                "print:" + ContentHash.of(Array($0.joined(separator: "\u{1F}").utf8))
            }
        }

        /// Entries with equal values are duplicates. The text counts only if there is little else, so that a revision
        /// is recognised as one.
        var duplicateKey: String {
            let isTold = id != nil && (link != nil || entry.title != nil)
            let parts = [id ?? "", link ?? "", entry.title ?? ""]
            return (isTold ? parts : parts + [fingerprints.last ?? ""]).joined(separator: "\u{1F}")
        }

        var revisedAt: Date { entry.updated ?? entry.published ?? .distantPast }
    }

    /// Keeps the newest revision of entries given several times (allowed by RFC 4287 §4.1.1).
    private static func withoutDuplicates(_ all: [Traits]) -> [Traits] {
        var places: [String: Int] = [:]
        var kept: [Traits] = []
        for trait in all {
            let sameness = trait.duplicateKey
            if let place = places[sameness] {
                if trait.revisedAt > kept[place].revisedAt { kept[place] = trait }
            } else {
                places[sameness] = kept.count
                kept.append(trait)
            }
        }
        return kept
    }

    private static func counts(_ words: some Sequence<String>) -> [String: Int] {
        words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    private static func boundedKey(_ key: String) -> String {
        key.utf8.count <= maxKeyLength ? key : "print:" + ContentHash.of(Array(key.utf8))
    }
}
