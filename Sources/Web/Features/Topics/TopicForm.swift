import Library
import News
import URLs

/// The fields of a form or URL that name a subject to follow.
struct TopicForm: FormValue {
    let kind: String?
    let value: String?
    let district: String?
    let region: String?
    let country: String?

    /// The limit of characters of a topic's words, and of each part of a place's name.
    static let maxCharacters = 100

    static func fields(of subject: TopicSubject) -> [(name: String, value: String)] {
        switch subject {
        case .headlines(let country): [("kind", "headlines"), ("value", country)]
        case .category(let category): [("kind", "category"), ("value", category.rawValue)]
        case .publisher(let publisher): [("kind", "publisher"), ("value", code(of: publisher))]
        case .words(let words): [("kind", "words"), ("value", words)]
        case .place(let place):
            [
                ("kind", "place"), ("value", place.name), ("district", place.district ?? ""),
                ("region", place.region ?? ""), ("country", place.country),
            ]
        }
    }

    static func query(of subject: TopicSubject) -> String {
        fields(of: subject).map { "\($0.name)=\(QueryParameters.encoded($0.value))" }.joined(separator: "&")
    }

    /// Returns the subject that is named.
    /// - Parameter publishers: the publishers that can be chosen; others are invalid.
    /// - Throws: `.invalid`.
    func subject(options: TopicOptions, publishers: [ListedPublisher]) throws(LibraryError) -> TopicSubject {
        let value = self.value ?? ""
        switch kind {
        case "headlines":
            guard options.shelves.contains(where: { $0.country == value }) else { break }
            return .headlines(country: value)
        case "category":
            guard let category = NewsCategory(rawValue: value) else { break }
            return .category(category)
        case "publisher":
            guard let listed = publishers.first(where: { Self.code(of: $0.publisher) == value }) else {
                throw .invalid(why: Strings.noSuchPublisher)
            }
            return .publisher(listed.publisher)
        case "words":
            return .words(try Self.words(value))
        case "place":
            guard let name = Self.part(value), let country = Self.part(self.country), country.utf8.count == 2
            else { break }
            return .place(
                PlaceName(
                    name: name, district: Self.part(district), region: Self.part(region),
                    country: country.lowercased()))
        default: break
        }
        throw .invalid(why: Strings.noSuchTopic)
    }

    /// Returns the typed words on one line.
    /// - Throws: `.invalid`, with a sentence.
    static func words(_ typed: String) throws(LibraryError) -> String {
        let words = line(typed)
        guard !words.isEmpty else { throw .invalid(why: Strings.noWords) }
        guard words.count <= maxCharacters, words.utf8.count <= maxCharacters * 8 else {
            throw .invalid(why: Strings.wordsTooLong(words.count, most: maxCharacters))
        }
        guard words.contains(where: { $0.isLetter || $0.isNumber }) else { throw .invalid(why: Strings.noWordInIt) }
        return words
    }

    private static func line(_ text: String) -> String {
        text.split { character in
            character.isWhitespace || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }.joined(separator: " ")
    }

    private static func part(_ text: String?) -> String? {
        let text = line(text ?? "").prefix(maxCharacters)
        return text.isEmpty || text.utf8.count > maxCharacters * 8 ? nil : String(text)
    }

    /// Returns the service's ID of a publisher, else its feed's address, else its title.
    static func code(of publisher: NewsPublisher) -> String {
        publisher.publisherID ?? publisher.feed?.text ?? publisher.title
    }
}
