/// A subject by which publishers and services sort news. The raw values are those of News API.
public enum NewsCategory: String, Sendable, Hashable, Codable, CaseIterable {
    case general, business, technology, science, health, sports, entertainment
}
