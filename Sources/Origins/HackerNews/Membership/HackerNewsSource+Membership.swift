public import News
import URLs

extension HackerNewsSource {
    /// The membership through the site's own pages, whichever backend is used; nil if there are no selectors for them.
    public var membership: (any MembershipCapability)? { siteMembership }

    /// The actions of members (`HackerNewsPosting`); nil if there are no selectors for the site's pages.
    public var posting: (any PostingCapability)? {
        guard let siteMembership else { return nil }
        return HackerNewsPosting(membership: siteMembership)
    }

    private var siteMembership: HackerNewsMembership? {
        guard let client = memberClient, let signInPage = WebAddress("login?goto=news", base: endpoints.base) else {
            return nil
        }
        return HackerNewsMembership(client: client, signInPage: signInPage)
    }
}
