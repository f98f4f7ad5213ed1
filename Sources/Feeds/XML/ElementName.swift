/// Known local names; lower case, because feeds write `pubdate`.
enum ElementName: String {
    // roots and containers
    case rss, rdf, feed, channel, item, entry, image, opml, body, outline, group, source, div, html
    case skipHours = "skiphours"
    case skipDays = "skipdays"
    // texts
    case title, link, description, subtitle, tagline, summary, content, encoded, abstract, text, fullText =
        "fulltext"
    case guid, id, identifier, category, subject, keywords, comments, url, uri, logo, icon, hour, day, ttl, language
    case tags, fullItem = "fullitem"
    case a, person
    case alternateEnclosure = "alternateenclosure"
    case socialInteract = "socialinteract"
    case total, credit, thumbnail, enclosure, duration
    // persons
    case author, creator, contributor, managingEditor = "managingeditor", name, email, publisher
    // dates and intervals
    case pubDate = "pubdate"
    case lastBuildDate = "lastbuilddate"
    case date, published, updated, issued, created, modified
    case updatePeriod = "updateperiod"
    case updateFrequency = "updatefrequency"
    case updateBase = "updatebase"
    // comments and sources
    case commentRss = "commentrss"
    case origLink = "origlink"
    case unknown
}
