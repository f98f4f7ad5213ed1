import Fetching
import Foundation
import Library
import Markup
import News
import Origins
import Web

/// What `tidings feeds --pictures` tells.
struct StoryPictureList: Sendable {
    let library: NewsLibrary
    let configuration: Configuration

    /// Asks one feed and prints its stories' pictures.
    /// - Parameter name: a feed that is followed, or any feed's address.
    func show(_ name: String, json: Bool) async throws {
        let (address, title, kind) = try await channel(name)
        let fetcher = Household(library, configuration).fetcher
        let stories: [InspectedStory]
        do throws(SourceError) {
            stories = try await PictureInspection(fetcher: fetcher).stories(in: address, of: kind)
        } catch {
            await fetcher.shutdown()
            throw Trouble(ErrorWords.kind(error), ErrorWords.sentence(error, site: address.host))
        }
        await fetcher.shutdown()
        if json { return try JSONOut.write(stories.map(Line.init)) }
        Terminal.print(Style.bold("\(title)"))
        for story in stories { say(story) }
    }

    private func channel(_ name: String) async throws -> (WebAddress, String, SourceKind?) {
        if name.contains("://"), let address = WebAddress(typed: name) {
            let known = try await library.subscriptions.find(address.text, for: .first).first { $0.address == address }
            return (address, known?.title ?? address.shown, known?.kind)
        }
        let feed = try await library.one(name)
        return (feed.address, feed.title, feed.kind)
    }

    private func say(_ story: InspectedStory) {
        Terminal.print("  \(story.title)")
        if story.pictures.isEmpty {
            Terminal.print("    \(Style.dim("no picture, neither in its text nor beside it"))")
        }
        for picture in story.pictures {
            let what = picture.isShown ? "shown   " : "left out"
            Terminal.print("    \(what)  \(picture.address)")
            Terminal.print("              \(Style.dim("\(picture.words)"))")
        }
    }

    private struct Line: Encodable {
        struct Picture: Encodable {
            let address: String
            let shown: Bool
            let why: String
        }

        let title: String
        let link: String?
        let pictures: [Picture]

        init(_ story: InspectedStory) {
            title = story.title
            link = story.link?.shown
            pictures = story.pictures.map { Picture(address: $0.address, shown: $0.isShown, why: $0.words) }
        }
    }
}
