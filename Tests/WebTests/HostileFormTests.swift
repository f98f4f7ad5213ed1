import Foundation
import HTTPTypes
import Library
import News
import Testing

@testable import Web

/// Forms whose numbers nobody's page has sent: each is refused or answered, and the server goes on.
@Suite struct HostileFormTests {
    /// Every name under which a form of ours sends a number, and what else an act needs to get as far as reading it.
    private static let fields: [(act: ActionName, base: String, numbers: [String])] = ActionName.allCases.map {
        act in
        switch act {
        case .setMark: (act, "kind=read", ["story"])
        case .markRead: (act, "list=all", ["above", "through"])
        case .restoreKeptBack: (act, "", ["list"])
        case .suggestions: (act, "what=dismiss", ["key"])
        case .openStory, .fullText: (act, "", ["story"])
        case .refreshComments, .relatedDiscussions: (act, "opened=1", ["story"])
        case .loadMore: (act, "list=all", ["after", "depth", "last"])
        case .undo: (act, "", ["ticket"])
        case .follow, .unfollow, .updateSubscription, .retry: (act, "", ["channel"])
        case .starterFeeds: (act, "", ["list"])
        case .savePage: (act, "", ["address"])
        case .importSaved: (act, "", ["id"])
        case .preferences: (act, "part=reading", ["textSize"])
        case .updateFolder: (act, "title=x", ["folder"])
        case .orderFolders: (act, "", ["folder"])
        case .moveSubscription: (act, "channel=1&folder=0", ["channel", "folder"])
        case .endSession: (act, "", ["session"])
        case .makeAppPassword, .hideAppPassword: (act, "name=x", ["story"])
        case .removeAppPassword: (act, "", ["password"])
        case .addPasskey: (act, "name=x", ["clientData", "attestation"])
        case .removePasskey: (act, "", ["passkey"])
        case .renameDevice: (act, "name=x", ["session"])
        case .mute: (act, "what=words&words=zebra", ["story", "rule"])
        case .unmute: (act, "", ["rule"])
        case .locatePlace: (act, "latitude=54.0&longitude=-1.1", ["latitude", "longitude"])
        case .followTopic: (act, "kind=category", ["value"])
        case .unfollowTopic, .moveTopic: (act, "direction=up", ["topic"])
        case .readingProgress: (act, "at=1&whole=2&anchor=3&part=0", ["story", "part", "at", "whole", "anchor"])
        case .linkedPage: (act, "at=https://far.example/", ["story", "part"])
        case .setAPIKey, .tryAPIKey, .removeAPIKey: (act, "key=k", ["site"])
        case .subscribeDevice: (act, "publicKey=a&secret=b", ["endpoint"])
        case .saveWay: (act, "kind=mail", ["way", "port"])
        case .saveAlert: (act, "kind=feed", ["value", "rule", "publishers", "minutes"])
        case .removeAlert: (act, "", ["rule"])
        case .saveAlertSettings: (act, "zone=UTC", ["limit", "ways"])
        case .silenceAlert: (act, "", ["alert", "silenced"])
        case .addPackPage, .savePackPage, .movePackPage, .removePackPage, .movePackPhotograph:
            (act, "slug=home&title=x", ["revision", "position", "ground", "latitude", "longitude", "before"])
        case .savePackPhotograph, .removePackPhotograph: (act, "name=x", ["revision", "position"])
        case .savePackSettings: (act, "title=x", ["revision"])
        case .servePack: (act, "served=0", [])
        case .setPersonRole, .removePerson, .makePersonLink: (act, "role=reader", ["person"])
        case .invitePerson: (act, "role=reader", [])
        case .unlinkIdentity: (act, "", ["identity"])
        case .renameOwnPerson: (act, "name=Ada", [])
        // The first reader stays.
        case .withdrawInvitations, .leaveHouse: (act, "", [])
        case .undoPackChange, .restorePackItem, .goBackToPackVersion: (act, "kind=page&name=home", ["number"])
        case .publishPack: (act, "", ["time"])
        case .uploadPackPictures, .createPack, .editPack, .cancelPackPublication, .deletePack, .stopPackEditing:
            (act, "", ["story"])
        case .testWay, .removeWay: (act, "", ["way"])
        case .saveDigest: (act, "on=1&zone=GMT", ["hour", "way"])
        case .preparePush, .makeDigestFeed, .endDigestFeed, .refreshPublishers, .refresh, .importOPML, .forgetSearches,
            .forgetSearch, .saveSearch,
            .endOtherSessions,
            .makeSignInLink, .arrangeEdition:
            (act, "", ["story", "channel"])
        case .comment, .editComment, .submit, .saveDraft, .discardDraft, .preview, .forgetGuest:
            (act, "target=c1&text=a&token=t", ["target", "revision"])
        case .vote: (act, "token=t", ["up", "down", "none"])
        case .favourite, .hide, .flag, .delete: (act, "token=t", ["item"])
        case .memberSignIn, .memberSignOut, .adoptSession: (act, "name=a&password=b&cookie=c", ["source"])
        case .refreshMemberView: (act, "", ["story"])
        case .retryOutbox, .lookUpOutbox, .removeFromOutbox: (act, "text=a", ["entry", "target"])
        case .saveMemberProfile: (act, "token=t&set-about=x", ["source"])
        case .refreshReplies: (act, "", ["source"])
        }
    }

