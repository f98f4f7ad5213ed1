import Foundation
import Library
import News

/// The catalog of all settings and their pages.
enum SettingsCatalog {
    struct Page: Sendable {
        let title: String
        let detail: String
        let icon: Icon
        let path: PathPattern
        /// Other words that a reader may search for.
        var synonyms = ""
        /// The role that the page is for.
        var role = ReaderRole.reader

        var route: Route { .page(path) }
    }

    /// Returns the pages of the settings for a reader's role, in groups.
    static func pages(for role: ReaderRole) -> [[Page]] { pages.map { $0.filter { $0.role <= role } } }

    private static let pages: [[Page]] = [
        [
            Page(
                title: Strings.reading, detail: Strings.readingDetail, icon: .typography, path: .readingSettings),
            Page(title: Strings.editions, detail: Strings.editionsDetail, icon: .today, path: .editions),
            Page(title: Strings.feeds, detail: Strings.feedsDetail, icon: .feeds, path: .feedSettings),
            Page(
                title: Strings.offline, detail: Strings.offlineDetail, icon: .download, path: .offlineSettings,
                synonyms: "keep retention delete old storage cache"),
        ],
        [
            Page(title: Strings.digest, detail: Strings.digestDetail, icon: .text, path: .digestSettings),
            Page(
                title: Strings.notifications, detail: Strings.notificationsDetail, icon: .bell, path: .notifications,
                synonyms: "email push"),
            Page(title: Strings.alerts, detail: Strings.alertsDetail, icon: .flash, path: .alertSettings),
            Page(
                title: Strings.access, detail: Strings.accessDetail, icon: .phone, path: .access,
                synonyms: "sessions logout login username browser computer tablet remove"),
            Page(
                title: PasskeyStrings.passkeys, detail: PasskeyStrings.passkeysDetail, icon: .key, path: .passkeys,
                synonyms: "fingerprint face touch id webauthn fido security sign in login password forgotten"),
            Page(
                title: PeopleStrings.people, detail: PeopleStrings.peopleDetail, icon: .people, path: .people,
                synonyms:
                    "family household partner wife husband child friend user reader share add remove person role owner password forgotten",
                role: .owner),
            Page(title: Strings.accounts, detail: Strings.accountsDetail, icon: .account, path: .accountSettings),
            Page(
                title: Strings.otherApps, detail: Strings.otherAppsDetail, icon: .grid, path: .otherApps,
                synonyms:
                    "sync google reader greader fever api app password freshrss miniflux newsboat newsflash liferea rss guard unread readkit fiery feeds capy feedme fluent"
            ),
            Page(
                title: OwnDataStrings.title, detail: OwnDataStrings.titleDetail, icon: .share, path: .ownData,
                synonyms: "download backup copy leave move json html archive own data"),
        ],
        [
            Page(title: Strings.keyboard, detail: Strings.keyboardDetail, icon: .keys, path: .keyboardShortcuts),
            Page(title: Strings.about, detail: Strings.aboutDetail, icon: .info, path: .about),
        ],
    ]

    /// Returns the entries of the settings' search.
    static func entries(for scope: RequestScope) -> [SettingsEntry] {
        let pages = pages(for: scope.identity.role).flatMap(\.self).map {
            SettingsEntry(title: $0.title, synonyms: "\($0.detail) \($0.synonyms)", page: nil, route: $0.route)
        }
        let switches = BooleanPreference.groups.flatMap { $0.switches }.map {
            SettingsEntry(
                title: $0.title, synonyms: $0.synonyms, page: Strings.reading, route: .page(.readingSettings),
                anchor: $0.anchor)
        }
        return pages + text + switches + stories + alerts + feeds(scope) + services(scope) + guides(scope)
            + leaving(scope)
            + [
                SettingsEntry(
                    title: Strings.digestFeed, synonyms: "atom rss secret address digest", page: Strings.digest,
                    route: .page(.digestSettings)),
                SettingsEntry(
                    title: Strings.readLater, synonyms: "\(Strings.readLaterDetail) bookmarks save share",
                    page: Strings.reading, route: .page(.readLater)),
                SettingsEntry(
                    title: Strings.frontPageChoice, synonyms: "lead order weight why", page: Strings.about,
                    route: .page(.about), anchor: AboutPage.frontPageAnchor),
                SettingsEntry(
                    title: Strings.addPhone, synonyms: "sign in login qr code mobile link", page: Strings.access,
                    route: .page(.addPhone)),
                SettingsEntry(
                    title: SignInStrings.signOut, synonyms: "session log out logout", page: Strings.access,
                    route: .page(.access)),
                SettingsEntry(
                    title: Strings.password, synonyms: "sign in login security 2fa change remove forgotten",
                    page: Strings.access,
                    route: .page(.access), anchor: "password"),
                SettingsEntry(
                    title: PeopleStrings.yourName, synonyms: "my user name username rename call", page: Strings.access,
                    route: .page(.access), anchor: OwnPersonView.nameAnchor),
                SettingsEntry(
                    title: Strings.connection, synonyms: "https encryption tls", page: Strings.access,
                    route: .page(.access)),
            ]
    }

