import Markup
import News

/// A story's sound and film: nothing is fetched before a person taps.
enum Enclosures {
    static func write(_ visit: Visit, _ enclosures: [Enclosure], into w: inout HTMLWriter) {
        for enclosure in enclosures where enclosure.isAudio || enclosure.isVideo {
            w.raw("<div class=\"aside\"><div class=\"listen\"><span>")
            w.text(enclosure.isAudio ? "Listen" : "Watch")
            if let seconds = enclosure.seconds { w.text(" · \(TimeWords.playing(seconds))") }
            w.raw(
                enclosure.isAudio
                    ? "</span><audio controls preload=\"none\"" : "</span><video controls preload=\"none\"")
            w.attribute("src", enclosure.address.text)
            w.raw(enclosure.isAudio ? "></audio>" : "></video>")
            w.raw("<a class=\"quiet\" rel=\"noopener noreferrer\"")
            w.attribute("href", enclosure.address.text)
            w.raw(">Open the file</a></div></div>")
        }
    }
}
