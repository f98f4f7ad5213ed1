import News
import Places

/// The texts of the page that chooses a place to follow.
extension Strings {
    static let places = "Places"
    static let town = "Town"
    static let findTown = "Find"
    static let townHint = "Add a region or a country if there are several: York, US."
    static func noTown(_ typed: String) -> String {
        "No town above 15,000 inhabitants is called \(typed). Try a larger one near by."
    }
    static let towns = "Towns"
    static let followedAlready = "Followed"
    static let yourPlaces = "Your places"
    static let placesKept = "Tidings stores only a place’s name, until you forget it."
    static let forgetButton = "Forget"
    static func forgetPlace(_ place: String) -> String { "Forget \(place)" }
    static func forgotten(_ place: String) -> String { "Forgot \(place)" }

    static let nearBy = "Near by"
    static let useLocation = "Use my location"
    static let locationQuestion =
        "May Tidings ask this device where you are? The location is rounded to a tenth of a degree, about 10 km, on the device, "
        + "sent once, turned into the name of a town, and forgotten."
    static let locating = "Looking for the nearest town…"
    static let locationDenied = "The browser does not allow it. Type a town instead."
    static let locationUnavailable = "This device does not know where it is. Type a town instead."
    static let locationTimedOut = "Finding the location took too long. Try again, or type a town."
    static let locationInsecure = "Browsers tell a location only over HTTPS. Type a town instead."
    static let noTownNear = "No town is near. Type one instead."
    static let noCoordinates = "The device gave no location. Type a town instead."
    static func townNear(_ entry: GazetteerEntry) -> String { "The nearest town is \(entry.place.name)." }
    static let placeCredit = "Towns: GeoNames (geonames.org), CC BY 4.0."
}
