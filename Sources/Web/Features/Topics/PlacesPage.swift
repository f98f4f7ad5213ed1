import Library
import Markup
import News
import Places
import Untrusted

/// A page that chooses a place to follow, by typing or by the device's location, and removes a place.
struct PlacesPage {
    /// Returns the page.
    /// - Throws: `.notThere` for an edition without topics.
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard scope.edition.topics != nil else { throw .notThere }
        let topics = try await scope.library.topics.topics(in: scope.edition.id, for: scope.reader)
        let view = PlacesView(scope: scope, topics: topics)
        var layout = PageLayout(
            scope: scope, title: Strings.places, left: .back(.topics), barTitle: Strings.places, actions: [])
        layout.extras = [.stylesheet("settings.css"), .stylesheet("topics.css"), .module("places.js")]
        var page = HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column topics", [.id("places")]) { w in
                    w.element(.h1, class: "visually-hidden", text: Strings.places)
                    view.write(into: &w)
                }
            })
        page.allowsGeolocation = true
        return page
    }
}

struct PlacesView {
    let scope: RequestScope
    let topics: [FollowedTopic]

    static let maxTowns = 12
    private static let maxTypedLength = 100

    private var returnPath: String { scope.path(Route.places) }

    func write(into w: inout HTMLWriter) {
        writeSearch(&w)
        writeLocation(&w)
        writeFollowed(&w)
        w.element(.p, class: "note", text: Strings.placeCredit)
    }

    // MARK: - Search

    private func writeSearch(_ w: inout HTMLWriter) {
        let typed = String((scope.query["q"] ?? "").prefix(Self.maxTypedLength))
        TopicGroupView.write("town", Strings.town, into: &w) { w in
            writeSearchForm(typed, &w)
            w.element(.p, class: "note", [.id("town-hint")], text: Strings.townHint)
            w.element(.div, [.id("towns")]) { w in
                if !typed.allSatisfy(\.isWhitespace) { writeTowns(typed, &w) }
            }
        }
    }

    private func writeSearchForm(_ typed: String, _ w: inout HTMLWriter) {
        w.element(
            .form,
            [
                .method("get"), .role("search"), .class("inline-form"), .aria("label", Strings.town),
                .action(returnPath),
            ]
        ) { w in
            w.void(
                .input, class: "input",
                [
                    .type("search"), .name("q"), .maxlength(Self.maxTypedLength),
                    .autocomplete("off"), .required(), .aria("describedby", "town-hint"),
                    .aria("label", Strings.town), .value(typed),
                ])
            w.element(.button, class: "button", text: Strings.findTown)
        }
    }

    private func writeTowns(_ typed: String, _ w: inout HTMLWriter) {
        let towns = Gazetteer.shared.search(typed, limit: Self.maxTowns)
        guard !towns.isEmpty else {
            return w.element(.p, class: "note", [.role("status")], text: Strings.noTown(typed))
        }
        w.element(.ul, class: "publishers", [.aria("label", Strings.towns)]) { w in
            for (index, town) in towns.enumerated() { write(town, index, &w) }
        }
    }

    private func write(_ town: GazetteerEntry, _ index: Int, _ w: inout HTMLWriter) {
        w.element(.li, class: "feed-row") { w in
            writeName(town.place.name, [town.place.district, town.place.region, town.countryName], &w)
            if topics.contains(where: { $0.subject == .place(town.place) }) {
                w.element(.small, text: Strings.followedAlready)
            } else {
                TopicToggle(scope: scope, subject: .place(town.place), followed: nil, returnPath: returnPath)
                    .write(
                        id: "town-\(index)", style: "chip", label: Strings.follow, accessibleLabel: town.fullName,
                        into: &w)
            }
        }
    }

    private func writeName(_ name: String, _ regions: [String?], _ w: inout HTMLWriter) {
        w.element(.span, class: "name") { w in
            w.element(.b, text: name)
            w.element(.small, text: regions.compactMap(\.self).joined(separator: ", "))
        }
    }

    // MARK: - Location

    /// Writes the section for the device's location, which script shows: only the browser knows the location.
    private func writeLocation(_ w: inout HTMLWriter) {
        w.element(
            .section, class: "topic-group",
            [
                .aria("labelledby", "near-by"), .id("location"), .hidden(),
                .data(.locatePath, scope.path(Route.action(.locatePlace))),
                .data(.locatingText, Strings.locating), .data(.locationDeniedText, Strings.locationDenied),
                .data(.locationUnavailableText, Strings.locationUnavailable),
                .data(.locationTimedOutText, Strings.locationTimedOut),
                .data(.locationInsecureText, Strings.locationInsecure),
            ]
        ) { w in
            w.element(.h2, class: "group-heading", [.id("near-by")], text: Strings.nearBy)
            w.element(.p, class: "note", [.id("location-question")], text: Strings.locationQuestion)
            w.element(.div, class: "card-form") { w in
                w.element(
                    .button, class: "button",
                    [
                        .type("button"), .id("locate"),
                        .aria("describedby", "location-question"),
                    ], text: Strings.useLocation)
            }
            w.element(.p, class: "note", [.role("status"), .id("location-status")])
        }
    }

    // MARK: - Followed places

    private func writeFollowed(_ w: inout HTMLWriter) {
        let places = topics.compactMap { topic -> (TopicID, PlaceName)? in
            if case .place(let place) = topic.subject { (topic.id, place) } else { nil }
        }
        TopicGroupView.write("your-places", Strings.yourPlaces, into: &w) { w in
            w.element(.p, class: "note", text: Strings.placesKept)
            guard !places.isEmpty else { return }
            w.element(.ul, class: "publishers", [.id("followed-places")]) { w in
                for (id, place) in places { write(place, id, &w) }
            }
        }
    }

    private func write(_ place: PlaceName, _ id: TopicID, _ w: inout HTMLWriter) {
        w.element(.li, class: "feed-row") { w in
            writeName(place.name, [place.district, place.region, Strings.country(place.country)], &w)
            ActionForm(
                scope, .unfollowTopic, returnPath: returnPath,
                fields: [("topic", String(id.rawValue)), ("forget", "1")], style: "native-submit"
            ).write(into: &w) { w in
                w.element(
                    .button, class: "chip", [.aria("label", Strings.forgetPlace(place.name))],
                    text: Strings.forgetButton)
            }
        }
    }
}

/// The device's coordinates in degrees.
struct LocatePlaceForm: FormValue {
    @CodedIfPresent var latitude: UntrustedDecimal?
    @CodedIfPresent var longitude: UntrustedDecimal?
}

/// An action that turns the device's coordinates into the name of the nearest town; the coordinates are not stored.
struct LocatePlaceAction {
    let scope: RequestScope

    /// Returns the name of the nearest town.
    /// - Throws: `.notThere` for an edition without topics.
    func perform(_ form: LocatePlaceForm) throws(LibraryError) -> ActionOutcome {
        guard scope.edition.topics != nil else { throw .notThere }
        guard let latitude = form.latitude?.within(-180...180), let longitude = form.longitude?.within(-180...180)
        else {
            return .done(Strings.noCoordinates, count: 0)
        }
        guard let town = Gazetteer.shared.nearest(latitude: latitude, longitude: longitude) else {
            return .done(Strings.noTownNear, count: 0)
        }
        let search = town.fullName
        return .done(
            Strings.townNear(town), count: 1,
            go: "\(scope.path(Route.places))?q=\(QueryParameters.encoded(search))")
    }
}
