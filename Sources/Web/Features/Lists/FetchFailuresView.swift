import Library
import Markup
import News

/// A view shown if nothing could be loaded: the failed feeds with reasons, the time of the next try, and a button that
/// retries now, unless all feeds are gone. The button is a form, so that it works without script.
struct FetchFailuresView {
    let scope: RequestScope
    let failures: RefreshFailures
    /// A notice shown in place of the reasons, if a service requires an action of the reader.
    var notice: KeyedAPINotice?

    /// The number of feeds named per reason.
    private static let maxNamed = 6

    func write(into w: inout HTMLWriter) {
        w.raw("<p>")
        w.text(notice?.sentence ?? Strings.loadFailed(failures))
        w.raw("</p>")
        if let link = notice?.link {
            KeyedAPINotice.writeLink(scope, link, isMain: true, into: &w)
        } else if notice == nil {
            writeReasons(&w)
        }
        w.raw("<p class=\"note\">")
        w.text(Strings.nextTry(failures.channels, scope.time))
        w.raw("</p>")
        guard !failures.areGone else { return }
        ActionForm(scope, .refresh, returnPath: scope.currentURI).write(into: &w) { w in
            w.raw(notice?.link == nil ? "<button class=\"button primary\">" : "<button class=\"button\">")
            Icon.refresh.write(scope, into: &w)
            w.text(Strings.checkForStories)
            w.raw("</button>")
        }
    }

    /// Writes the reasons, each with the feeds that failed in the same way, the most frequent reason first.
    private func writeReasons(_ w: inout HTMLWriter) {
        var groups: [(why: String, channels: [RefreshFailures.Channel])] = []
        for channel in failures.channels {
            let why = Strings.failureGroup(channel.failure)
            if let known = groups.firstIndex(where: { $0.why == why }) {
                groups[known].channels.append(channel)
            } else {
                groups.append((why, [channel]))
            }
        }
        w.raw("<ul class=\"failure-reasons\">")
        for group in groups.sorted(by: { ($1.channels.count, $0.why) < ($0.channels.count, $1.why) }) {
            w.raw("<li><b>")
            w.text(group.why)
            w.raw("</b>: ")
            for (index, channel) in group.channels.prefix(Self.maxNamed).enumerated() {
                if index > 0 { w.raw(", ") }
                w.raw("<a")
                w.attribute("href", scope.path(Route.feedDetails(channel.id)))
                w.raw(">")
                w.text(channel.title)
                w.raw("</a>")
            }
            if group.channels.count > Self.maxNamed {
                w.text(" \(Strings.andMore(group.channels.count - Self.maxNamed))")
            }
            w.raw("</li>")
        }
        w.raw("</ul>")
    }
}

extension RequestScope {
    /// Returns the failures for a list without stories; nil without failures or while the first refresh runs. Includes
    /// hosts in backoff, which are no failures of their feeds (`RefreshStatus.failing`).
    func failures(in list: StoryList?, _ status: RefreshStatus) async throws(LibraryError) -> RefreshFailures? {
        guard status.firstRun == nil, status.total > 0 else { return nil }
        let failures = try await library.refreshing.failures(for: reader, of: edition.id, in: list)
        return failures.channels.isEmpty ? nil : failures
    }
}
