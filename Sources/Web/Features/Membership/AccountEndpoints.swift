import Library
import News

extension PathPattern {
    static let accountOfEdition: Self = "account", account: Self = "account/:id", replies: Self = "replies"
    static let ownProfile: Self = "account/:id/profile", memberList: Self = "account/:id/list/:list"
}

extension ReaderEndpoint {
    /// The reader's accounts at origins.
    static let accounts: [Self] = [
        .page(.accountOfEdition) { scope in try await AccountPage(source: nil).page(for: scope) },
        .page(.account) { scope in try await AccountPage(source: scope.id()).page(for: scope) },
        .page(.ownProfile) { scope in try await EditOwnProfilePage(source: scope.id()).page(for: scope) },
        .page(.memberList) { scope in
            guard let list = scope.parameter("list").flatMap(MemberItemList.init(rawValue:)) else {
                throw LibraryError.notThere
            }
            return try await MemberItemListView(source: scope.id(), list: list).page(for: scope)
        },
        .page(.replies) { scope in try await RepliesPage().page(for: scope) },
    ]
}
