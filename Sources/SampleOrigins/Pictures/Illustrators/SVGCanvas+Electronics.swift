extension SVGCanvas {
    mutating func racks() {
        let eye = Point(width * rng.double(0.55...0.72), height * 0.44)
        rect(0, 0, width, height, ink.darkened(0.4))
        glow(eye, 560 * unit, light.glow, 0.9)
        polygon([eye, Point(width, height * 0.9), Point(width, height), Point(0, height)], ink.mixed(accent, 0.16))
        for tile in -9...9 {
            line(eye, Point(width / 2 + Double(tile) * 300 * unit, height * 1.05), light.glow, 2 * unit, 0.14)
        }
        for row in 0..<9 {
            let y = eye.y + (height - eye.y) * Double(row * row) / 81 + 12 * unit
            line(Point(0, y), Point(width, y), light.glow, 2 * unit, 0.12)
        }
        glitter(of: eye.x, from: eye.y + 20 * unit, colour: light.glow, wide: 0.5, number: 70)
        place(eye + Point(-30 * unit, 120 * unit), 0.5) { $0.walker($0.light.near, umbrella: false) }
        for bay in (0..<7).reversed() {
            let near = 1 - Double(bay) / 7
            let far = 1 - Double(bay + 1) / 7 + 0.012
            for side in [-1.0, 1] {
                func x(_ d: Double) -> Double { eye.x + side * (30 + 1150 * d * d) * unit }
                func y(_ d: Double, _ v: Double) -> Double { eye.y + (v - 0.46) * (60 + 1250 * d * d) * unit }
                polygon(
                    [
                        Point(x(near), y(near, 0)), Point(x(far), y(far, 0)), Point(x(far), y(far, 1)),
                        Point(x(near), y(near, 1)),
                    ], light.atDepth(0.5 + 0.5 * near))
                for row in 1..<15 {
                    for column in 0..<6 where rng.chance(0.62) {
                        let d = far + (near - far) * (0.12 + 0.14 * Double(column))
                        let v = Double(row) / 15
                        let size = (2 + 13 * d * d) * unit
                        let bright = rng.chance(0.22)
                        rect(
                            x(d) - size / 2, y(d, v), size * 0.9, size * (bright ? 0.9 : 1.9),
                            bright ? light.glow : metal.mixed(ink, 0.45), bright ? 1 : 0.8)
                    }
                }
                line(Point(x(near), y(near, 0)), Point(x(near), y(near, 1)), light.glow, 2.5 * unit, 0.35)
            }
        }
    }

    mutating func relayPanel() {
        rect(
            0, 0, width, height,
            linearGradient([(0, metal.mixed(ink, 0.62), 1), (1, ink.darkened(0.45), 1)], to: Point(1, 1)))
        let rows = 6
        let tall = height / Double(rows)
        for row in 0..<rows {
            let y = tall * Double(row)
            rect(0, y + tall * 0.9, width, tall * 0.06, ink.darkened(0.6))
            rect(0, y + tall * 0.96, width, 4 * unit, paper, 0.3)
            let kind = rng.int(0...3)
            let number = [18, 12, 9, 24][kind]
            for index in 0..<number {
                let x = width * (Double(index) + 0.5) / Double(number)
                part(kind, Point(x, y + tall * 0.46), tall, width / Double(number))
            }
        }
        glow(Point(width * rng.double(0.2...0.7), height * 0.2), 900 * unit, light.glow, 0.4)
    }

    private mutating func part(_ kind: Int, _ at: Point, _ tall: Double, _ wide: Double) {
        switch kind {
        case 0:
            rect(
                at.x - wide * 0.36, at.y - tall * 0.32, wide * 0.72, tall * 0.64, metal.mixed(paper, 0.2),
                round: 5 * unit)
            for turn in 0..<9 {
                rect(
                    at.x - wide * 0.3, at.y - tall * 0.26 + Double(turn) * tall * 0.045, wide * 0.6, tall * 0.022, ink,
                    0.7)
            }
            rect(at.x - wide * 0.3, at.y + tall * 0.18, wide * 0.6, tall * 0.05, paper, 0.8)
        case 1:
            circle(at, tall * 0.26, ink.darkened(0.5))
            circle(at + Point(-4 * unit, -5 * unit), tall * 0.22, metal)
            let way = Angle.unitVector(rng.pick([-130, -90, -50, -20]))
            line(at, at + Point(way.x * tall * 0.2, way.y * tall * 0.2), paper, 9 * unit)
            circle(at + Point(0, tall * 0.36), 6 * unit, rng.chance(0.4) ? light.glow : ink)
        case 2:
            rect(
                at.x - wide * 0.4, at.y - tall * 0.3, wide * 0.8, tall * 0.6, paper.mixed(accent, 0.12), round: 8 * unit
            )
            stroke(
                "M\(at.x - wide * 0.3) \(at.y + tall * 0.06)A\(wide * 0.36) \(wide * 0.36) 0 0 1 \(at.x + wide * 0.3) \(at.y + tall * 0.06)",
                ink, 3 * unit)
            let way = Angle.unitVector(rng.double(-140...(-40)))
            line(
                at + Point(0, tall * 0.2), at + Point(way.x * tall * 0.34, tall * 0.2 + way.y * tall * 0.34), ink,
                5 * unit)
        default:
            let lit = rng.chance(0.3)
            if lit { glow(at, tall * 0.34, light.glow, 0.9) }
            circle(at, tall * 0.1, lit ? light.glow : metal.mixed(ink, 0.5))
            rect(at.x - 3 * unit, at.y + tall * 0.2, 6 * unit, tall * 0.14, paper, 0.5)
        }
    }

    mutating func circuit() {
        let board = ink.mixed(accent, 0.16)
        rect(0, 0, width, height, board)
        glow(Point(width * 0.3, height * 0.2), 900 * unit, accent.mixed(paper, 0.3), 0.45)
        let step = 44 * unit
        for _ in 0..<90 {
            var at = Point(
                (rng.double(0...1) * width / step).rounded() * step,
                (rng.double(0...1) * height / step).rounded() * step)
            var points = [at]
            for _ in 0..<rng.int(2...5) {
                let way = rng.pick([Point(1, 0), Point(0, 1), Point(1, 1), Point(1, -1)])
                let long = Double(rng.int(1...6)) * step
                at = at + Point(way.x * long, way.y * long)
                points.append(at)
            }
            polyline(points, accent.mixed(paper, rng.double(0...0.3)), 7 * unit, rng.double(0.4...0.9))
            for end in [points[0], at] {
                circle(end, 13 * unit, accent.mixed(paper, 0.4)); circle(end, 5 * unit, board.darkened(0.5))
            }
        }
        chip(Point(width * rng.double(0.34...0.6), height * rng.double(0.36...0.6)), 210 * unit)
        for _ in 0..<rng.int(2...4) {
            chip(Point(rng.double(0...1) * width, rng.double(0...1) * height), rng.double(60...110) * unit)
        }
        for _ in 0..<7 {
            let at = Point(rng.double(0...1) * width, rng.double(0...1) * height)
            circle(at + Point(9 * unit, 12 * unit), 46 * unit, ink.darkened(0.7), 0.6)
            circle(at, 46 * unit, metal.mixed(paper, 0.45))
            line(at + Point(-26 * unit, 0), at + Point(26 * unit, 0), ink, 5 * unit)
        }
    }

    private mutating func chip(_ at: Point, _ size: Double) {
        for pin in 0..<10 {
            let shift = size * (Double(pin) / 9 * 1.7 - 0.85)
            rect(at.x + shift - size * 0.045, at.y - size * 1.22, size * 0.09, size * 2.44, paper, 0.85)
            rect(at.x - size * 1.22, at.y + shift - size * 0.045, size * 2.44, size * 0.09, paper, 0.85)
        }
        rect(
            at.x - size + 14 * unit, at.y - size + 18 * unit, size * 2, size * 2, ink.darkened(0.8), 0.5,
            round: 8 * unit)
        rect(at.x - size, at.y - size, size * 2, size * 2, ink.darkened(0.45), round: 8 * unit)
        rect(at.x - size, at.y - size, size * 2, 8 * unit, paper, 0.4)
        circle(at + Point(-size * 0.72, -size * 0.72), size * 0.08, accent)
        rect(at.x - size * 0.5, at.y - size * 0.1, size, size * 0.1, paper, 0.5)
        rect(at.x - size * 0.5, at.y + size * 0.1, size * 0.6, size * 0.1, paper, 0.4)
    }
}
