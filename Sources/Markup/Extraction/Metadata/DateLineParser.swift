import Untrusted

/// A parser of lines that hold only a date: "4 March 2026", "Stand: 04.03.2026, 18:20 Uhr", "2026年3月4日", "٤ آذار ٢٠٢٦".
enum DateLineParser {
    static func isDate(_ text: String) -> Bool { tokens(of: text) != nil }

    /// Returns true if a short line has a date and at most four other words, such as a time or a section.
    static func isMostlyDate(_ text: String) -> Bool {
        guard text.utf8.count <= 120 else { return false }
        if isDate(text) { return true }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard (3...10).contains(words.count) else { return false }
        return words.indices.contains { start in
            let date = words[start...].prefix(6)
            return (0..<6).contains { cut in
                date.count > cut && words.count - date.count + cut <= 4
                    && isDate(date.dropLast(cut).joined(separator: " "))
            }
        }
    }

    /// Returns the date as `2026-03-04`; nil if it is ambiguous (`03/04/2026`).
    static func day(in text: String) -> String? {
        guard let tokens = tokens(of: text) else { return nil }
        guard let year = tokens.firstIndex(where: \.isYear), let value = tokens[year].number else { return nil }
        if let name = tokens.firstIndex(where: { $0.month != nil }), let month = tokens[name].month {
            let near = [name - 1, name + 1, name - 2, name + 2].first { place in
                place != year && tokens.indices.contains(place)
                    && tokens[place].number.map { (1...31).contains($0) } == true
            }
            return near.flatMap { tokens[$0].number }.flatMap { isoDate(value, month, $0) }
        }
        let numbers = tokens.filter { $0.number != nil }
        guard let at = numbers.firstIndex(where: \.isYear) else { return nil }
        if at == 0, numbers.count >= 3 {
            return isoDate(value, numbers[1].number ?? 0, numbers[2].number ?? 0)
        }
        guard at == 2, let first = numbers[0].number, let second = numbers[1].number else { return nil }
        if numbers[0].separator == "." || first > 12 { return isoDate(value, second, first) }
        return second > 12 ? isoDate(value, first, second) : nil
    }

    private static func isoDate(_ year: Int, _ month: Int, _ day: Int) -> String? {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    private struct Token {
        var number: Int?
        var month: Int?
        var separator: Character = " "
        var isYear: Bool { number.map { (1900...2100).contains($0) } ?? false }
    }

    /// Returns the numbers and months of a text; nil if the text has any other word or is not a whole date with a year.
    private static func tokens(of text: String) -> [Token]? {
        guard text.utf8.count <= 160 else { return nil }
        var tokens: [Token] = []
        var word = ""
        var number = ""
        for character in text.lowercased() + " " {
            let digit = character.wholeNumberValue.flatMap { character.isNumber && $0 < 10 ? $0 : nil }
            if digit == nil, !number.isEmpty {
                guard number.utf8.count <= 4, tokens.count < 16 else { return nil }
                tokens.append(Token(number: UntrustedInteger(digits: number)?.int(in: 0...9999), separator: character))
                number = ""
            }
            if !character.isLetter, !word.isEmpty {
                if let month = months[word] {
                    tokens.append(Token(month: month))
                } else if !accompanyingWords.contains(word) {
                    return nil
                }
                word = ""
            }
            if let digit { number += "\(digit)" } else if character.isLetter { word.append(character) }
        }
        let hasDay = tokens.contains { $0.month != nil } || tokens.count { $0.number != nil } >= 3
        return hasDay && tokens.contains(where: \.isYear) ? tokens : nil
    }

    private static let months: [String: Int] = {
        var table: [String: Int] = [:]
        for (index, names) in monthNames.enumerated() {
            for name in names.split(separator: " ") { table[String(name)] = index + 1 }
        }
        return table
    }()

    /// The names of the months in the languages of `BoilerplatePhrases`.
    private static let monthNames = [
        "january jan januar jänner janvier janv enero ene gennaio gen januari janeiro stycznia ledna января янв ocak يناير كانون ינואר",
        "february feb februar février févr fév febrero febbraio februari fevereiro fev lutego února февраля фев şubat فبراير شباط פברואר",
        "march mar märz mrz mars marzo maart mrt março marca března марта мар mart مارس آذار מרץ",
        "april apr avril avr abril abr aprile kwietnia dubna апреля апр nisan أبريل نيسان אפריל",
        "may mai mayo maggio mag mei maio maj maja května мая mayıs مايو أيار מאי",
        "june jun juni juin junio giugno giu junho czerwca června июня июн haziran يونيو حزيران יוני",
        "july jul juli juillet juil julio luglio lug julho lipca července июля июл temmuz يوليو تموز יולי",
        "august aug août aout agosto ago augustus augusti sierpnia srpna августа авг ağustos أغسطس آب אוגוסט",
        "september sep sept septembre septiembre settembre set setembro września září сентября сен eylül سبتمبر أيلول ספטמבר",
        "october oct oktober okt octobre octubre ottobre ott outubro out października října октября окт ekim أكتوبر אוקטובר",
        "november nov novembre noviembre novembro listopada listopadu ноября ноя kasım نوفمبر נובמבר",
        "december dec dezember dez décembre déc diciembre dic dicembre desember des dezembro grudnia prosince декабря дек aralık ديسمبر דצמבר",
    ]

    /// The words beside a date: weekdays, "published", times of day, time zones.
    private static let accompanyingWords: Set<String> = Set(
        """
        monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun montag dienstag \
        mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so lundi mardi mercredi jeudi vendredi samedi \
        dimanche lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica \
        maandag dinsdag woensdag donderdag vrijdag zaterdag zondag måndag tisdag onsdag torsdag fredag lördag söndag mandag \
        tirsdag lørdag søndag segunda terça quarta quinta sexta feira poniedziałek wtorek środa czwartek piątek sobota niedziela \
        понедельник вторник среда четверг пятница суббота воскресенье pazartesi salı çarşamba perşembe cuma cumartesi pazar \
        الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت \
        published publish posted on updated update last modified date dated at first created st nd rd th of the a m p am pm \
        stand veröffentlicht erstellt aktualisiert um uhr vom den der datum publié publiée le la à h mis mise jour modifié er \
        publicado publicada el las los actualizado de del fecha hora pubblicato pubblicata il alle ore aggiornato gepubliceerd \
        op om uur bijgewerkt publicerad publicerat kl klockan uppdaterad publisert oppdatert udgivet opdateret d às em \
        atualizado opublikowano dnia godz aktualizacja r publikováno v опубликовано в обновлено г года мск yayınlanma güncelleme \
        tarihi t z utc gmt cet cest est edt cst cdt mst mdt pst pdt et pt bst ist jst mez mesz \
        年 月 日 时 時 分 秒 发布时间 发布 发布于 发表于 发表 更新 更新时间 时间 日期 公開 公開日 更新日 掲載 投稿日 発行 曜日 月曜日 火曜日 水曜日 \
        木曜日 金曜日 土曜日 日曜日 星期一 星期二 星期三 星期四 星期五 星期六 星期日 년 월 일 게시 입력 수정 등록 시 오전 오후 \
        نشر في بتاريخ تاريخ النشر الثاني الأول פורסם ב בתאריך
        """.split(separator: " ").map(String.init))
}
