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
        w.element(.p, text: notice?.sentence ?? Strings.loadFailed(failures))
        if let link = notice?.link {
            KeyedAPINotice.writeLink(scope, link, isMain: true, into: &w)
        } else if notice == nil {
            writeReasons(&w)
        }
        w.element(.p, class: "note", text: Strings.nextTry(failures.channels, scope.time))
        guard !failures.areGone else { return }
        ActionForm(scope, .refresh, returnPath: scope.currentURI).write(into: &w) { w in
            w.element(.button, [.class("button", notice?.link == nil ? "primary" : nil)]) { w in
                Icon.refresh.write(scope, into: &w)
                w.text(Strings.checkForStories)
            }
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
        w.element(.ul, class: "failure-reasons") { w in
            for group in groups.sorted(by: { ($1.channels.count, $0.why) < ($0.channels.count, $1.why) }) {
                w.element(.li) { w in
                    w.element(.b, text: group.why)
                    w.text(": ")
                    writeChannels(group.channels, &w)
                }
            }
        }
    }

    private func writeChannels(_ channels: [RefreshFailures.Channel], _ w: inout HTMLWriter) {
        for (index, channel) in channels.prefix(Self.maxNamed).enumerated() {
            if index > 0 { w.text(", ") }
            w.element(.a, [.href(scope.path(Route.feedDetails(channel.id)))], text: channel.title)
        }
        if channels.count > Self.maxNamed {
            w.text(" \(Strings.andMore(channels.count - Self.maxNamed))")
        }
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
