import Untrusted

/// The normalised boilerplate phrases in many languages.
enum BoilerplatePhrases {
    /// Normalises a text to lower case, without punctuation at the ends.
    static func normalized(_ text: String) -> String {
        let scalars = text.lowercased().unicodeScalars
        guard let first = scalars.firstIndex(where: isWordScalar), let last = scalars.lastIndex(where: isWordScalar)
        else {
            return ""
        }
        return String(scalars[first...last])  // bounded: the first of them is not behind the last
    }

    /// Keeps only letters and digits, in lower case.
    static func letters(_ text: String) -> String {
        String(String.UnicodeScalarView(text.lowercased().unicodeScalars.filter(isWordScalar)))
    }

    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ASCII.isLetter(UInt8(scalar.value)) || ASCII.isDigit(UInt8(scalar.value))
        }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    static func withoutBylinePrefix(_ text: String) -> String {
        for word in [
            "by ", "von ", "par ", "por ", "di ", "door ", "av ", "od ", "autor: ", "author: ", "written by ", "text: ",
        ]
        where text.hasPrefix(word) {
            return normalized(String(text.dropFirst(word.count)))
        }
        return text
    }

    /// Returns true for a line that is boilerplate around articles. A single word with `.`, `?` or `!` is somebody's
    /// answer.
    static func isBoilerplate(_ line: String, hasLink: Bool) -> Bool {
        isBoilerplate(line, normalized(line), hasLink: hasLink)
    }

    /// Returns true for boilerplate, like `isBoilerplate(_:hasLink:)`, of a line whose normalised form is `text`.
    static func isBoilerplate(_ line: String, _ text: String, hasLink: Bool) -> Bool {
        // PHP's warnings end like this: "… in /srv/post.php on line 12".
        if text.utf8.last.map(ASCII.isDigit) == true, text.contains(".php on line ") { return true }
        let isSpoken = line.last.map { ".?!".contains($0) } == true && !text.contains(" ")
        if text.utf8.count <= 72, wholeLines.contains(text) { return !isSpoken }
        if text.utf8.count <= 24, readingTimes.contains(where: { text.hasSuffix($0) }) { return true }
        guard let first = text.utf8.first, let candidates = linePrefixesByFirstByte[first] else { return false }
        return candidates.contains { text.utf8.starts(with: $0.utf8) }
            && (hasLink || text.utf8.count <= 60 || text.contains("cookies") || text.contains("akismet"))
    }

    /// Returns true for a notice that the rest is for subscribers.
    static func isPaywallNotice(_ text: String) -> Bool {
        text.utf8.count <= 240 && paywallPhrases.contains { text.utf8.starts(with: $0.utf8) }
    }

    static func mentionsSubscription(_ text: String) -> Bool {
        ["subscri", "sign in", "log in", "register", "abonn", "anmeld", "suscr", "inscri", "订阅", "購読", "подпис"]
            .contains { text.contains($0) }
    }

    private static let paywallPhrases = [
        "subscribe to continue", "subscribe to read", "subscribe now to continue", "sign in to continue reading",
        "log in to continue reading", "register to continue reading", "to continue reading", "to read the full",
        "this article is for subscribers", "this story is for subscribers", "already a subscriber", "weiterlesen mit",
        "dieser artikel ist nur für abonnenten", "abonnieren sie, um weiterzulesen", "la suite est réservée",
        "cet article est réservé aux abonnés", "contenido exclusivo para suscriptores",
        "suscríbete para seguir leyendo",
        "contenuto riservato agli abbonati", "订阅后继续阅读", "この記事は有料会員限定",
    ]

    private static let readingTimes = [
        " min read", " minute read", " minutes read", " min lesezeit", " minutes de lecture",
    ]

    static func isRelatedLink(_ text: String) -> Bool {
        relatedPrefixes.contains { text.utf8.starts(with: $0.utf8) }
    }

    static func isRelatedHeading(_ text: String) -> Bool {
        relatedHeadings.contains(text) || relatedHeadingPrefixes.contains { text.utf8.starts(with: $0.utf8) }
    }

    private static let wholeLines: Set<String> = [
        "advertisement", "advertising", "anzeige", "werbung", "publicité", "publicidad", "pubblicità", "advertentie",
        "reklama",
        "annons", "annonse", "реклама", "広告", "广告", "광고", "skip advertisement", "story continues below advertisement",
        "article continues below advertisement", "continue reading below", "story continues below",
        "continue reading the main story",
        "share", "share this", "share this article", "share this story", "share this post", "share on facebook",
        "share on twitter",
        "tweet", "teilen", "artikel teilen", "partager", "compartir", "condividi", "delen", "поделиться", "シェア", "分享",
        "공유",
        "email this", "kommentare geschlossen",
        "comments are closed",
        "comments off", "leave a comment", "leave a reply", "schreibe einen kommentar", "kommentar schreiben",
        "laisser un commentaire",
        "deja un comentario", "lascia un commento", "sign up", "sign up for our newsletter", "subscribe",
        "subscribe now",
        "subscribe to our newsletter", "newsletter", "follow us", "follow us on twitter", "folgen sie uns",
        "suivez-nous",
        "lade weitere inhalte", "load more", "mehr laden", "show comments", "view comments", "hide comments",
        "back to top", "nach oben", "zum seitenanfang", "retour en haut", "return to top", "click to expand",
        "tap to unmute", "rate this", "rate this article", "rate this story", "rate this post", "rate this page",
        "rate this recipe",
        "artikel bewerten", "bewerten sie diesen artikel", "notez cet article", "valora este artículo",
        "valuta questo articolo",
        "follow us on facebook", "follow us on instagram", "folge uns", "síguenos", "seguici", "volg ons", "följ oss",
        "følg oss",
        "obserwuj nas", "подпишитесь на нас", "bizi takip edin", "关注我们", "フォローする", "تابعونا", "עקבו אחרינו", "print",
        "drucken",
        "imprimer", "imprimir", "stampa", "listen to this article", "artikel anhören",
    ]

    private static let linePrefixes = [
        "this site uses akismet", "diese website verwendet akismet", "ce site utilise akismet",
        "este sitio usa akismet",
        "questo sito usa akismet", "deze site gebruikt akismet", "sign up for our newsletter",
        "subscribe to our newsletter",
        "sign up to our newsletter", "get our newsletter", "abonnieren sie unseren newsletter",
        "melden sie sich für unseren newsletter",
        "inscrivez-vous à notre newsletter", "suscríbete a nuestr", "iscriviti alla newsletter", "share this:",
        "filed under:", "rate this:", "rate this recipe", "rate this article", "rate this story", "follow us on ",
        "follow us:",
        "folgen sie uns auf ", "folge uns auf ", "suivez-nous sur ", "síguenos en ", "seguici su ", "volg ons op ",
        "posted in ", "tagged with:", "this entry was posted", "this site uses cookies", "we use cookies",
        "diese website verwendet cookies",
    ]

    private static let linePrefixesByFirstByte = [UInt8: [String]](grouping: linePrefixes) { $0.utf8.first ?? 0 }

    private static let relatedPrefixes = [
        "read more", "read also", "also read", "read next", "see also", "see more", "more:", "more on ", "more from ",
        "related",
        "you may also", "you might also", "recommended", "don't miss", "don’t miss", "watch:", "watch more",
        "continue reading",
        "must read", "also on ", "lesen sie auch", "lesen sie hier", "lesen sie mehr", "lesen sie dazu", "lies auch",
        "lest auch",
        "auch interessant", "auch spannend", "mehr dazu", "mehr zum thema", "mehr lesen", "weiterlesen", "siehe auch",
        "zum thema",
        "das könnte", "weitere artikel", "lire aussi", "à lire", "lire la suite", "lire également", "voir aussi",
        "en savoir plus",
        "lee también", "leer más", "te puede interesar", "también te puede", "ver también", "lea también",
        "más información",
        "leggi anche", "leggi tutto", "potrebbe interessarti", "vedi anche", "lees ook", "lees meer", "bekijk ook",
        "läs också",
        "läs mer", "les også", "les mer", "læs også", "czytaj też", "czytaj także", "zobacz też", "zobacz także",
        "přečtěte si",
        "čtěte také", "leia também", "leia mais", "veja também", "читайте также", "читать также", "смотрите также",
        "читайте ещё",
        "ayrıca oku", "devamını oku", "関連記事", "あわせて読みたい", "相关阅读", "延伸阅读", "推荐阅读", "相關新聞", "延伸閱讀", "관련기사",
        "اقرأ أيضا", "اقرأ أيضاً", "קראו עוד", "mire:", "lea:", "dowiedz się", "zobacz również", "czytaj:",
        "zum weiterlesen",
        "weiter zu", "vedi:", "à voir", "lire:", "ver:", "click here", "hier klicken", "entdecken sie",
    ]

    private static let relatedHeadings: Set<String> = [
        "related", "related stories", "related articles", "related posts", "related content", "related links",
        "related news",
        "related topics", "related reading", "recommended", "recommended for you", "recommended reading",
        "more stories",
        "more articles", "more news", "more to read", "more like this", "most read", "most popular", "trending",
        "trending now",
        "latest news", "latest stories", "latest articles", "latest posts", "recent posts", "popular posts",
        "popular now", "up next",
        "read next", "read more", "see also on this site", "editor's picks", "editors' picks", "editor’s picks",
        "what to read next",
        "ähnliche beiträge", "ähnliche artikel", "weitere artikel", "weitere beiträge", "weitere meldungen",
        "weitere themen",
        "mehr zum thema", "zum thema", "auch interessant", "meistgelesen", "meist gelesen", "neueste beiträge",
        "neueste artikel",
        "verwandte artikel", "verwandte beiträge", "verwandte themen", "passend zum thema", "lesen sie auch",
        "mehr lesen",
        "articles liés", "articles similaires", "sur le même sujet", "à lire aussi", "lire aussi", "à lire également",
        "les plus lus",
        "dans la même rubrique", "à découvrir", "artículos relacionados", "noticias relacionadas", "relacionados",
        "te puede interesar",
        "también te puede interesar", "lo más leído", "más noticias", "articoli correlati", "articoli simili",
        "leggi anche",
        "potrebbe interessarti", "ti potrebbe interessare", "i più letti", "gerelateerde artikelen", "lees ook",
        "meest gelezen",
        "relaterade artiklar", "läs också", "läs mer", "les også", "læs også", "mest lest", "powiązane artykuły",
        "zobacz także",
        "zobacz też", "czytaj także", "související články", "leia também", "notícias relacionadas", "veja também",
        "mais lidas",
        "читайте также", "похожие статьи", "похожие записи", "материалы по теме", "самое читаемое", "ilgili haberler",
        "関連記事", "おすすめ記事", "人気記事", "相关阅读", "相关文章", "推荐阅读", "相關新聞", "延伸閱讀", "相關文章", "관련기사", "많이 본 뉴스",
        "اقرأ أيضا", "مواضيع ذات صلة", "مقالات ذات صلة", "כתבות נוספות",
    ]

    private static let relatedHeadingPrefixes = [
        "you may also", "you might also", "more from ", "more in ", "more on this", "das könnte dich", "das könnte sie",
        "das thema könnte",
        "auch interessant", "vous aimerez aussi", "vous pourriez aussi", "también te", "potrebbe interessar",
        "related posts", "related articles", "mehr zum thema", "zum weiterlesen", "mehr zu diesem",
    ]
}
