import News
import Yams

extension EditionParser {
    mutating func options(_ node: Node?) -> EditionOptions {
        var options = EditionOptions()
        let keys = [
            "rowsPerSection", "step", "saving", "grid", "lead", "front", "mailSubject", "reload", "askBeforeBrowser",
            "sample", "ticks", "saveIcon", "words", "byline", "issue",
            "keepBack",
        ]
        guard let node, let table = table(node, "“options”", keys) else { return options }
        options.rowsPerSection = number(table["rowsPerSection"], "rowsPerSection", 1...20) ?? options.rowsPerSection
        options.pageSize = number(table["step"], "step", 5...100) ?? options.pageSize
        options.allowsSaving = bool(table["saving"], "saving") ?? options.allowsSaving
        options.grid = grid(table["grid"]) ?? options.grid
        options.hasLeadStory = bool(table["lead"], "lead") ?? options.hasLeadStory
        options.front = front(table["front"])
        options.issue = choice(table["issue"], "issue")
        options.mailSubjectPrefix = table["mailSubject"].flatMap { text($0, "mailSubject", maxLength: 60) }
        options.reloadMinutes = number(table["reload"], "reload", 1...1440)
        options.confirmsExternalLinks =
            bool(table["askBeforeBrowser"], "askBeforeBrowser") ?? options.confirmsExternalLinks
        options.allowsTicks = bool(table["ticks"], "ticks") ?? options.allowsTicks
        options.saveIcon = choice(table["saveIcon"], "saveIcon") ?? options.saveIcon
        options.words = words(table["words"])
        options.byline = choice(table["byline"], "byline") ?? options.byline
        options.keptBack = keptBack(table["keepBack"])
        options.isSample = bool(table["sample"], "sample") ?? options.isSample
        return options
    }

    /// Returns the edition's own labels of tabs.
    private mutating func words(_ node: Node?) -> [EditionTab: String] {
        let tabs = EditionTab.allCases
        guard let node, let table = table(node, "“words”", tabs.map(\.rawValue)) else { return [:] }
        var words: [EditionTab: String] = [:]
        for tab in tabs { words[tab] = line(table[tab.rawValue], tab.rawValue, maxLength: 20) }
        return words
    }

    /// Returns the kinds of headlines in a list; for `true`, all kinds.
    private mutating func keptBack(_ node: Node?) -> Set<HeadlineKind> {
        guard let node else { return [] }
        if let isOn = node.scalar.flatMap({ Self.parseBool($0.string) }) {
            return isOn ? Set(HeadlineKind.allCases) : []
        }
        let names = HeadlineKind.allCases.map(\.rawValue).joined(separator: ", ")
        guard let sequence = node.sequence else {
            report(node, "“keepBack” takes true, false, or a list of kinds: \(names).")
            return []
        }
        return Set(
            sequence.compactMap { item in
                if let kind = item.scalar.flatMap({ HeadlineKind(rawValue: $0.string) }) { return kind }
                report(item, "“keepBack” has no such kind. There are: \(names).")
                return nil
            })
    }

    private mutating func front(_ node: Node?) -> FrontPageOptions {
        var front = FrontPageOptions()
        guard let node, let table = table(node, "“front”", ["order", "hold", "perSource"]) else { return front }
        front.order = choice(table["order"], "order") ?? front.order
        front.holdMinutes = number(table["hold"], "hold", 5...1440) ?? front.holdMinutes
        front.maxPerSource = number(table["perSource"], "perSource", 1...20) ?? front.maxPerSource
        return front
    }

    private mutating func grid(_ node: Node?) -> EditionOptions.GridMode? {
        guard let node else { return nil }
        if node.scalar?.string == "first" { return .preferred }
        if let isOffered = node.scalar.flatMap({ Self.parseBool($0.string) }) {
            return isOffered ? .optional : EditionOptions.GridMode.none
        }
        report(node, "“grid” takes true, false, or first for a grid until the reader chooses rows.")
        return nil
    }
}
