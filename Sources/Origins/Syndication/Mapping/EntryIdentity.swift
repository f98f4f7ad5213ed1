import Feeds
import Foundation
import Markup
import Untrusted

/// Gives every entry of one document a key that tells it from the others, today and at the next reading.
///
/// The key is the entry's own id; where that is missing or borne by different entries, its link; where that does not
/// tell them apart either, a fingerprint of what the origin is least likely to edit: link, title and date, and only
/// if need be the text. An id once seen on different entries stays unfit (`sharedIDs`), so that a story does not
/// change its key when its namesake has left the document.
///
/// A feed of which more than one entry in twenty bears an id that others bear too does not mean what an id means: the
/// links go before all of its ids. That is decided at its first document and stays so, since every key that changes
/// later would bring a story a second time. A missing id says nothing about the others.
struct EntryIdentity {
    /// The entries to keep, in order, with their keys; exact repeats are left out.
    let keyedEntries: [(key: String, entry: FeedEntry)]
    /// Ids that identify nothing, those handed in included.
    let sharedIDs: Set<String>
    /// Whether this feed's ids are no better than its links.
    let idsAreUnfit: Bool

    /// One entry in so many with a shared id is too many.
    private static let sharedIDDivisor = 20
    /// How many unfit ids are remembered; a feed with more is hopeless anyway.
    private static let maxSharedIDs = 500
    /// Longer ids are kept as fingerprints.
    private static let maxKeyLength = 500

    /// - Parameters:
    ///   - known: ids that identified nothing in earlier documents.
    ///   - idsAreUnfit: what was decided at the first document; nil when this is it.
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

    /// What one entry can be told by.
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

        /// From the least to the most that an edit could change.
        var fingerprints: [String] {
            let date = entry.published.map { "\(Int64(saturating: $0.timeIntervalSince1970))" } ?? ""
            let slight = [link ?? "", entry.title ?? "", date]
            let full = slight + [entry.content ?? entry.summary ?? ""]
            return (slight.dropFirst().allSatisfy(\.isEmpty) ? [full] : [slight, full]).map {
                "print:" + ContentHash.of(Array($0.joined(separator: "\u{1F}").utf8))
            }
        }

        /// Entries equal in this are one entry given twice. Text counts only where there is little else to go by, so
        /// that a revision is known as one.
        var duplicateKey: String {
            let isTold = id != nil && (link != nil || entry.title != nil)
            let parts = [id ?? "", link ?? "", entry.title ?? ""]
            return (isTold ? parts : parts + [fingerprints.last ?? ""]).joined(separator: "\u{1F}")
        }

        var revisedAt: Date { entry.updated ?? entry.published ?? .distantPast }
    }

    /// One entry given several times (RFC 4287 §4.1.1 allows it as revisions) is kept once, in its newest revision.
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
