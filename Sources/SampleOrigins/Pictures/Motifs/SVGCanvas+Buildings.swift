/// The motifs of a town. Except for houses, each stands on the origin, in thousandths of the shorter side (see
/// `place`).
extension SVGCanvas {
    mutating func houses(_ y: Double, high: Double, _ colour: Colour, windows: Colour?, litShare: Double = 0.3) {
        var x = -40 * unit
        while x < width {
            let wide = rng.double(0.5...1.2) * high
            let top = y - high * rng.double(0.55...1.1)
            house(Point(x, top), wide, floor: y, high, colour)
            if let windows { panes(Point(x, top), wide, floor: y, high, windows, litShare) }
            x += wide * rng.double(0.92...1.12)
        }
        rect(0, y - 2, width, height - y + 4, colour)
    }

    private mutating func house(_ at: Point, _ wide: Double, floor: Double, _ high: Double, _ colour: Colour) {
        let roof = high * rng.double(0.1...0.38)
        if rng.chance(0.7) {
            let peak = rng.chance(0.5) ? wide * 0.5 : wide * rng.double(0.15...0.85)
            polygon(
                [
                    Point(at.x - 3, at.y), Point(at.x + peak, at.y - roof), Point(at.x + wide + 3, at.y),
                    Point(at.x + wide, floor), Point(at.x, floor),
                ], colour)
        } else {
            rect(at.x, at.y - roof * 0.4, wide, floor - at.y + roof * 0.4, colour)
        }
        guard rng.chance(0.75) else { return }
        let stack = at.x + wide * rng.double(0.15...0.8)
        rect(stack, at.y - roof - high * 0.12, high * 0.09, roof + high * 0.14, colour)
        rect(stack - high * 0.012, at.y - roof - high * 0.13, high * 0.114, high * 0.025, colour)
    }

    private mutating func panes(
        _ at: Point, _ wide: Double, floor: Double, _ high: Double, _ colour: Colour, _ share: Double
    ) {
        let size = high * 0.06
        for y in stride(from: at.y + size, to: floor - size * 1.5, by: size * 2.4) {
            for x in stride(from: at.x + size, to: at.x + wide - size * 1.4, by: size * 2.1) where rng.chance(share) {
                rect(x, y, size * 0.85, size * 1.25, colour, rng.double(0.55...1))
            }
        }
    }

    mutating func clockTower(_ colour: Colour, face: Colour) {
        rect(-62, -520, 124, 530, colour)
        rect(-74, -540, 148, 24, colour)
        rect(-70, -380, 140, 10, colour)
        polygon([Point(-66, -540), Point(-22, -640), Point(0, -790), Point(22, -640), Point(66, -540)], colour)
        circle(Point(0, -455), 47, face)
        circle(Point(0, -455), 5, colour)
        line(Point(0, -455), Point(0, -491), colour, 6)
        line(Point(0, -455), Point(26, -439), colour, 6)
        for x in [-30.0, 10] { rect(x, -320, 20, 60, face, 0.25, round: 10) }
    }

    mutating func gasholder(_ colour: Colour, bell: Colour) {
        path("M-300 0V-210C-300 -270 300 -270 300 -210V0Z", fill: bell)
        for index in 0..<9 {
            let x = -330 * Angle.unitVector(Double(index) * 22.5).x
            line(Point(x, 4), Point(x, -470), colour, index % 8 == 0 ? 16 : 11)
        }
        for y in [-470.0, -320, -165] {
            stroke("M-330 \(y)C-300 \(y + 44) 300 \(y + 44) 330 \(y)", colour, 10)
            stroke("M-330 \(y)C-300 \(y - 34) 300 \(y - 34) 330 \(y)", colour, 5)
        }
        for index in 0..<4 {
            let x = -300 + Double(index) * 150
            line(Point(x, -310), Point(x + 150, -450), colour, 3)
            line(Point(x + 150, -310), Point(x, -450), colour, 3)
        }
    }

    mutating func towerCrane(_ colour: Colour) {
        line(Point(0, 0), Point(0, -600), colour, 13)
        polyline([Point(-150, -580), Point(420, -580)], colour, 10)
        polyline([Point(-150, -580), Point(0, -690), Point(400, -582)], colour, 4)
        line(Point(0, -600), Point(0, -690), colour, 9)
        rect(-160, -580, 60, 50, colour)
        line(Point(300, -580), Point(300, -380), colour, 2.5)
    }

    mutating func lampPost(_ colour: Colour, light lamp: Colour) {
        line(Point(0, 0), Point(0, -330), colour, 9)
        stroke("M0 -330C0 -372 60 -372 66 -346", colour, 7)
        circle(Point(66, -336), 70, radialGradient([(0, lamp, 0.75), (1, lamp, 0)]))
        ellipse(Point(66, -338), 20, 10, lamp)
    }

    mutating func tram(_ colour: Colour, light window: Colour, sign: Colour) {
        rect(-170, -420, 340, 410, colour, round: 38)
        rect(-140, -352, 280, 150, window, 0.95, round: 16)
        rect(-4, -352, 8, 150, colour)
        rect(-100, -404, 200, 38, sign, round: 6)
        for x in [-105.0, 105] {
            circle(Point(x, -90), 26, window)
            circle(Point(x, -90), 90, radialGradient([(0, window, 0.7), (1, window, 0)]))
        }
        rect(-150, -176, 300, 10, window, 0.35)
        polyline([Point(-60, -420), Point(0, -500), Point(60, -420)], colour, 6)
        line(Point(-70, -502), Point(70, -502), colour, 7)
        for index in 0..<3 {
            circle(Point(-82 + Double(index) * 86, -262), 22, colour)
            ellipse(Point(-82 + Double(index) * 86, -205), 34, 40, colour)
        }
        rect(-140, -14, 280, 18, colour)
    }

    mutating func walker(_ colour: Colour, umbrella: Bool) {
        path("M-34 0L-28 -130C-40 -200 -34 -232 0 -236C34 -232 40 -200 28 -130L36 0H12L0 -110L-12 0Z", fill: colour)
        circle(Point(0, -262), 25, colour)
        guard umbrella else { return }
        path("M-118 -286C-96 -380 96 -380 118 -286C80 -302 40 -302 0 -288C-40 -302 -80 -302 -118 -286Z", fill: colour)
        line(Point(0, -300), Point(14, -180), colour, 5)
    }

    mutating func mast(_ colour: Colour, light lamp: Colour) {
        line(Point(0, 0), Point(0, -420), colour, 7)
        for x in [-120.0, 120] { line(Point(0, -400), Point(x, 0), colour, 2) }
        for y in [-380.0, -330, -280] { line(Point(-34, y), Point(34, y), colour, 4) }
        circle(Point(0, -428), 11, lamp)
    }
}
