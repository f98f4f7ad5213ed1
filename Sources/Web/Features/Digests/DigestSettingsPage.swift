import Foundation
import Library
import Markup
import News

/// A settings page of the digest of the edition: its hours, its time zone, the ways by which it is sent, and its feed.
struct DigestSettingsPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard scope.edition.pack == nil else {
            return SettingsView.page(scope, Strings.digest) { w in
                w.element(.p, class: "note", text: Strings.guideHasNoDigest)
            }
        }
        let digests = scope.library.digests
        let view = DigestSettingsView(
            scope: scope, settings: try await digests.settings(of: scope.edition.id, for: scope.reader),
            ways: try await scope.library.deliveries.ways(for: scope.reader).filter { $0.endedAt == nil },
            hasIssues: try await !digests.archive(of: scope.edition.id, for: scope.reader, limit: 1).isEmpty,
            address: scope.dependencies.digestFeeds.value(of: scope.edition.id, for: scope).map {
                scope.client.origin + "/" + PathPattern.digestFeed.path($0.text)
            })
        var page = SettingsView.page(scope, Strings.digest, extras: [.stylesheet("digest.css")]) { w in
            view.write(into: &w)
        }
        // The feed's address is shown for a while only.
        page.isCacheable = false
        return page
    }
}

/// The forms of the digest's settings.
struct DigestSettingsView {
    let scope: RequestScope
    /// The settings; nil before the first choice.
    let settings: DigestSettings?
    let ways: [DeliveryWayRecord]
    let hasIssues: Bool
    /// The feed's address right after it was made.
    let address: String?

    private var path: String { scope.path(.page(.digestSettings)) }

    func write(into w: inout HTMLWriter) {
        w.element(.p, class: "note", text: Strings.digestExplanation)
        ActionForm(scope, .saveDigest, returnPath: path, style: "card-form native-submit digest-form").write(into: &w) {
            w in
            SettingsView.writeSwitch(
                "on", Strings.digestSwitch(scope.edition.title), isOn: settings?.isOn ?? true, into: &w)
            writeHours(&w)
            writeZone(&w)
            writeWays(&w)
            w.element(
                .button, class: "button primary", text: settings == nil ? Strings.turnOnDigest : Strings.save)
        }
        SettingsView.writeGroup(nil, into: &w) { w in
            SettingsView.writeLink(
                scope, scope.path(.page(.digestPreview)), Strings.makeDigestNow, Strings.makeDigestNowDetail, into: &w)
            if hasIssues {
                SettingsView.writeLink(scope, scope.path(.page(.digestArchive)), Strings.allDigests, nil, into: &w)
            }
        }
        if let settings { writeFeed(settings, &w) }
    }

    private func writeHours(_ w: inout HTMLWriter) {
        let chosen = settings?.schedule.hours ?? [DigestSchedule.usualHour]
        w.element(.fieldset, class: "digest-hours") { w in
            w.element(.legend, text: Strings.digestHours)
            w.element(.div, class: "choices") { w in
                for hour in 0..<24 {
                    w.element(.label) { w in
                        w.void(
                            .input,
                            [
                                .type("checkbox"), .name("hour"), .value(String(hour)),
                                .checked(chosen.contains(hour)),
                            ])
                        w.element(.span, text: "\(hour):00")
                    }
                }
            }
        }
    }

    /// Writes the list of time zones. The browser's is chosen at first; script has told it in a cookie.
    private func writeZone(_ w: inout HTMLWriter) {
        let chosen = (settings?.schedule.zone ?? scope.time.zone).identifier
        let known = TimeZone.knownTimeZoneIdentifiers.sorted()
        w.element(.label, class: "field") { w in
            w.element(.span, text: Strings.digestZone)
            w.element(.select, class: "input", [.name("zone")]) { w in
                for zone in known.contains(chosen) ? known : [chosen] + known {
                    w.element(.option, [.value(zone), .selected(zone == chosen)], text: zone)
                }
            }
        }
        w.element(.p, class: "hint", text: Strings.digestZoneHint)
    }

    private func writeWays(_ w: inout HTMLWriter) {
        guard !ways.isEmpty else {
            w.element(.p, class: "hint", text: Strings.digestNoWays)
            return w.element(
                .a, class: "quiet", [.href(scope.path(.page(.notifications)))], text: Strings.setUpWay)
        }
        w.element(.fieldset) { w in
            w.element(.legend, text: Strings.digestWays)
            for way in ways {
                w.element(.label, class: "settings-row") { w in
                    w.element(.span) { w in
                        w.text(way.name.isEmpty ? Strings.aDevice : way.name)
                        w.element(.small, text: Strings.wayState(way, scope.time))
                    }
                    w.void(
                        .input,
                        [
                            .type("checkbox"), .role("switch"), .name("way"), .value(String(way.id.rawValue)),
                            .checked(settings?.ways.contains(way.id) ?? false),
                        ])
                }
            }
            w.element(.p, class: "hint", text: Strings.digestPageOnly)
        }
    }

    private func writeFeed(_ settings: DigestSettings, _ w: inout HTMLWriter) {
        SettingsView.writeGroup(Strings.digestFeed, into: &w) { w in
            w.element(.p, class: "note", text: Strings.digestFeedExplanation)
            if let address {
                w.element(.p, class: "note", text: Strings.digestFeedAddress)
                w.element(.p, class: "note command digest-address") { w in w.element(.code, text: address) }
            } else if settings.hasFeed {
                w.element(.p, class: "note", text: Strings.digestFeedIsOn)
            }
            w.element(.div, class: "card-form way-forms") { w in
                ActionForm(scope, .makeDigestFeed, returnPath: path, style: "native-submit").writeButton(
                    settings.hasFeed ? Strings.renewDigestFeed : Strings.makeDigestFeed, into: &w)
                if settings.hasFeed {
                    ActionForm(scope, .endDigestFeed, returnPath: path, style: "native-submit").writeButton(
                        Strings.endDigestFeed, into: &w)
                }
            }
        }
    }
}
