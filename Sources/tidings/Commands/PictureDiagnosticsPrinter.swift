import Fetching
import Foundation
import Library
import Markup
import News
import Origins
import URLs
import Web

/// A printer for `tidings feeds --pictures`.
struct PictureDiagnosticsPrinter: Sendable {
    let reader: ReaderID
    let library: NewsLibrary
    let configuration: Configuration

    /// Fetches a feed and prints its pictures.
    ///
    /// - Parameter name: a subscription's number, address or title, or any feed's address.
    func show(_ name: String, json: Bool) async throws {
        let (address, title, kind) = try await channel(name)
        let fetcher = AppDependencies(library, configuration).fetcher
        let stories: [StoryPictureReport]
        do throws(SourceError) {
            stories = try await PictureDiagnostics(fetcher: fetcher).stories(in: address, of: kind)
        } catch {
            await fetcher.shutdown()
            throw CLIError(ErrorMessages.exitKind(error), ErrorMessages.message(error, site: address.host))
        }
        await fetcher.shutdown()
        if json { return try JSONOutput.write(stories.map(StoryJSON.init)) }
        Terminal.print(TerminalStyle.bold("\(title)"))
        for story in stories { printStory(story) }
    }

    private func channel(_ name: String) async throws -> (WebAddress, String, SourceKind?) {
        if name.contains("://"), let address = WebAddress(typed: name) {
            let known = try await library.subscriptions.find(address.text, for: reader).first { $0.address == address }
            return (address, known?.title ?? address.displayText, known?.kind)
        }
        let feed = try await library.subscription(name, of: reader)
        return (feed.address, feed.title, feed.kind)
    }

    private func printStory(_ story: StoryPictureReport) {
        Terminal.print("  \(story.title)")
        if story.images.isEmpty {
            Terminal.print("    \(TerminalStyle.dim("no picture in its text or its metadata"))")
        }
        for picture in story.images {
            let what = picture.isShown ? "shown   " : "left out"
            Terminal.print("    \(what)  \(picture.address)")
            Terminal.print("              \(TerminalStyle.dim("\(picture.explanation)"))")
        }
    }

    private struct StoryJSON: Encodable {
        struct ImageJSON: Encodable {
            let address: String
            let shown: Bool
            let why: String
        }

        let title: String
        let link: String?
        let pictures: [ImageJSON]

        init(_ story: StoryPictureReport) {
            title = story.title
            link = story.link?.displayText
            pictures = story.images.map { ImageJSON(address: $0.address, shown: $0.isShown, why: $0.explanation) }
        }
    }
}
