/// A kind of subject that can be drawn from a seed.
enum Illustrator: String, CaseIterable, Sendable {
    case terrain, skyline, plants, portrait, weather, chart, interior, harbour, railway, machine
    case stillLife = "still-life"
    case nightSky = "night-sky"

    /// Returns the SVG of a picture; unknown illustrators draw terrain.
    static func draw(_ spec: SamplePictureSpec) -> String {
        let illustrator = Illustrator(rawValue: spec.illustration.illustrator) ?? .terrain
        var canvas = SVGCanvas(spec, defaultHour: illustrator.defaultHour)
        let mirrored = illustrator.mayBeMirrored && canvas.rng.chance(0.5)
        illustrator.draw(on: &canvas)
        canvas.vignette()
        return canvas.svg(mirrored: mirrored)
    }

    private var defaultHour: Scene.Hour {
        switch self {
        case .nightSky: .night
        case .weather: .grey
        case .interior, .machine, .railway, .skyline: .dusk
        default: .day
        }
    }

    private var mayBeMirrored: Bool { self != .chart }

    private func draw(on canvas: inout SVGCanvas) {
        switch self {
        case .terrain: canvas.drawTerrain()
        case .skyline: canvas.drawSkyline()
        case .plants: canvas.drawPlants()
        case .portrait: canvas.drawPortrait()
        case .weather: canvas.drawWeather()
        case .chart: canvas.drawChart()
        case .interior: canvas.drawInterior()
        case .harbour: canvas.drawHarbour()
        case .railway: canvas.drawRailway()
        case .machine: canvas.drawMachine()
        case .stillLife: canvas.drawStillLife()
        case .nightSky: canvas.drawNightSky()
        }
    }
}
