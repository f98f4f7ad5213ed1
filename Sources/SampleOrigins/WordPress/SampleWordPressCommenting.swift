/// The acceptance of comments by a site (`docs/sources/wordpress.md`), for tests.
public struct SampleWordPressCommenting: Sendable {
    /// The comments that need approval.
    public enum Moderation: Sendable {
        case nobodyWaits
        /// The comments of names and addresses without an approved comment, as is WordPress' default.
        case newNamesWait
        case everybodyWaits
    }

    /// The treatment of spam: a filled trap, or Akismet's own name for trials, `viagra-test-123`.
    public enum Spam: Sendable {
        /// A site without a spam guard.
        case ignored
        /// A site that stores spam for its owner only, and responds as to any other comment.
        case stored
        case discarded
    }

    /// The place and shape of the comment form.
    public enum Form: Sendable, CaseIterable {
        /// The form of classic themes.
        case classic
        /// The form of block themes, `wp-block-post-comments-form`.
        case block
        /// A form with another ID and the controls in another order.
        case otherID
        /// A form with its controls outside, linked by their `form` attribute.
        case byAttribute
        /// A form ended by a wrong end tag before its controls.
        case endedEarly
        case relativeAction
        /// A form whose text box has a secret name, and a trap has the box's usual name.
        case renamedBox
        /// A form on the page that a link of the story's page leads to.
        case linkedPage
        /// A form on the page behind `?replytocom=`.
        case replyPage
        /// A form on the numbered pages of comments.
        case commentPage
        /// A form absent from the story's page, which is one for phones unless `?noamp=mobile` is requested.
        case notOnPhones
        case nowhere
    }

    /// The comments that need approval.
    public var moderation = Moderation.nobodyWaits
    /// The seconds after which the owner approves waiting comments; nil for never (`SampleWordPress.approve`).
    public var approvalDelay: Double?
    /// The treatment of spam.
    public var spam = Spam.discarded
    /// The place and shape of the comment form.
    public var form = Form.classic
    /// True if the form has Akismet's hidden fields.
    public var hasAkismet = true
    /// True if the form has Akismet's nonce.
    public var hasNonce = true
    /// True if the form has a box to consent to cookies.
    public var hasCookieBox = true
    /// True if name and email address are required.
    public var needsNameAndAddress = true
    /// The required seconds between two comments.
    public var pause = 0.0
    /// True if comments can be stored.
    public var canStore = true
    /// The replacements of hidden fields' names, as by another version of a plugin.
    public var fieldNames: [String: String] = [:]
    /// The further hidden fields; a comment without them is refused.
    public var secretFields: [String: String] = [:]
    /// The slugs of stories that are drafts again, which only their writers see.
    public var draftSlugs: Set<String> = []
    /// The slugs of stories in the waste bin.
    public var trashedSlugs: Set<String> = []
    /// True if the REST API accepts guests' comments.
    public var interfaceTakesComments = false
    /// True if error pages are in German.
    public var speaksGerman = false
    /// The number of the nonces' generation; another value changes all nonces.
    public var nonceRound = 0

    public init() {}
}
