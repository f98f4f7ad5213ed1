/// How a site takes comments (`docs/sources/wordpress.md`), for tests.
public struct WordPressCommenting: Sendable {
    /// Who sees a comment at once.
    public enum Moderation: Sendable {
        case nobodyWaits
        /// WordPress' default: who has an approved comment of that name and address need not wait.
        case newNamesWait
        case everybodyWaits
    }

    /// What happens to spam: a filled trap, or Akismet's own name for trials, `viagra-test-123`.
    public enum Spam: Sendable {
        /// No spam guard.
        case ignored
        /// Stored where only the owner sees it, and answered like any other.
        case stored
        case discarded
    }

    /// Where the form is, and what it looks like.
    public enum Form: Sendable, CaseIterable {
        /// Of classic themes.
        case classic
        /// `wp-block-post-comments-form`
        case block
        /// Another id, the controls in another order.
        case otherID
        /// Controls beside the form, by their `form` attribute.
        case byAttribute
        /// Ended by a wrong end tag before its controls.
        case endedEarly
        case relativeAction
        /// The box has a secret name, and a trap has its old one.
        case renamedBox
        /// On the page that a link of the story's page leads to.
        case linkedPage
        /// On the page behind `?replytocom=`.
        case replyPage
        /// On the pages of comments that have a number.
        case commentPage
        /// The story's page is one for phones, unless `?noamp=mobile` is asked.
        case notOnPhones
        case nowhere
    }

    public var moderation = Moderation.nobodyWaits
    /// When the owner approves what waits, in seconds; nil for never (`SampleWordPress.approve`).
    public var approvalDelay: Double?
    public var spam = Spam.discarded
    public var form = Form.classic
    public var hasAkismet = true
    public var hasNonce = true
    public var hasCookieBox = true
    public var needsNameAndAddress = true
    /// In seconds, between two comments.
    public var pause = 0.0
    public var canStore = true
    /// Replaces the hidden fields' names, as by another version of a plugin.
    public var fieldNames: [String: String] = [:]
    /// Further hidden fields; a comment without them is refused.
    public var secretFields: [String: String] = [:]
    /// Slugs of stories that are drafts again, which only their writers see.
    public var draftSlugs: Set<String> = []
    /// Slugs of stories in the waste bin.
    public var trashedSlugs: Set<String> = []
    /// The interface takes guests' comments.
    public var interfaceTakesComments = false
    /// Error pages in another language.
    public var speaksGerman = false
    /// Pages have another nonce for each.
    public var nonceRound = 0

    public init() {}
}
