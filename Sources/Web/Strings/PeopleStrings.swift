import Library
import News

/// The texts about the readers of the house.
enum PeopleStrings {
    static let people = "People"
    static let peopleDetail = "Invite somebody, choose what they may do"

    static func name(of role: ReaderRole) -> String {
        switch role {
        case .owner: "Runs the house"
        case .editor: "Reads, and edits guides"
        case .reader: "Reads"
        }
    }
    static let you = "You"
    static let peopleExplanation =
        "Everyone has feeds, marks, saved stories and settings of their own, and sees nobody else’s. Stories are fetched once for all."
    static let neverSeen = "signed in nowhere"
    static let unnamed = "No name yet"
    static let role = "What they may do"
    static let saveRole = "Save"
    static func roleSaved(_ name: String) -> String { "\(name): saved" }
    static let remove = "Remove"
    static func confirmRemoval(_ name: String) -> String {
        "Everything of \(name)’s goes: feeds, marks, saved stories, settings, devices. It cannot be brought back."
    }
    static func removeNow(_ name: String) -> String { "Remove \(name) and everything of theirs" }
    static func removed(_ name: String) -> String { "\(name) is removed" }

    // MARK: Invitations

    static let invite = "Invite somebody"
    static let nameFirst = "First give yourself a name: with it you sign in when several read here."
    static let passwordFirst = "First set a password: with it you sign in when several read here."
    static let makeInvitation = "Make an invitation"
    static let invitation = "Invitation"
    static let signInLink = "Sign-in link"
    static let scanInvitation = "Point their phone’s camera at the code, or send them the link"
    static func invitationLimits(until clock: String) -> String {
        "It works once, until \(clock). Whoever opens it joins this house."
    }
    static let makeLink = "Make a sign-in link"
    static let whenToMakeLink = "If they have forgotten the password, or lost their device, a link signs them in again."
    static func signInLimits(_ name: String, until clock: String) -> String {
        "It works once, until \(clock). Whoever opens it is signed in as \(name)."
    }
    static let noInvitation = "The invitation has expired. A new one takes a second."
    static func withdraw(_ count: Int) -> String {
        count == 1 ? "Withdraw the invitation nobody has used" : "Withdraw \(count) invitations nobody has used"
    }
    static func withdrawn(_ count: Int) -> String {
        "\(Plural("invitation").counted(count)) withdrawn"
    }

    // MARK: Joining

    static let joinTitle = "Join"
    static func joinExplanation(_ inviter: String) -> String {
        "\(inviter) invites you to read here. You get a newspaper of your own: your feeds, what you save and what you have read are yours alone. Choose a name and a password."
    }
    static let join = "Join"
    static let usedTitle = "This invitation has been used"
    static let used = "An invitation works only once. If it was you who used it, sign in."
    static let expiredTitle = "This invitation has expired"
    static let expired = "Invitations work for an hour, unless they are withdrawn. Ask for a new one where you got it."

    // MARK: One's own

    static let yourName = "Your name"
    static let yourNameExplanation = "You sign in with it where several people read."
    static let nameSaved = "Your name is saved"
    static let leave = "Leave this house"
    static let confirmLeaving =
        "Everything of yours here goes: feeds, marks, saved stories, settings, devices. It cannot be brought back. If you want to keep something, take it with you first: Settings, Export."
    static let leaveNow = "Leave, and delete everything of mine"
    static let leftTitle = "You have left"
    static let left = "Everything of yours in this house is deleted. To read here again, you need a new invitation."
}
