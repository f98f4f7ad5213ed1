/// A story of a JSON Feed while it is read.
struct JSONItemDraft: ~Copyable {
    /// It has begun.
    var isStory = false
    var entry = FeedEntry()
    var text: String?
    var authors: [String] = []
    /// How many of its dates name no instant.
    var badDates = 0

    /// A picture; `image` comes before `banner_image`.
    mutating func add(_ url: String, first: Bool) {
        guard !entry.pictures.contains(where: { $0.url == url }) else { return }
        entry.pictures.insert(FeedPicture(url: url), at: first ? 0 : entry.pictures.count)
    }

    mutating func add(category: String) {
        guard entry.categories.count < 100, !entry.categories.contains(category) else { return }
        entry.categories.append(category)
    }
}
