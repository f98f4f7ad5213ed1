import Foundation
import Markup
import News
import URLs

/// The stored publishers that a keyed API lists.
struct PublisherStore {
    let transaction: Transaction

    /// The maximum number of publishers in a list.
    static let maxPublishers = 1000

    /// Returns the source ID of an API; nil if nothing was fetched from it yet.
    func source(of service: KeyedAPIAddress) throws -> Int64? {
        try transaction.number(
            "select id from source where kind = ? and address = ?",
            [.text(service.kind.rawValue), .text(service.site.withoutFragment.text)])
    }

    func makeSource(of service: KeyedAPIAddress) throws -> Int64 {
        try source(of: service)
            ?? transaction.insertReturningID(
                into: "source",
                ["kind": .text(service.kind.rawValue), "address": .text(service.site.withoutFragment.text)])
    }

    func isStored(_ source: Int64) throws -> Bool {
        try transaction.exists("select 1 from listed_publisher where source_id = ? limit 1", [.number(source)])
    }

    func publishers(of source: Int64) throws -> [ListedPublisher] {
        try transaction.all(
            "select origin_key, title, category, language, country from listed_publisher where source_id = ? order by title, origin_key",
            [.number(source)]
        ) { row in
            ListedPublisher(
                publisher: NewsPublisher(title: row.text("title"), publisherID: row.text("origin_key")),
                category: row.optionalText("category").flatMap { NewsCategory(rawValue: $0) },
                language: row.optionalText("language"), country: row.optionalText("country"))
        }
    }

    /// Replaces the publishers of an API.
    /// - Parameter offered: the listed publishers; an empty list changes nothing, since an API may lose its list for a
    ///   day.
    func replace(_ offered: [OfferedChannel], of source: Int64) throws {
        guard !offered.isEmpty else { return }
        try transaction.run("delete from listed_publisher where source_id = ?", [.number(source)])
        for channel in offered.prefix(Self.maxPublishers) {
            try transaction.insert(
                into: "listed_publisher",
                [
                    "source_id": .number(source), "origin_key": .text(channel.key),
                    "title": .text(LineNormalizer.normalize(channel.title) ?? channel.key),
                    "category": .text(channel.category?.rawValue), "language": .text(channel.language),
                    "country": .text(channel.country),
                ], onConflict: "(source_id, origin_key) do nothing")
        }
    }
}

extension TopicOptions {
    /// Returns the publishers of the shelves (with the feed of their headlines) and the listed ones, each name once,
    /// sorted by title.
    func publishers(mergedWith listed: [ListedPublisher]) -> [ListedPublisher] {
        var merged: [String: ListedPublisher] = [:]
        for shelf in shelves {
            for feed in shelf.feeds {
                let name = TextNormalizer.normalize(feed.publisher)
                if let known = merged[name], feed.category != nil || known.category == nil { continue }
                merged[name] = ListedPublisher(
                    publisher: NewsPublisher(title: feed.publisher, feed: feed.address), category: feed.category,
                    language: shelf.languages.first, country: shelf.country)
            }
        }
        for publisher in listed {
            let name = TextNormalizer.normalize(publisher.publisher.title)
            guard var known = merged[name] else {
                merged[name] = publisher
                continue
            }
            known.publisher.publisherID = known.publisher.publisherID ?? publisher.publisher.publisherID
            known.category = known.category ?? publisher.category
            merged[name] = known
        }
        return merged.sorted { ($0.key, $0.value.publisher.title) < ($1.key, $1.value.publisher.title) }.map(\.value)
    }
}
