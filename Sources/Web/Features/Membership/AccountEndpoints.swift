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

extension ActionEndpoint {
    /// The actions on the reader's accounts at origins.
    static let accounts: [Self] = [
        Self(.memberSignIn, MembershipForm.self) { form, scope in
            try await MembershipActions(scope: scope, form: form).signIn()
        },
        Self(.adoptSession, MembershipForm.self) { form, scope in
            try await MembershipActions(scope: scope, form: form).adopt()
        },
        Self(.memberSignOut, MembershipForm.self) { form, scope in
            try await MembershipActions(scope: scope, form: form).signOut()
        },
        Self(.refreshMemberView, StoryForm.self) { form, scope in
            try await MembershipActions.refreshView(form, for: scope)
        },
        Self(.saveMemberProfile, MemberProfileForm.self) { form, scope in
            try await MemberProfileAction(scope: scope).perform(form)
        },
        Self(.refreshReplies, EmptyForm.self) { _, scope in try await RepliesPage.refresh(for: scope) },
    ]
}
