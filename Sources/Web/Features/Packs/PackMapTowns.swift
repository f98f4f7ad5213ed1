import Foundation
import Packs
import Untrusted

/// The town of a base map that is nearest to a place.
struct NearestTown: Sendable, Hashable {
    let name: String
    /// The distance in a straight line, in kilometres.
    let kilometres: Int
}

extension PackBaseMap {
    /// The distance beyond which the nearest town is not useful, in kilometres.
    private static let maxKilometres = 60.0
    private static let kilometresPerDegree = 111.2

    func nearestTown(to place: PackPlace) -> NearestTown? {
        let shrink = cos(Double(place.latitude) / 1e6 * .pi / 180)
        func distance(_ town: Town) -> Double {
            let north = Double(town.place.latitude - place.latitude) / 1e6
            let east = Double(town.place.longitude - place.longitude) / 1e6 * shrink
            return (north * north + east * east).squareRoot() * Self.kilometresPerDegree
        }
        let nearest = towns.map { (town: $0, kilometres: distance($0)) }.min { $0.kilometres < $1.kilometres }
        guard let nearest, nearest.kilometres <= Self.maxKilometres else { return nil }
        return NearestTown(name: nearest.town.name, kilometres: Int(saturating: nearest.kilometres.rounded()))
    }
}
