import JSON

/// The article in a page's JSON-LD (schema.org).
struct JSONLDArticle {
    var title: String?
    var name: String?
    var headline: String?
    var byline: String?
    var description: String?
    var siteName: String?
    var published: String?
    var language: String?
    var picture: String?
    var body: String?
    var isPaywalled = false
    /// True if the object has the standard form; other forms only fill gaps.
    var isStandardForm = false

    static func article(in json: JSONValue) -> JSONLDArticle? {
        if let standard = standardArticle(in: json) { return JSONLDArticle(standard, isStandardForm: true) }
        return anyArticle(in: json, depth: 0).map { JSONLDArticle($0, isStandardForm: false) }
    }

    private static func standardArticle(in json: JSONValue) -> JSONValue? {
        var found = json
        if case .array(let elements) = json {
            guard let article = elements.first(where: { isArticle($0["@type"]?.string) }) else { return nil }
            found = article
        }
        guard isSchema(found["@context"]) else { return nil }
        if found["@type"] == nil, let graph = found["@graph"] {
            return graph.listed.first { isArticle($0["@type"]?.string) }
        }
        return isArticle(found["@type"]?.string) ? found : nil
    }

    private static func anyArticle(in json: JSONValue, depth: Int) -> JSONValue? {
        guard depth < 4 else { return nil }
        if case .array(let elements) = json {
            return elements.lazy.compactMap { anyArticle(in: $0, depth: depth + 1) }.first
        }
        let types = json["@type"]?.listed.compactMap(\.string) ?? []
        if types.contains(where: { isArticle($0) || $0 == "Recipe" }) { return json }
        for key in ["@graph", "mainEntity", "mainEntityOfPage"] {
            if let inner = json[key], let found = anyArticle(in: inner, depth: depth + 1) { return found }
        }
        return nil
    }

    private static func isSchema(_ context: JSONValue?) -> Bool {
        let text = context?.string ?? context?["@vocab"]?.string
        guard var rest = text?[...] else { return false }
        if rest.hasPrefix("https") {
            rest = rest.dropFirst(5)
        } else if rest.hasPrefix("http") {
            rest = rest.dropFirst(4)
        }
        return rest == "://schema.org" || rest == "://schema.org/"
    }

    private static func isArticle(_ type: String?) -> Bool {
        guard let type else { return false }
        if type.hasPrefix("Article") || type.hasSuffix("APIReference") { return true }
        return [
            "NewsArticle", "Report", "ContentArticle", "SatiricalArticle", "ScholarlyArticle", "SocialMediaPosting",
            "BlogPosting", "DiscussionForumPosting", "TechArticle",
        ].contains { type.contains($0) }
    }

    private init(_ object: JSONValue, isStandardForm: Bool) {
        self.isStandardForm = isStandardForm
        name = Self.nonEmptyText(object["name"])
        headline = Self.nonEmptyText(object["headline"])
        byline = Self.names(object["author"])
        description = Self.nonEmptyText(object["description"])
        siteName = Self.nonEmptyText(object["publisher"]?["name"])
        published = Self.nonEmptyText(object["datePublished"])
        language = Self.nonEmptyText(object["inLanguage"]) ?? Self.nonEmptyText(object["inLanguage"]?["name"])
        body = (object["articleBody"]?.string ?? object["text"]?.string).flatMap {
            $0.utf8.count <= 1_000_000 ? $0 : nil
        }
        isPaywalled = Self.isFalse(object["isAccessibleForFree"])
        picture = object["image"].flatMap(Self.address)
        title = name ?? headline
        if !isStandardForm {
            title = headline ?? name
            published = published ?? Self.nonEmptyText(object["dateCreated"])
            siteName = siteName ?? object["publisher"]?.listed.lazy.compactMap { Self.nonEmptyText($0["name"]) }.first
        }
    }

    private static func isFalse(_ value: JSONValue?) -> Bool {
        switch value {
        case .bool(let flag): !flag
        case .string(let text): text.lowercased().hasSuffix("false")
        default: false
        }
    }

    private static func names(_ author: JSONValue?) -> String? {
        guard let author else { return nil }
        return AuthorNames.joined(
            author.listed.prefix(2 * AuthorNames.maximumCount).flatMap { element in
                element["name"]?.listed.prefix(2 * AuthorNames.maximumCount).compactMap(nonEmptyText).map(
                    AuthorNames.withoutTags) ?? []
            })
    }

    private static func address(_ image: JSONValue) -> String? {
        image.listed.lazy.compactMap {
            $0.string ?? $0["url"]?.string ?? $0["url"]?["@id"]?.string ?? $0["contentUrl"]?.string
        }.first
    }

    private static func nonEmptyText(_ value: JSONValue?) -> String? {
        guard let text = value?.string?.trimmed, !text.isEmpty else { return nil }
        return text
    }
}
