/// The illustrators.
enum Illustrator: String, CaseIterable, Sendable {
    case terrain, skyline, plants, portrait, weather, chart, interior, harbour, railway, machine
    case stillLife = "still-life"
    case nightSky = "night-sky"

    /// The picture as SVG.
    static func draw(_ order: PictureOrder) -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1600\" height=\"1067\"><rect width=\"1600\" height=\"1067\" fill=\"\(order.palette.second)\"/></svg>"
    }
}
