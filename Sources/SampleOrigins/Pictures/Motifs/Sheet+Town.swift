/// Things of the town, each standing on its origin, in thousandths of the sheet (see `place`).
extension Sheet {
    /// A row of houses with roofs and chimneys, from left to right over the sheet, windows lit where it is dark.
    mutating func houses(_ y: Double, high: Double, _ colour: Ink, windows: Ink?, litShare: Double = 0.3) {
        var x = -40 * unit
        while x < width {
            let wide = dice.roll(0.5...1.2) * high
            let top = y - high * dice.roll(0.55...1.1)
            house(Spot(x, top), wide, floor: y, high, colour)
            if let windows { panes(Spot(x, top), wide, floor: y, high, windows, litShare) }
            x += wide * dice.roll(0.92...1.12)
        }
        box(0, y - 2, width, height - y + 4, colour)
    }

    private mutating func house(_ at: Spot, _ wide: Double, floor: Double, _ high: Double, _ colour: Ink) {
        let roof = high * dice.roll(0.1...0.38)
        if dice.chance(0.7) {
            let peak = dice.chance(0.5) ? wide * 0.5 : wide * dice.roll(0.15...0.85)
            shape(
                [
                    Spot(at.x - 3, at.y), Spot(at.x + peak, at.y - roof), Spot(at.x + wide + 3, at.y),
                    Spot(at.x + wide, floor), Spot(at.x, floor),
                ], colour)
        } else {
            box(at.x, at.y - roof * 0.4, wide, floor - at.y + roof * 0.4, colour)
        }
        guard dice.chance(0.75) else { return }
        let stack = at.x + wide * dice.roll(0.15...0.8)
        box(stack, at.y - roof - high * 0.12, high * 0.09, roof + high * 0.14, colour)
        box(stack - high * 0.012, at.y - roof - high * 0.13, high * 0.114, high * 0.025, colour)
    }

    private mutating func panes(
        _ at: Spot, _ wide: Double, floor: Double, _ high: Double, _ colour: Ink, _ share: Double
    ) {
        let size = high * 0.06
        for y in stride(from: at.y + size, to: floor - size * 1.5, by: size * 2.4) {
            for x in stride(from: at.x + size, to: at.x + wide - size * 1.4, by: size * 2.1) where dice.chance(share) {
                box(x, y, size * 0.85, size * 1.25, colour, dice.roll(0.55...1))
            }
        }
    }

    /// A clock tower with a spire.
    mutating func clockTower(_ colour: Ink, face: Ink) {
        box(-62, -520, 124, 530, colour)
        box(-74, -540, 148, 24, colour)
        box(-70, -380, 140, 10, colour)
        shape([Spot(-66, -540), Spot(-22, -640), Spot(0, -790), Spot(22, -640), Spot(66, -540)], colour)
        disc(Spot(0, -455), 47, face)
        disc(Spot(0, -455), 5, colour)
        line(Spot(0, -455), Spot(0, -491), colour, 6)
        line(Spot(0, -455), Spot(26, -439), colour, 6)
        for x in [-30.0, 10] { box(x, -320, 20, 60, face, 0.25, round: 10) }
    }

    /// A gasholder's guide frame, with the bell half up.
    mutating func gasholder(_ colour: Ink, bell: Ink) {
        path("M-300 0V-210C-300 -270 300 -270 300 -210V0Z", fill: bell)
        for place in 0..<9 {
            let x = -330 * Turn.of(Double(place) * 22.5).x
            line(Spot(x, 4), Spot(x, -470), colour, place % 8 == 0 ? 16 : 11)
        }
        for y in [-470.0, -320, -165] {
            stroke("M-330 \(y)C-300 \(y + 44) 300 \(y + 44) 330 \(y)", colour, 10)
            stroke("M-330 \(y)C-300 \(y - 34) 300 \(y - 34) 330 \(y)", colour, 5)
        }
        for place in 0..<4 {
            let x = -300 + Double(place) * 150
            line(Spot(x, -310), Spot(x + 150, -450), colour, 3)
            line(Spot(x + 150, -310), Spot(x, -450), colour, 3)
        }
    }

    /// A tower crane of a building site.
    mutating func towerCrane(_ colour: Ink) {
        line(Spot(0, 0), Spot(0, -600), colour, 13)
        lines([Spot(-150, -580), Spot(420, -580)], colour, 10)
        lines([Spot(-150, -580), Spot(0, -690), Spot(400, -582)], colour, 4)
        line(Spot(0, -600), Spot(0, -690), colour, 9)
        box(-160, -580, 60, 50, colour)
        line(Spot(300, -580), Spot(300, -380), colour, 2.5)
    }

    /// A street lamp with its light.
    mutating func lampPost(_ colour: Ink, light lamp: Ink) {
        line(Spot(0, 0), Spot(0, -330), colour, 9)
        stroke("M0 -330C0 -372 60 -372 66 -346", colour, 7)
        disc(Spot(66, -336), 70, radiance([(0, lamp, 0.75), (1, lamp, 0)]))
        oval(Spot(66, -338), 20, 10, lamp)
    }

    /// A tram from the front quarter, lit inside.
    mutating func tram(_ colour: Ink, light window: Ink, sign: Ink) {
        box(-170, -420, 340, 410, colour, round: 38)
        box(-140, -352, 280, 150, window, 0.95, round: 16)
        box(-4, -352, 8, 150, colour)
        box(-100, -404, 200, 38, sign, round: 6)
        for x in [-105.0, 105] {
            disc(Spot(x, -90), 26, window)
            disc(Spot(x, -90), 90, radiance([(0, window, 0.7), (1, window, 0)]))
        }
        box(-150, -176, 300, 10, window, 0.35)
        lines([Spot(-60, -420), Spot(0, -500), Spot(60, -420)], colour, 6)
        line(Spot(-70, -502), Spot(70, -502), colour, 7)
        for place in 0..<3 {
            disc(Spot(-82 + Double(place) * 86, -262), 22, colour)
            oval(Spot(-82 + Double(place) * 86, -205), 34, 40, colour)
        }
        box(-140, -14, 280, 18, colour)
    }

    /// A person from behind, far enough to have no face.
    mutating func walker(_ colour: Ink, umbrella: Bool) {
        path("M-34 0L-28 -130C-40 -200 -34 -232 0 -236C34 -232 40 -200 28 -130L36 0H12L0 -110L-12 0Z", fill: colour)
        disc(Spot(0, -262), 25, colour)
        guard umbrella else { return }
        path("M-118 -286C-96 -380 96 -380 118 -286C80 -302 40 -302 0 -288C-40 -302 -80 -302 -118 -286Z", fill: colour)
        line(Spot(0, -300), Spot(14, -180), colour, 5)
    }

    /// A mast with guys and a lamp.
    mutating func mast(_ colour: Ink, light lamp: Ink) {
        line(Spot(0, 0), Spot(0, -420), colour, 7)
        for x in [-120.0, 120] { line(Spot(0, -400), Spot(x, 0), colour, 2) }
        for y in [-380.0, -330, -280] { line(Spot(-34, y), Spot(34, y), colour, 4) }
        disc(Spot(0, -428), 11, lamp)
    }
}
