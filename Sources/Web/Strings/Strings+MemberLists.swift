import Library
import News

extension Strings {
    static let memberLists = "Your lists"
    static let replies = "Replies to you"
    /// The label before the number of new replies.
    static let newRepliesLabel = ", new replies:"
    static let lookForReplies = "Look for replies"
    static let noReplies = "Nobody has answered your comments yet. Tidings looks from time to time."
    static let repliesNeedAccount = "Sign in where you comment, and answers to you appear here."
    static let editProfile = "Edit profile"
    static let profileSaved = "Profile saved"
    static let profileUnchanged = "Nothing was changed"

    static func newReplies(_ count: Int) -> String {
        count == 0 ? "No new replies" : Plural.reply.counted(count, "new")
    }

    static func memberList(_ list: MemberItemList) -> String {
        switch list {
        case .submissions: "Submissions"
        case .comments: "Comments"
        case .favourites: "Favourites"
        case .favouriteComments: "Favourite comments"
        case .upvoted: "Upvoted"
        case .upvotedComments: "Upvoted comments"
        case .hidden: "Hidden"
        case .replies: replies
        }
    }

    static func memberListEmpty(_ list: MemberItemList) -> String {
        switch list {
        case .submissions: "You have submitted nothing yet."
        case .comments: "You have written no comments yet."
        case .favourites, .favouriteComments: "No favourites yet."
        case .upvoted, .upvotedComments: "You have voted for nothing yet."
        case .hidden: "You have hidden no stories."
        case .replies: noReplies
        }
    }

    static func memberListNotFetched(_ host: String) -> String {
        "This is read from \(host) in your name, so Tidings waits for your tap."
    }

    static func fetchMemberList(_ host: String) -> String { "Load from \(host)" }

    static func signInForThis(_ host: String) -> String { "\(host) shows this to you only: please sign in." }

    static func signInAt(_ host: String) -> String { "Sign in at \(host)" }

    static func profileIsPublic(_ host: String) -> String {
        "Everybody can read the text about you. Your e-mail address stays with \(host)."
    }

    static func profileHasNoForm(_ host: String) -> String {
        "\(host) showed no form for the profile. It can be changed on its own page."
    }

    /// Returns the label of a field of Hacker News' form; nil for other fields, which have the site's own labels.
    static func profileField(_ name: String) -> String? {
        switch name {
        case "about": "About you"
        case "email": "E-mail address"
        case "showd": "Show dead comments"
        case "nopro": "Keep me from visiting too often (noprocrast)"
        case "maxv": "Longest visit, in minutes"
        case "mina": "Shortest pause between visits, in minutes"
        case "delay": "Minutes before my comments appear"
        case "topc": "Colour of the top bar"
        default: nil
        }
    }
}
