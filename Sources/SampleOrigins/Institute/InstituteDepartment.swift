/// A category of the institute's news.
public struct InstituteDepartment: Sendable, Hashable {
    /// The word that names it, as content files have it.
    public var word: String
    public var name: String

    /// In the institute's order; numerals count from 1.
    public static let all: [InstituteDepartment] = [
        .init(word: "latest", name: "Latest News"), .init(word: "in_the_media", name: "In the Media"),
        .init(word: "campus", name: "Around Campus"), .init(word: "physics", name: "Physics"),
        .init(word: "engineering", name: "Engineering"), .init(word: "computing", name: "Computing"),
        .init(word: "life", name: "Life Sciences"), .init(word: "climate", name: "Climate and Sea"),
        .init(word: "materials", name: "Materials"), .init(word: "space", name: "Space and Sky"),
        .init(word: "energy", name: "Energy"), .init(word: "mathematics", name: "Mathematics"),
        .init(word: "architecture", name: "Architecture and Cities"),
        .init(word: "health", name: "Health and Medicine"),
    ]

    /// Its place in the institute's order, from 1.
    var number: Int { (Self.all.firstIndex(of: self) ?? 0) + 1 }

    func id(_ naming: InstituteManners.Naming) -> JSONText {
        switch naming {
        case .numerals: .text("\(number)")
        case .numbers: .number(number)
        case .words: .text(word)
        }
    }

    /// Found by whatever it was ever named.
    static func named(_ id: String) -> InstituteDepartment? {
        all.first { $0.word == id || "\($0.number)" == id }
    }
}
