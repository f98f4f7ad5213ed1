import Yardstick

/// What the stories of a document are like.
enum Mix: String, CaseIterable {
    /// Of ten stories six have 2 to 15 KB (half of those in CDATA, half escaped), four are a few hundred bytes.
    case mixed
    /// Every story has some 400 bytes.
    case tiny
}

/// One invented story.
struct Story {
    var number: Int
    var title: String
    var author: String
    var summary: String
    var content: String?
    var isSection: Bool

    /// Enough stories for a document of so many bytes of RSS.
    static func many(_ bytes: Int, of mix: Mix, seed: UInt64 = 1) -> [Story] {
        var dice = Dice(state: seed &* 0x9E37_79B9 &+ 7)
        var (stories, sum) = ([Story](), 0)
        while sum < bytes {
            let number = Int(seed) * 1000 + stories.count
            let isTiny = mix == .tiny || dice.roll(10) < 4
            let story = Story(
                number: number, title: sentence(&dice, words: 4 + dice.roll(6)), author: names[dice.roll(names.count)],
                summary: sentence(&dice, words: isTiny ? 8 : 24),
                content: isTiny ? nil : article(&dice, bytes: 2000 + dice.roll(13000)), isSection: dice.roll(2) == 0)
            sum += Style.rss.item(story).count
            stories.append(story)
        }
        return stories
    }

    private static func article(_ dice: inout Dice, bytes: Int) -> String {
        var text = ""
        while text.utf8.count < bytes {
            switch dice.roll(8) {
            case 0:
                text +=
                    "<figure><img src=\"https://pictures.example/\(dice.roll(9999)).jpg\" width=\"640\" alt=\"The quay\">"
                text += "<figcaption>\(sentence(&dice, words: 8))</figcaption></figure>\n"
            case 1: text += "<h2>\(sentence(&dice, words: 5))</h2>\n"
            case 2:
                text +=
                    "<p>“\(sentence(&dice, words: 20))” <a href=\"https://post.example/?stop=\(dice.roll(99))&amp;line=9\">"
                text += "\(sentence(&dice, words: 3))</a> — \(sentence(&dice, words: 30))</p>\n"
            default: text += "<p>\(sentence(&dice, words: 40 + dice.roll(50)))</p>\n"
            }
        }
        return text
    }

    private static func sentence(_ dice: inout Dice, words count: Int) -> String {
        (0..<count).map { _ in words[dice.roll(words.count)] }.joined(separator: " ")
    }

    private static let names = ["Ada Quill", "Bram Østergaard", "Chidi Lock", "Dora Weir"]
    private static let words = """
        the tide barrier at Saltmere closed for ninth time this year and number nine tram stopped on Quay Street while café \
        owners counted sandbags because harbour office had said nothing until noon when über water stood two feet deep in \
        market hall where councillor Brandt promised pumps fish traders laughed rain went on all night
        """.split(separator: " ").map(String.init)
}
