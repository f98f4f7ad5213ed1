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
            w.element(.div, class: "story-aside") { w in write(enclosure, at: index, &w) }
        }
    }

    private func write(_ enclosure: Enclosure, at index: Int, _ w: inout HTMLWriter) {
        let path = AudioHandler.path(scope.dependencies, details.row.id, index)
        w.element(
            .div, class: "enclosure",
            more: { w in
                if let path, enclosure.isAudio { writePlayerAttributes(path, index, enclosure, &w) }
            }
        ) { w in
            w.element(.span) { w in
                w.text(enclosure.isAudio ? Strings.listen : Strings.watch)
                if let seconds = enclosure.seconds { w.text(" · \(TimeFormatter.duration(seconds))") }
            }
            if let path { writeMediaElement(path, index, enclosure, &w) }
            w.element(
                .a, class: "quiet", [.rel("noopener noreferrer"), .href(enclosure.address.text)],
                text: "Open the file")
        }
    }

    /// Writes the media element. Its URL has the saved position (Media Fragments §4.2.1), for use without script.
    private func writeMediaElement(_ path: String, _ index: Int, _ enclosure: Enclosure, _ w: inout HTMLWriter) {
        let seconds = (positions[.recording(index)]?.position ?? 0) / 1000
        let source = seconds > 0 ? "\(path)#t=\(seconds)" : path
        w.element(
            enclosure.isAudio ? .audio : .video, [.flag("controls"), .attribute("preload", "none"), .src(source)])
    }

    private func writePlayerAttributes(_ path: String, _ index: Int, _ enclosure: Enclosure, _ w: inout HTMLWriter) {
        let row = details.row
        w.attributes([
            .data(.audio, path), .data(.enclosure, index), .data(.story, Int(row.id.rawValue)),
            .data(.title, row.title), .data(.channelTitle, row.channelTitle),
            .data(.storyPath, scope.path(Route.story(row.id, in: nil))), .data(.seconds, enclosure.seconds),
        ])
        if let progress = positions[.recording(index)] {
            w.attribute(.data(.startPosition, Int(progress.position)))
        }
        if let picture = row.picture, !picture.isKnownToFail, scope.preferences.showsPictures {
            let artwork = scope.dependencies.signer.path(id: picture.id.rawValue, width: 480, crop: .square)
            w.attribute(.data(.artwork, artwork))
        }
    }
}
