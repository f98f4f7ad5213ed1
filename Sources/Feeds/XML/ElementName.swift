/// The known local names of elements, in lower case, because feeds also write `pubdate`.
enum ElementName: String {
    // Roots and containers.
    case rss, rdf, feed, channel, item, entry, image, opml, body, outline, group, source, div, html
    case skipHours = "skiphours"
    case skipDays = "skipdays"
    // Texts.
    case title, link, description, subtitle, tagline, summary, content, encoded, abstract, text, fullText =
        "fulltext"
    case guid, id, identifier, category, subject, keywords, comments, url, uri, logo, icon, hour, day, ttl, language
    case tags, fullItem = "fullitem"
    case a, person
    case alternateEnclosure = "alternateenclosure"
    case socialInteract = "socialinteract"
    case total, credit, thumbnail, enclosure, duration
    // Persons.
    case author, creator, contributor, managingEditor = "managingeditor", name, email, publisher
    // Dates and intervals.
    case pubDate = "pubdate"
    case lastBuildDate = "lastbuilddate"
    case date, published, updated, issued, created, modified
    case updatePeriod = "updateperiod"
    case updateFrequency = "updatefrequency"
    case updateBase = "updatebase"
    // Comments and sources.
    case commentRss = "commentrss"
    case origLink = "origlink"
    case unknown
}
