public import News
import URLs

extension HackerNewsSource {
    /// The membership through the site's own pages, whichever backend is used; nil if there are no selectors for them.
    public var membership: MembershipCapability? {
        guard let client = memberClient,
            let signInPage = WebAddress("login?goto=news", base: endpoints.base)
        else { return nil }
        let membership = HackerNewsMembership(client: client)
        return MembershipCapability(
            signInPage: signInPage,
            signIn: { (name, password) async throws(SourceError) in
                try await membership.signIn(name: name, password: password)
            },
            adoptCookie: { (cookie) async throws(SourceError) in try await membership.adopt(cookie) },
            signOut: { await membership.signOut($0) },
            view: { (key, session) async throws(SourceError) in try await membership.view(of: key, as: session) },
            profile: { (session) async throws(SourceError) in try await membership.profile(as: session) },
            list: { (list, cursor, session) async throws(SourceError) in
                try await membership.list(list, after: cursor, as: session)
            })
    }

    /// The actions of members (`HackerNewsPosting`); nil if there are no selectors for the site's pages.
    public var posting: PostingCapability? {
        guard let client = memberClient else { return nil }
        let posting = HackerNewsPosting(client: client)
        return PostingCapability(
            rules: HackerNewsPosting.rules,
            prepare: { (action, session) async throws(SourceError) in
                guard let session else { throw .signInNeeded }
                return try await posting.prepare(action, as: session)
            },
            send: { (prepared, session) in
                guard let session else { return .signInNeeded }
                return await posting.send(prepared, as: session)
            },
            find: { (action, sentAt, session) async throws(SourceError) in
                guard let session else { throw .signInNeeded }
                return try await posting.find(action, sentAt: sentAt, as: session)
            })
    }
}
