/// The colours of the sky, of far and near objects, and of lights.
struct SceneLighting: Sendable {
    let top: Colour
    let middle: Colour
    let horizon: Colour
    let far: Colour
    let near: Colour
    let glow: Colour
    /// The colour of the sun or moon.
    let disc: Colour

    init(_ hour: Scene.Hour, _ palette: PicturePalette) {
        let ink = Colour(palette.ink)
        let accent = Colour(palette.accent)
        let paper = Colour(palette.paper)
        switch hour {
        case .night:
            (top, middle, horizon) = (ink.darkened(0.42), ink.mixed(accent, 0.06), ink.mixed(accent, 0.44))
            (far, near, glow, disc) = (ink.mixed(accent, 0.2), ink.darkened(0.72), accent.mixed(paper, 0.5), paper)
        case .dusk:
            (top, middle, horizon) = (ink.mixed(accent, 0.1), ink.mixed(accent, 0.62), accent.mixed(paper, 0.55))
            (far, near, glow, disc) = (accent.mixed(ink, 0.42), ink.darkened(0.55), paper, paper)
        case .dawn:
            (top, middle, horizon) = (accent.mixed(paper, 0.2), accent.mixed(paper, 0.62), paper)
            (far, near, glow, disc) = (paper.mixed(accent, 0.5).mixed(ink, 0.16), ink.darkened(0.25), paper, accent)
        case .noon:
            (top, middle, horizon) = (accent, accent.mixed(paper, 0.3), accent.mixed(paper, 0.72))
            (far, near, glow, disc) = (accent.mixed(ink, 0.35), ink.darkened(0.35), paper, paper)
        case .day:
            (top, middle, horizon) = (ink.mixed(paper, 0.58), ink.mixed(paper, 0.8), paper)
            (far, near, glow, disc) = (paper.mixed(ink, 0.34), ink.darkened(0.3), accent, accent)
        case .grey:
            (top, middle, horizon) = (ink.mixed(paper, 0.38), ink.mixed(paper, 0.58), ink.mixed(paper, 0.84))
            (far, near, glow, disc) = (ink.mixed(paper, 0.62), ink.darkened(0.4), accent, paper)
        }
    }

    /// Returns the colour at a depth from 0 at the horizon to 1 in the foreground.
    func atDepth(_ depth: Double) -> Colour { far.mixed(near, depth) }
}
