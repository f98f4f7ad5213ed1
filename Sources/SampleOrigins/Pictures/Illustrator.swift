/// The illustrators. Each draws one kind of subject, from a seed, in two inks.
enum Illustrator: String, CaseIterable, Sendable {
    case terrain, skyline, plants, portrait, weather, chart, interior, harbour, railway, machine
    case stillLife = "still-life"
    case nightSky = "night-sky"

    /// The picture as SVG. An illustrator that does not exist is stood in for by the landscape painter.
    static func draw(_ order: PictureOrder) -> String {
        let illustrator = Illustrator(rawValue: order.illustration.illustrator) ?? .terrain
        var sheet = Sheet(order, usual: illustrator.usualHour)
        let mirrored = illustrator.mayBeMirrored && sheet.dice.chance(0.5)
        illustrator.draw(on: &sheet)
        sheet.corners()
        return sheet.svg(mirrored: mirrored)
    }

    private var usualHour: Scene.Hour {
        switch self {
        case .nightSky: .night
        case .weather: .grey
        case .interior, .machine, .railway, .skyline: .dusk
        default: .day
        }
    }

    private var mayBeMirrored: Bool { self != .chart }

    private func draw(on sheet: inout Sheet) {
        switch self {
        case .terrain: sheet.drawTerrain()
        case .skyline: sheet.drawSkyline()
        case .plants: sheet.drawPlants()
        case .portrait: sheet.drawPortrait()
        case .weather: sheet.drawWeather()
        case .chart: sheet.drawChart()
        case .interior: sheet.drawInterior()
        case .harbour: sheet.drawHarbour()
        case .railway: sheet.drawRailway()
        case .machine: sheet.drawMachine()
        case .stillLife: sheet.drawStillLife()
        case .nightSky: sheet.drawNightSky()
        }
    }
}
