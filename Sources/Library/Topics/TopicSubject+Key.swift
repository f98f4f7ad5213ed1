import Markup
import News

extension TopicSubject {
    /// Returns the subject in the stored form.
    /// - Throws: `.invalid` for an empty or malformed subject.
    func normalized() throws(LibraryError) -> TopicSubject {
        switch self {
        case .headlines(let country):
            let country = country.lowercased()
            guard country.utf8.count == 2, country.utf8.allSatisfy({ (97...122).contains($0) }) else {
                throw .invalid(why: "A country is named by two letters, such as gb.")
            }
            return .headlines(country: country)
        case .category: return self
        case .publisher(var publisher):
            guard let title = LineNormalizer.normalize(publisher.title), !TextNormalizer.words(title).isEmpty else {
                throw .invalid(why: "Choose a publisher.")
            }
            publisher.title = title
            return .publisher(publisher)
        case .words(let words):
            guard let words = LineNormalizer.normalize(words), !TextNormalizer.words(words).isEmpty else {
                throw .invalid(why: "Type a word or a phrase.")
            }
            return .words(words)
        case .place(var place):
            guard let name = LineNormalizer.normalize(place.name), !TextNormalizer.words(name).isEmpty else {
                throw .invalid(why: "Choose a place.")
            }
            place.name = name
            place.district = place.district.flatMap { LineNormalizer.normalize($0) }
            place.region = place.region.flatMap { LineNormalizer.normalize($0) }
            return .place(place)
        }
    }

    /// The key of the subject, equal for subjects that count as the same. Its parts are separated by a control
    /// character (`FolderWriter.separator`).
    var key: String {
        let parts =
            switch self {
            case .headlines(let country): ["headlines", country]
            case .category(let category): ["category", category.rawValue]
            case .publisher(let publisher): ["publisher", Self.folded(publisher.title)]
            case .words(let words): ["words", Self.folded(words)]
            case .place(let place):
                ["place", place.country] + [place.name, place.district ?? "", place.region ?? ""].map(Self.folded)
            }
        return parts.joined(separator: FolderWriter.separator)
    }

    private static func folded(_ text: String) -> String { TextNormalizer.words(text).joined(separator: " ") }
}