    private static let stories: [SettingsEntry] = [
        SettingsEntry(
            title: Strings.muted, synonyms: "\(Strings.mutedDetail) hide filter block", page: Strings.feeds,
            route: .mutes),
        SettingsEntry(
            title: Strings.keptBack,
            synonyms: "\(Strings.keptBackDetail) hide filter teasers lists deals horoscopes gossip",
            page: Strings.feeds,
            route: .page(.keptBackSettings)),
        SettingsEntry(
            title: Strings.tone, synonyms: "\(Strings.toneDetail) alarm shouting sentiment capitals",
            page: Strings.reading, route: .page(.toneSettings)),
        SettingsEntry(
            title: Strings.suggestions, synonyms: "\(Strings.suggestionsDetail) recommended erase history privacy",
            page: Strings.feeds, route: .page(.suggestions)),
    ]

    private static let alerts: [SettingsEntry] = [
        SettingsEntry(
            title: Strings.greatNews, synonyms: "breaking push tell", page: Strings.alerts,
            route: .page(.alertSettings), anchor: "great-news"),
        SettingsEntry(
            title: Strings.quietHoursAndLimit, synonyms: "night sleep silence do not disturb daily time zone",
            page: Strings.alerts, route: .page(.alertSettings)),
        SettingsEntry(
            title: Strings.alertHistory, synonyms: Strings.alertHistoryDetail, page: Strings.alerts,
            route: .page(.alerts)),
    ]

    private static let text: [SettingsEntry] = [
        SettingsEntry(
            title: Strings.textSettings,
            synonyms:
                "\(Strings.textSettingsDetail) colours dark mode night face letters larger bigger font size zoom colors",
            page: Strings.reading, route: .textSettings(returnPath: nil)),
        SettingsEntry(
            title: Strings.lineWidth, synonyms: "measure narrow medium wide", page: Strings.reading,
            route: .page(.readingSettings), anchor: "set-measure"),
    ]

    private static func feeds(_ scope: RequestScope) -> [SettingsEntry] {
        guard hasOwnFeeds(scope) else { return [] }
        return [
            SettingsEntry(
                title: Strings.addFeed, synonyms: "follow subscribe site", page: Strings.feeds, route: .addFeed("")),
            SettingsEntry(
                title: Strings.importOPML, synonyms: "subscriptions file reader pocket instapaper bookmarks",
                page: Strings.feeds,
                route: .page(.feedSettings), anchor: "opml"),
            SettingsEntry(
                title: Strings.exportOPML, synonyms: "subscriptions file reader backup", page: Strings.feeds,
                route: .page(.feedSettings), anchor: "opml"),
        ]
    }

    private static func guides(_ scope: RequestScope) -> [SettingsEntry] {
        guard !scope.dependencies.editionRegistry.showsSingleEdition else { return [] }
        return [
            SettingsEntry(
                title: PackEditorStrings.newGuide,
                synonyms: "write edit publish pack pages photographs", page: Strings.editions,
                route: .page(.newGuide))
        ]
    }

    private static func leaving(_ scope: RequestScope) -> [SettingsEntry] {
        guard scope.reader != .first else { return [] }
        return [
            SettingsEntry(
                title: PeopleStrings.leave, synonyms: "delete account erase quit everything", page: Strings.access,
                route: .page(.access), anchor: OwnPersonView.leavingAnchor)
        ]
    }

    private static func services(_ scope: RequestScope) -> [SettingsEntry] {
        guard scope.dependencies.editions.contains(where: { !scope.library.sources.keyedAPIs(of: $0).isEmpty })
        else { return [] }
        return [
            SettingsEntry(
                title: Strings.servicesSetting, synonyms: "api requests left budget limit quota",
                page: Strings.accounts, route: .page(.accountSettings), anchor: KeyedAPIListView.anchor)
        ]
    }

    /// Returns true if the reader has feeds of their own; false on a server that shows a single edition.
    static func hasOwnFeeds(_ scope: RequestScope) -> Bool {
        scope.dependencies.editions.contains(where: \.usesFolders)
    }
}

/// A result of the settings' search.
struct SettingsEntry: Sendable {
    let title: String
    /// Other words that a reader may search for.
    let synonyms: String
    /// The title of the page; nil for the page itself.
    let page: String?
    let route: Route
    var anchor: String?

    /// The text that the search compares, without case and accents.
    var searchText: String { Self.folded("\(title) \(synonyms) \(page ?? "")") }

    /// Returns true if each of the words begins one of the entry's.
    func matches(_ words: String) -> Bool {
        let known = Self.words(searchText)
        return Self.words(Self.folded(words)).allSatisfy { word in known.contains { $0.hasPrefix(word) } }
    }

    private static func words(_ text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
