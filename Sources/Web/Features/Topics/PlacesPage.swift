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
                w.raw("<div class=\"page-column topics\" id=\"places\"><h1 class=\"visually-hidden\">")
                w.text(Strings.places)
                w.raw("</h1>")
                view.write(into: &w)
                w.raw("</div>")
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
        w.raw("<p class=\"note\">")
        w.text(Strings.placeCredit)
        w.raw("</p>")
    }

    // MARK: - Search

    private func writeSearch(_ w: inout HTMLWriter) {
        let typed = String((scope.query["q"] ?? "").prefix(Self.maxTypedLength))
        w.raw("<section class=\"topic-group\" aria-labelledby=\"town\"><h2 class=\"group-heading\" id=\"town\">")
        w.text(Strings.town)
        w.raw("</h2><form method=\"get\" role=\"search\" class=\"inline-form\"")
        w.attribute("aria-label", Strings.town)
        w.attribute("action", returnPath)
        w.raw("><input class=\"input\" type=\"search\" name=\"q\" maxlength=\"100\" autocomplete=\"off\" required")
        w.raw(" aria-describedby=\"town-hint\"")
        w.attribute("aria-label", Strings.town)
        w.attribute("value", typed)
        w.raw("><button class=\"button\">")
        w.text(Strings.findTown)
        w.raw("</button></form><p class=\"note\" id=\"town-hint\">")
        w.text(Strings.townHint)
        w.raw("</p><div id=\"towns\">")
        if !typed.allSatisfy(\.isWhitespace) { writeTowns(typed, &w) }
        w.raw("</div></section>")
    }

    private func writeTowns(_ typed: String, _ w: inout HTMLWriter) {
        let towns = Gazetteer.shared.search(typed, limit: Self.maxTowns)
        guard !towns.isEmpty else {
            w.raw("<p class=\"note\" role=\"status\">")
            w.text(Strings.noTown(typed))
            return w.raw("</p>")
        }
        w.raw("<ul class=\"publishers\"")
        w.attribute("aria-label", Strings.towns)
        w.raw(">")
        for (index, town) in towns.enumerated() { write(town, index, &w) }
        w.raw("</ul>")
    }

    private func write(_ town: GazetteerEntry, _ index: Int, _ w: inout HTMLWriter) {
        w.raw("<li class=\"feed-row\"><span class=\"name\"><b>")
        w.text(town.place.name)
        w.raw("</b><small>")
        w.text([town.place.district, town.place.region, town.countryName].compactMap(\.self).joined(separator: ", "))
        w.raw("</small></span>")
        if topics.contains(where: { $0.subject == .place(town.place) }) {
            w.raw("<small>")
            w.text(Strings.followedAlready)
            w.raw("</small>")
        } else {
            TopicToggle(scope: scope, subject: .place(town.place), followed: nil, returnPath: returnPath)
                .write(
                    id: "town-\(index)", style: "chip", label: Strings.follow, accessibleLabel: town.fullName, into: &w)
        }
        w.raw("</li>")
    }

    // MARK: - Location

    /// Writes the section for the device's location, which script shows: only the browser knows the location.
    private func writeLocation(_ w: inout HTMLWriter) {
        w.raw("<section class=\"topic-group\" aria-labelledby=\"near-by\" id=\"location\" hidden")
        w.attribute("data-locate-path", scope.path(Route.action(.locatePlace)))
        w.attribute("data-locating-text", Strings.locating)
        w.attribute("data-denied-text", Strings.locationDenied)
        w.attribute("data-unavailable-text", Strings.locationUnavailable)
        w.attribute("data-timed-out-text", Strings.locationTimedOut)
        w.attribute("data-insecure-text", Strings.locationInsecure)
        w.raw("><h2 class=\"group-heading\" id=\"near-by\">")
        w.text(Strings.nearBy)
        w.raw("</h2><p class=\"note\" id=\"location-question\">")
        w.text(Strings.locationQuestion)
        w.raw("</p><div class=\"card-form\"><button class=\"button\" type=\"button\" id=\"locate\"")
        w.raw(" aria-describedby=\"location-question\">")
        w.text(Strings.useLocation)
        w.raw("</button></div><p class=\"note\" role=\"status\" id=\"location-status\"></p></section>")
    }

    // MARK: - What is followed

    private func writeFollowed(_ w: inout HTMLWriter) {
        w.raw("<section class=\"topic-group\" aria-labelledby=\"your-places\">")
        w.raw("<h2 class=\"group-heading\" id=\"your-places\">")
        w.text(Strings.yourPlaces)
        w.raw("</h2><p class=\"note\">")
        w.text(Strings.placesKept)
        w.raw("</p>")
        let places = topics.compactMap { topic -> (TopicID, PlaceName)? in
            if case .place(let place) = topic.subject { (topic.id, place) } else { nil }
        }
        if !places.isEmpty {
            w.raw("<ul class=\"publishers\" id=\"followed-places\">")
            for (id, place) in places { write(place, id, &w) }
            w.raw("</ul>")
        }
        w.raw("</section>")
    }

    private func write(_ place: PlaceName, _ id: TopicID, _ w: inout HTMLWriter) {
        w.raw("<li class=\"feed-row\"><span class=\"name\"><b>")
        w.text(place.name)
        w.raw("</b><small>")
        w.text(
            [place.district, place.region, Strings.country(place.country)].compactMap(\.self).joined(separator: ", "))
        w.raw("</small></span>")
        ActionForm(
            scope, .unfollowTopic, returnPath: returnPath,
            fields: [("topic", String(id.rawValue)), ("forget", "1")], style: "native-submit"
        ).write(into: &w) { w in
            w.raw("<button class=\"chip\"")
            w.attribute("aria-label", Strings.forgetPlace(place.name))
            w.raw(">")
            w.text(Strings.forgetButton)
            w.raw("</button>")
        }
        w.raw("</li>")
    }
}

/// An action that turns the device's coordinates into the name of the nearest town; the coordinates are not stored.
struct LocatePlaceAction {
    let scope: RequestScope
    let form: QueryParameters

    /// Returns the name of the nearest town.
    /// - Throws: `.notThere` for an edition without topics.
    func perform() throws(LibraryError) -> ActionHandler.Outcome {
        guard scope.edition.topics != nil else { throw .notThere }
        guard let latitude = form.decimal("latitude"), let longitude = form.decimal("longitude") else {
            return ActionHandler.Outcome(count: 0, words: Strings.noCoordinates)
        }
        guard let town = Gazetteer.shared.nearest(latitude: latitude, longitude: longitude) else {
            return ActionHandler.Outcome(count: 0, words: Strings.noTownNear)
        }
        let search = town.fullName
        return ActionHandler.Outcome(
            count: 1, words: Strings.townNear(town),
            go: "\(scope.path(Route.places))?q=\(QueryParameters.encoded(search))")
    }
}

extension QueryParameters {
    /// Returns a number of degrees from -180 to 180; nil for other values.
    fileprivate func decimal(_ name: String) -> Double? {
        self[name].flatMap { UntrustedDecimal($0)?.within(-180...180) }
    }
}
