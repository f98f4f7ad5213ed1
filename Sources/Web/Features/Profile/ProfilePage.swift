import Library
import News

/// A page with a user's profile at an origin (HN-40).
struct ProfilePage {
    let source: Int64

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let name = scope.query["name"], !name.isEmpty, name.utf8.count <= 200 else { throw .notThere }
        let tab = scope.query["show"].flatMap(ProfileTab.init(rawValue:)) ?? .about
        let cursor = scope.query["after"].map { SourceCursor(rawValue: $0) }
        let details = try await scope.library.profiles.profile(
            of: name, at: source, tab.part, after: cursor, allowsFetch: scope.intent.allowsSideEffects,
            for: scope.reader)
        return ProfileView(scope: scope, details: details, tab: tab).page()
    }
}

extension ProfileTab {
    fileprivate var part: ProfileService.ProfilePart {
        switch self {
        case .about: .about
        case .stories: .stories
        case .comments: .comments
        }
    }
}

enum ProfileTab: String, Sendable, CaseIterable {
    case about, stories, comments
}
