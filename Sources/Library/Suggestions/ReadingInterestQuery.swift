import Foundation
import Markup
import News
import URLs

/// A query for what a reader's opened and saved stories have in common. It reads marks that exist anyway, and stores
/// nothing.
struct ReadingInterestQuery {
    let transaction: Transaction
    let reader: Int64
    /// The time in milliseconds from which marks count.
    let since: Int64

    /// The number of latest stories of each kind of mark.
    private static let storyCount = 300
    /// The number of stories that make an interest.
    private static let minimum = 3
    private static let maxWords = 12, maxChannels = 6
    /// How much more frequent a word must be among the reader's titles than in all stories.
    private static let minLift = 1.5

    private struct MarkedStory {
        var title: String
        var host: String?
        var channel: Int64
        var channelTitle: String
        var isFollowed: Bool
        var isOpened = false
        var isSaved = false
    }

    func interests() throws -> ReadingInterests {
        let stories = try markedStories()
        var interests = ReadingInterests()
        interests.words = try words(of: stories)
        interests.channels = channels(of: stories)
        for story in stories {
            if let host = story.host { Self.add(story, to: &interests.hosts[host, default: .init()]) }
        }
        interests.hosts = interests.hosts.filter { $0.value.stories >= Self.minimum }
        return interests
    }

    private static func add(_ story: MarkedStory, to count: inout ReadingInterests.Count) {
        count.stories += 1
        if story.isOpened { count.opened += 1 }
        if story.isSaved { count.saved += 1 }
    }

    // MARK: - Stories

