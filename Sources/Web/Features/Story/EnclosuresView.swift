import Library
import Markup
import News
import Pictures
import URLs

/// A view of a story's audio and video, streamed by `AudioHandler` after a tap. Script makes audio a player that
/// continues across pages.
struct EnclosuresView {
    let scope: RequestScope
    let details: StoryDetails
    let positions: [ReadingProgress.Part: ReadingProgress]

    func write(into w: inout HTMLWriter) {
        for (index, enclosure) in details.enclosures.enumerated() where enclosure.isAudio || enclosure.isVideo {
            let path = AudioHandler.path(scope.dependencies, details.row.id, index)
            w.raw("<div class=\"story-aside\"><div class=\"enclosure\"")
            if let path, enclosure.isAudio { writePlayerAttributes(path, index, enclosure, &w) }
            w.raw("><span>")
            w.text(enclosure.isAudio ? Strings.listen : Strings.watch)
            if let seconds = enclosure.seconds { w.text(" · \(TimeFormatter.duration(seconds))") }
            w.raw("</span>")
            if let path { writeMediaElement(path, index, enclosure, &w) }
            w.raw("<a class=\"quiet\" rel=\"noopener noreferrer\"")
            w.attribute("href", enclosure.address.text)
            w.raw(">Open the file</a></div></div>")
        }
    }

    /// Writes the media element. Its URL has the saved position (Media Fragments §4.2.1), for use without script.
    private func writeMediaElement(_ path: String, _ index: Int, _ enclosure: Enclosure, _ w: inout HTMLWriter) {
        let seconds = positions[.recording(index)].map { $0.position / 1000 } ?? 0
        w.raw(enclosure.isAudio ? "<audio controls preload=\"none\"" : "<video controls preload=\"none\"")
        w.attribute("src", seconds > 0 ? "\(path)#t=\(seconds)" : path)
        w.raw(enclosure.isAudio ? "></audio>" : "></video>")
    }

    private func writePlayerAttributes(_ path: String, _ index: Int, _ enclosure: Enclosure, _ w: inout HTMLWriter) {
        let row = details.row
        w.attribute("data-audio", path)
        w.attribute("data-enclosure", String(index))
        w.attribute("data-story", String(row.id.rawValue))
        w.attribute("data-title", row.title)
        w.attribute("data-channel-title", row.channelTitle)
        w.attribute("data-story-path", scope.path(Route.story(row.id, in: nil)))
        if let seconds = enclosure.seconds { w.attribute("data-seconds", String(seconds)) }
        if let progress = positions[.recording(index)] { w.attribute("data-start-position", String(progress.position)) }
        if let picture = row.picture, !picture.isKnownToFail, scope.preferences.showsPictures {
            w.attribute(
                "data-artwork", scope.dependencies.signer.path(id: picture.id.rawValue, width: 480, crop: .square))
        }
    }
}
