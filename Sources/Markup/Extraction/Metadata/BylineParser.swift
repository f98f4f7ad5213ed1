// bounded throughout: there is more than one word; indices are below the count.

/// A parser of bylines: "By Nesta Rowe and Al Kemp, Harbour staff", "作者：李明 2026年3月4日", "بقلم: سلمى حداد".
enum BylineParser {
    /// Returns the names without label, date and job titles.
    static func names(in line: String) -> String {
        var text = withoutLabel(line.trimmed)
        text = withoutDate(text)
        text = withoutRole(text)
        text = text.trimmed
        while let last = text.last, ",|·•–—-:;/，、".contains(last) { text = String(text.dropLast()).trimmed }
        return text.isEmpty ? line : text
    }

    /// Returns the names of an unmarked byline, which is a label followed by nothing but names; nil for other lines.
    static func standaloneNames(_ line: String) -> String? {
        guard line.utf8.count <= 240, withoutLabel(line) != line else { return nil }
        let names = names(in: line)
        let words = names.split(whereSeparator: \.isWhitespace)
        guard (1...10).contains(words.count), !names.contains(where: \.isNumber), !names.hasSuffix("."),
            !names.contains(where: { "?!:;。".contains($0) })
        else { return nil }
        let isName = words.allSatisfy { word in
            guard let first = word.first(where: \.isLetter) else { return false }
            return !first.isLowercase || nameParticles.contains(word.lowercased())
        }
        return isName && names.count <= 80 ? names : nil
    }

    private static func withoutLabel(_ text: String) -> String {
        let lower = text.lowercased()
        guard lower.count == text.count else { return text }
        for label in colonLabels where lower.hasPrefix(label) {
            var rest = text.dropFirst(label.count)
            while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
            if let colon = rest.first, ":：/／｜|".contains(colon) {
                return String(rest.dropFirst()).trimmed
            }
        }
        for label in bareLabels where lower.hasPrefix(label) {
            let rest = String(text.dropFirst(label.count)).trimmed
            // "Di Maio" is a name.
            let isSure = label.count > 4 || label == "by " || rest.contains(where: \.isWhitespace)
            if isSure, !rest.isEmpty { return rest }
        }
        return text
    }

    private static let colonLabels = [
        "written by", "words by", "words", "text by", "text", "authors", "author", "writer", "by", "byline", "reporter",
        "story by",
        "autorin", "autor", "von", "texte", "auteur", "autrice", "par", "texto", "autora", "por", "testo", "autore",
        "autrice", "di",
        "tekst", "door", "av", "skribent", "af", "forfatter", "opracowanie", "авторы", "автор", "текст", "yazan",
        "yazar",
        "作者", "撰文", "记者", "記者", "本报记者", "文", "執筆", "筆者", "著者", "글", "기자", "작성자", "بقلم", "الكاتب", "كتب", "كتبت", "מאת",
    ]

    private static let bareLabels = [
        "written by ", "words by ", "text by ", "story by ", "by ", "von ", "par ", "por ", "di ", "door ", "av ",
        "af ", "od ",
        "yazan ", "بقلم ", "מאת ",
    ]

    private static let nameParticles: Set<String> = [
        "and", "und", "et", "y", "e", "en", "og", "och", "i", "и", "ve", "de", "del", "da", "di", "du", "van", "von",
        "der", "den",
        "la", "le", "bin", "al", "el", "for", "für", "in", "of", "&",
    ]

    // MARK: Date and role

    static func day(after line: String) -> String? {
        let words = line.split(whereSeparator: \.isWhitespace)
        return date(in: words).flatMap { DateLineParser.day(in: words[$0].joined(separator: " ")) }
    }

    /// Finds a date after at least one word.
    private static func date(in words: [Substring]) -> Range<Int>? {
        guard words.count > 1, words.count <= 40 else { return nil }
        for index in 1..<words.count where words[index].contains(where: \.isNumber) || words[index].count >= 3 {
            for end in (index + 1)...min(words.count, index + 6)
            where DateLineParser.isDate(words[index..<end].joined(separator: " ")) {
                return index..<end
            }
        }
        return nil
    }

    private static func withoutDate(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        let date = date(in: words)?.lowerBound
        for (index, word) in words.enumerated().dropFirst() {
            if word.contains("：") || word == "|" || word == "·" || word == "•" {
                return String(text[..<word.startIndex])
            }
            if index == date {
                var kept = text[..<word.startIndex]
                while let last = kept.last, last.isWhitespace || ".,-–—|(".contains(last) { kept = kept.dropLast() }
                return String(kept)
            }
        }
        return text
    }

    /// Removes a job title after the last comma: "…, Harbour staff".
    private static func withoutRole(_ text: String) -> String {
        guard let comma = text.lastIndex(where: { $0 == "," || $0 == "،" }) else { return text }
        let words = text[text.index(after: comma)...].lowercased().split { !$0.isLetter }
        guard words.contains(where: { roles.contains(String($0)) }) else { return text }
        return String(text[..<comma])
    }

    private static let roles: Set<String> = [
        "staff", "correspondent", "reporter", "editor", "writer", "columnist", "contributor", "desk", "redaktion",
        "redakteur",
        "redakteurin", "korrespondent", "korrespondentin", "correspondant", "correspondante", "rédaction",
        "journaliste",
        "redacción", "corresponsal", "redazione", "corrispondente", "redactie", "correspondente", "redação", "redakcja",
        "журналист",
        "корреспондент",
    ]
}