    /// Returns the latest opened, saved and ticked stories; a group of duplicates is one story.
    private func markedStories() throws -> [MarkedStory] {
        var byGroup: [Int64: MarkedStory] = [:]
        for kind in [MarkKind.opened, .saved, .ticked] {
            for (group, story) in try stories(marked: kind) {
                var known = byGroup[group] ?? story
                if kind == .opened { known.isOpened = true } else { known.isSaved = true }
                byGroup[group] = known
            }
        }
        return byGroup.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns stories by group; those of no group by their negated IDs.
    private func stories(marked kind: MarkKind) throws -> [(group: Int64, story: MarkedStory)] {
        try transaction.all(
            """
            select coalesce(g.group_id, -m.story_id) as group_id, s.title, s.link, c.id as channel_id,
              coalesce(u.title, c.title) as channel_title, coalesce(u.is_followed, 0) as is_followed
            from mark m join story s on s.id = m.story_id join source o on o.id = s.source_id
            join channel c on c.id = (
              select min(cs.channel_id) from channel_story cs join channel k on k.id = cs.channel_id
              where cs.story_id = m.story_id and k.is_result_list = 0)
            left join story_group g on g.story_id = m.story_id
            left join subscription u on u.reader_id = m.reader_id and u.channel_id = c.id
            where m.reader_id = ? and m.kind = \(kind.databaseValue) and m.is_set = 1 and m.at > ?
              and s.purged_at is null and o.kind not in (?, ?)
            order by m.story_id desc limit ?
            """,
            [
                .number(reader), .number(since), .text(SourceKind.pack.rawValue),
                .text(SourceKind.savedPages.rawValue), .number(Self.storyCount),
            ]
        ) { row in
            (
                group: row.number("group_id"),
                story: MarkedStory(
                    title: row.text("title"),
                    host: row.optionalText("link").flatMap { WebAddress($0)?.bareHost },
                    channel: row.number("channel_id"), channelTitle: row.text("channel_title"),
                    isFollowed: row.bool("is_followed"))
            )
        }
    }

    private func channels(of stories: [MarkedStory]) -> [ReadingInterests.Channel] {
        var channels: [Int64: ReadingInterests.Channel] = [:]
        for story in stories where !story.isFollowed {
            let id = ChannelID(rawValue: story.channel)
            Self.add(
                story,
                to: &channels[story.channel, default: .init(id: id, title: story.channelTitle, count: .init())].count)
        }
        return Array(
            channels.values.filter { $0.count.stories >= Self.minimum }.sorted {
                ($1.count.stories, $0.id.rawValue) < ($0.count.stories, $1.id.rawValue)
            }.prefix(Self.maxChannels))
    }

    // MARK: - Words

    private struct WordUse {
        var count = ReadingInterests.Count()
        var forms: [String: Int] = [:]
        var capitalised = 0
        var small = 0
    }

    private func words(of stories: [MarkedStory]) throws -> [ReadingInterests.Word] {
        var uses: [String: WordUse] = [:]
        for story in stories { Self.count(story, in: &uses) }
        let frequent = uses.filter { $0.value.count.stories >= Self.minimum }.sorted {
            ($1.value.count.stories, $0.key) < ($0.value.count.stories, $1.key)
        }
        let rarity = TermRarity(transaction: transaction)
        var words: [ReadingInterests.Word] = []
        for (_, use) in frequent.prefix(Self.maxWords * 5) where words.count < Self.maxWords {
            let text = use.forms.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
            let share = Double(use.count.stories) / Double(max(1, stories.count))
            // A word that stands everywhere says nothing about this reader.
            let common = try rarity.share(of: text)
            guard share >= Self.minLift * common else { continue }
            words.append(
                ReadingInterests.Word(
                    text: text, isName: use.capitalised >= 2 && use.small == 0, count: use.count))
        }
        return words
    }

    private static func count(_ story: MarkedStory, in uses: inout [String: WordUse]) {
        let words = TextNormalizer.words(story.title, keepsCase: true)
        // A capital is no sign of a name if most words have one.
        let tellsNames = words.dropFirst().contains { $0.count >= 5 && $0.first?.isLowercase == true }
        var known: Set<String> = []
        for (index, word) in words.enumerated() {
            let plain = word.lowercased()
            guard isTelling(plain) else { continue }
            let stem = plain.count > 4 && plain.hasSuffix("s") ? String(plain.dropLast()) : plain
            let isCapital = word.first?.isUppercase == true
            if tellsNames, index > 0 {
                if isCapital {
                    uses[stem, default: WordUse()].capitalised += 1
                } else {
                    uses[stem, default: WordUse()].small += 1
                }
            }
            guard known.insert(stem).inserted else { continue }
            uses[stem, default: WordUse()].forms[tellsNames && index > 0 ? word : plain, default: 0] += 1
            add(story, to: &uses[stem, default: WordUse()].count)
        }
    }

    /// Returns true for words of four letters and more that stand for something.
    private static func isTelling(_ word: String) -> Bool {
        word.count >= 4 && word.contains(where: \.isLetter) && !word.contains(where: \.isNumber)
            && !commonWords.contains(word)
    }

    private static let commonWords = Set(
        """
        about above after again against almost along already also although always amid among another anyone around away \
        back became because become been before began behind being below best better between beyond both brings call calls \
        came cannot case change changes chief city closed closes come comes could country days dead decades deal despite does \
        done down during each early eight else enough ever every everyone everything face faces fails fall falls father \
        fifty find finds first five found four from full gets give gives goes good great group grow have having head help \
        helps here high hold holds home hope hour hours house however human hundred into inside items join joins just keep \
        keeps know known large last late later least letter letters lead leader leads least leave leaves left less life like likely little live \
        local long look looks lose loses lost made make makes many matter mean means meet meets might million mind miss mode \
        month months more morning most mother move moves much must name named near need needs never newest news next nine \
        nobody none north note nothing number offer offers office often once only open opens order other others over own \
        part past people place plan plans play police power press public puts question quick rather reach reaches read ready \
        real reason record report reports rest return returns right rights rise rises room rules running said same saves says second see \
        seems seen sees sell sends seven several shall should show shows side since small some something soon south stand \
        start starts state states stay still stop stops story such take taken takes talk talks team tell tells than that \
        their them then there these they thing things think third this those three through time times today told took \
        town towards tries turn turns twenty twice under union until upon used uses very wait wants warn warns week weeks \
        well went were west what when where which while white whole whose will wins with within without woman women won’t \
        word words work works world would year years yesterday young your \
        aber alle auch dass dem denn der deren dies doch eine einem einen einer eines etwa für haben hatte hier ihre immer \
        jetzt kann kein keine mehr mein mich nach neue neuen neuer nicht noch nur oder ohne sein seine sich sind sollen \
        über und unter vom von vor wegen weil weiter wenn werden wieder wird wurde zum zur zwei zwischen \
        après avec avant cette comme dans depuis deux elle elles encore entre être fait leur leurs mais même moins nous \
        nouveau nouvelle plus pour quand sans selon sont sous tous tout toute très une vers vous
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