    private static let extremes = [
        "-9223372036854775808", "-9223372036854775809", "-1", "-0", "0", "+1", "4294967296", "9007199254740992",
        "9007199254740993", "9223372036854775806", "9223372036854775807", "9223372036854775808",
        "99999999999999999999999999", "", "%20", "1e9", "0x10", "NaN", "inf", "%D9%A3", "%EF%BC%91", "%00",
    ]

    @Test(arguments: fields.map(\.act))
    func `an act refuses or bears every number`(act: ActionName) async throws {
        let app = try WebTestApp()
        try await app.follow("https://harbour.example/feed", stories: app.stories(1...3))
        let story = try await app.row("Story 1").id.rawValue
        let (base, names) = Self.fields.first { $0.act == act }.map { ($0.base, $0.numbers) } ?? ("", [])
        try await app.withBrowser { browser async throws in
            for name in names {
                for value in Self.extremes {
                    // The field that is tried stands first, and the first of a name counts.
                    let form = "\(name)=\(value)&\(base)" + (name == "story" ? "" : "&story=\(story)")
                    let answer = try await browser.post("/mine/act/\(act.rawValue)", form)
                    #expect((200..<500).contains(answer.status.code), "\(form): \(answer.status)")
                }
            }
            #expect(try await browser.get("/mine/all").status == .ok)
        }
    }

    @Test(arguments: [
        "at=0&whole=-1", "at=-1&whole=-1", "at=1&whole=-9223372036854775808", "at=9223372036854775807&whole=-1",
        "at=-9223372036854775808&whole=9223372036854775807", "at=5&whole=4", "at=0&whole=", "at=&whole=5",
        "at=0&whole=9223372036854775807",
    ])
    func `a place that lies outside of what it is in is refused`(form: String) async throws {
        let app = try WebTestApp()
        try await app.follow("https://harbour.example/feed", stories: app.stories(1...1))
        let story = try await app.row("Story 1").id.rawValue
        try await app.withBrowser { browser async throws in
            let answer = try await browser.post(
                "/mine/act/reading-progress", "story=\(story)&part=text&\(form)", ["Accept": "application/json"])
            #expect((400..<500).contains(answer.status.code), "\(form): \(answer.status)")
            #expect(
                try await app.library.readingProgress.progress(in: StoryID(rawValue: story), for: app.reader).isEmpty)
        }
    }

    @Test(arguments: extremes)
    func `an address refuses or bears every number`(value: String) async throws {
        let app = try WebTestApp()
        try await app.follow("https://harbour.example/feed", stories: app.stories(1...3))
        let story = try await app.row("Story 1").id.rawValue
        try await app.withBrowser { browser async throws in
            for path in [
                "story/\(value)", "story/\(value)/menu", "story/\(value)/pictures", "story/\(value)/comments",
                "story/\(story)/comments/\(value)/menu", "section/\(value)", "feed/\(value)", "feed/\(value)/details",
                "profile/\(value)?name=a",
                "all?depth=\(value)",
                "feed/1?depth=\(value)", "story/\(story)?in=c\(value)", "story/\(story)?in=s\(value)",
                "counts?stories=\(value),\(value)", "live?after=\(value)&channel=\(value)",
                "linked/x?at=https://a.example/&story=\(value)&part=\(value)", "mute?story=\(value)&rule=\(value)",
                "unread?depth=\(value)", "search?q=a&depth=\(value)",
            ] {
                let answer = try await browser.get("/mine/\(path)", Browser.navigation)
                #expect((200..<500).contains(answer.status.code), "\(path): \(answer.status)")
            }
            for path in ["/audio/\(value)/\(value)/x", "/picture/\(value)/\(value)/x"] {
                let answer = try await browser.get(path)
                #expect((200..<500).contains(answer.status.code), "\(path): \(answer.status)")
            }
        }
    }
}
