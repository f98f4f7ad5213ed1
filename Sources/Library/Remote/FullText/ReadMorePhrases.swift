/// The phrases of read-more links in feeds, in lower case.
enum ReadMorePhrases {
    static let all = [
        // English
        "continue reading", "read more", "read on", "read the rest", "read the rest of this entry", "read full article",
        "read the full article", "read the full story", "read full story", "read full post", "read the full post",
        "read the article", "read article", "read the whole story", "full story", "full article", "more",
        "view article",
        "keep reading", "learn more", "see more", "click here to read more", "continue",
        // German, Dutch
        "weiterlesen", "weiter lesen", "mehr lesen", "ganzen artikel lesen", "zum artikel", "mehr", "mehr erfahren",
        "lees meer", "lees verder", "verder lezen",
        // French, Spanish, Portuguese, Italian, Catalan, Romanian
        "lire la suite", "lire plus", "lire l’article", "lire l'article", "en savoir plus",
        "lire la suite de l’article",
        "leer más", "seguir leyendo", "continuar leyendo", "leer el artículo completo", "leer artículo completo",
        "leia mais", "ler mais", "continuar lendo", "continuar a ler", "continue lendo",
        "leggi tutto", "continua a leggere", "leggi di più", "leggi l’articolo", "leggi", "continua",
        "llegir més", "llegiu-ne més", "continua llegint", "citește mai mult", "citește mai departe",
        // Nordic and Baltic
        "läs mer", "läs vidare", "fortsätt läsa", "les mer", "les videre", "fortsett å lese", "læs mere", "læs videre",
        "lue lisää", "jatka lukemista", "loe edasi", "loe lähemalt", "lasīt vairāk", "skaityti daugiau",
        // Slavic
        "czytaj więcej", "czytaj dalej", "czytaj całość", "číst dál", "číst více", "celý článek", "čítať ďalej",
        "čítať viac", "beri dalje", "pročitajte više", "pročitaj više", "opširnije", "читать далее", "читать дальше",
        "читать полностью", "подробнее", "далее", "читати далі", "детальніше", "прочети повече", "още",
        // Greek, Turkish, Hungarian
        "διαβάστε περισσότερα", "συνέχεια", "περισσότερα", "devamını oku", "devamı", "daha fazla", "tovább",
        "olvass tovább", "bővebben",
        // Hebrew, Arabic, Persian, Hindi
        "קרא עוד", "להמשך קריאה", "המשך לקרוא", "اقرأ المزيد", "اقرأ أكثر", "المزيد", "ادامه مطلب", "بیشتر بخوانید",
        "और पढ़ें", "आगे पढ़ें",
        // East and South-East Asian
        "続きを読む", "もっと読む", "全文を読む", "阅读全文", "阅读更多", "继续阅读", "查看全文", "閱讀全文", "閱讀更多", "繼續閱讀",
        "더 보기", "더보기", "계속 읽기", "전체 보기", "đọc tiếp", "xem thêm", "อ่านต่อ", "อ่านเพิ่มเติม", "baca selengkapnya",
        "baca lagi",
    ]
}
