extension SVGCanvas {
    mutating func drawChart() {
        let dark = rng.chance(0.35)
        let ground = dark ? ink : paper.mixed(accent, rng.double(0.02...0.12))
        let pen = dark ? paper : ink
        rect(0, 0, width, height, ground)
        let frame = (left: width * 0.09, top: height * 0.13, right: width * 0.92, bottom: height * 0.86)
        switch true {
        case scene.has("circle", "planet", "orbit"): return orbits(pen)
        case scene.has("timetable", "diagonal"): rules(frame, pen, upright: true); return diagonals(frame, pen)
        case scene.has("band", "dots"): return bands(frame, pen)
        default: rules(frame, pen, upright: rng.chance(0.3))
        }
        switch true {
        case scene.has("bar", "count"): bars(frame, pen)
        case scene.has("profile", "summit"): profile(frame, pen)
        case scene.has("tide", "wave"): tides(frame, pen)
        case scene.has("crossing", "queue", "two"): crossing(frame, pen)
        default: curve(frame, pen)
        }
        caption(pen)
    }

    typealias ChartFrame = (left: Double, top: Double, right: Double, bottom: Double)

    private mutating func rules(_ frame: ChartFrame, _ pen: Colour, upright: Bool) {
        for step in 0...6 {
            let y = frame.bottom - (frame.bottom - frame.top) * Double(step) / 6
            line(Point(frame.left, y), Point(frame.right, y), pen, (step == 0 ? 5 : 1.5) * unit, step == 0 ? 1 : 0.3)
            rect(frame.left - 62 * unit, y - 7 * unit, rng.double(28...46) * unit, 12 * unit, pen, 0.5)
        }
        for step in 0...12 {
            let x = frame.left + (frame.right - frame.left) * Double(step) / 12
            line(Point(x, frame.bottom), Point(x, frame.bottom + 14 * unit), pen, 3 * unit)
            if step % 2 == 0 { rect(x - 18 * unit, frame.bottom + 28 * unit, 36 * unit, 12 * unit, pen, 0.5) }
            if upright { line(Point(x, frame.top), Point(x, frame.bottom), pen, 1.5 * unit, 0.25) }
        }
    }

    private mutating func caption(_ pen: Colour) {
        rect(width * 0.09, height * 0.05, 70 * unit, 12 * unit, accent)
        rect(width * 0.09, height * 0.075, rng.double(260...420) * unit, 16 * unit, pen, 0.85)
    }

    private func value(_ frame: ChartFrame, _ x: Double, _ y: Double) -> Point {
        Point(frame.left + (frame.right - frame.left) * x, frame.bottom - (frame.bottom - frame.top) * y)
    }

    private mutating func bars(_ frame: ChartFrame, _ pen: Colour) {
        let number = max(5, scene.count("bar", default: 9))
        let falling = scene.has("falling")
        for bar in 0..<number {
            let share = Double(bar) / Double(number)
            var tall = falling ? 0.92 - share * 0.85 + rng.double(-0.04...0.04) : rng.double(0.12...0.78)
            let last = bar == number - 1
            if scene.has("last") { tall = last ? 0.97 : tall * 0.7 }
            let foot = value(frame, share + 0.02, 0)
            let wide = (frame.right - frame.left) / Double(number) * 0.7
            let high = (frame.bottom - frame.top) * max(0.06, tall)
            let strong = scene.has("last") ? last : falling ? bar == 0 : bar == number / 2
            rect(foot.x, foot.y - high, wide, high, strong ? accent : pen)
            for hatch in stride(from: 12.0, to: wide, by: 22 * unit) where !strong && rng.chance(0.5) {
                line(Point(foot.x + hatch, foot.y - high + 8), Point(foot.x + hatch, foot.y - 8), accent, 2 * unit, 0.4)
            }
        }
    }

    private mutating func curve(_ frame: ChartFrame, _ pen: Colour) {
        let falling = scene.has("falling") || (!scene.has("rising") && rng.chance(0.4))
        let zigzag = scene.has("zigzag")
        let number = scene.has("eight") ? 8 : rng.int(12...26)
        var points: [Point] = []
        for step in 0..<number {
            let share = Double(step) / Double(number - 1)
            let trend = falling ? 0.9 - share * 0.72 : 0.12 + share * share * 0.74
            let shake = zigzag ? (step % 2 == 0 ? 0.16 : -0.16) : rng.double(-0.07...0.07)
            points.append(
                value(frame, share, zigzag ? 0.55 + shake * rng.double(0.6...1.5) : max(0.04, min(0.96, trend + shake)))
            )
        }
        let line = zigzag || rng.chance(0.4) ? Self.pathData(points) : Self.smoothPathData(points)
        let foot = "L\(Int(frame.right)) \(Int(frame.bottom))L\(Int(frame.left)) \(Int(frame.bottom))Z"
        path(line + foot, fill: accent, 0.85)
        for row in 0..<34 {
            let held = clipPath(line + foot)
            let y = frame.top + (frame.bottom - frame.top) * Double(row) / 34
            if row % 2 == 0 { group(clip: held) { $0.line(Point(0, y), Point($0.width, y), pen, 2 * $0.unit, 0.22) } }
        }
        stroke(line, pen, 10 * unit)
        if scene.has("point", "dots") || number < 14 { for point in points { circle(point, 15 * unit, pen) } }
        if let peak = points.min(by: { $0.y < $1.y }) { mark(peak, pen) }
    }

    private mutating func mark(_ at: Point, _ pen: Colour) {
        circle(at, 26 * unit, paper)
        circle(at, 26 * unit, accent)
        circle(at, 11 * unit, pen)
        line(at + Point(0, -34 * unit), at + Point(0, -100 * unit), pen, 3 * unit)
        rect(at.x - 50 * unit, at.y - 124 * unit, 100 * unit, 14 * unit, pen, 0.8)
    }

    private mutating func crossing(_ frame: ChartFrame, _ pen: Colour) {
        for (colour, rises, thick) in [(pen, true, 12.0), (accent, false, 18)] {
            var points: [Point] = []
            for step in 0...14 {
                let share = Double(step) / 14
                let bend = share * share * (3 - 2 * share)
                points.append(
                    value(frame, share, (rises ? 0.1 + 0.76 * bend : 0.86 - 0.72 * bend) + rng.double(-0.03...0.03)))
            }
            stroke(Self.smoothPathData(points), colour, thick * unit)
            for point in points where rng.chance(0.5) { circle(point, 13 * unit, colour) }
        }
        mark(value(frame, 0.5, 0.48), pen)
    }

    private mutating func tides(_ frame: ChartFrame, _ pen: Colour) {
        var points: [Point] = []
        for step in 0...420 {
            let share = Double(step) / 420
            let spring = 0.26 + 0.2 * Angle.sine(share * 1.0 + 0.1)
            points.append(value(frame, share, 0.5 + Angle.sine(share * 27) * spring))
        }
        let line = Self.pathData(points)
        path(
            line + "L\(Int(frame.right)) \(Int(frame.bottom))L\(Int(frame.left)) \(Int(frame.bottom))Z", fill: accent,
            0.9)
        stroke(line, pen, 5 * unit)
        circle(value(frame, 0.15, 1.02), 34 * unit, pen)
        circle(value(frame, 0.65, 1.02), 34 * unit, pen, 0.25)
    }

    private mutating func profile(_ frame: ChartFrame, _ pen: Colour) {
        for layer in 0..<3 {
            let depth = Double(layer + 1) / 3
            let line = ridge(frame.bottom - (300 - 80 * depth) * unit, (190 - 40 * depth) * unit, rough: 0.7)
            let held = line.filter { $0.x >= frame.left && $0.x <= frame.right }
            polygon(
                held + [Point(frame.right, frame.bottom), Point(frame.left, frame.bottom)],
                accent.mixed(pen, depth * 0.9), 0.95)
            guard layer == 0 else { continue }
            for index in 1..<held.count - 1 where held[index].y < held[index - 1].y && held[index].y < held[index + 1].y
            {
                self.line(held[index], held[index] + Point(0, -70 * unit), pen, 3 * unit)
                circle(held[index] + Point(0, -76 * unit), 9 * unit, pen)
            }
        }
    }

    private mutating func diagonals(_ frame: ChartFrame, _ pen: Colour) {
        for train in 0..<26 {
            let start = Double(train) / 22 - 0.15
            let down = train % 2 == 0
            var points: [Point] = []
            for stop in 0...6 {
                let share = Double(stop) / 6
                let y = down ? 1 - share : share
                points.append(value(frame, min(1, max(0, start + share * 0.28)), y))
                points.append(value(frame, min(1, max(0, start + share * 0.28 + 0.008)), y))
            }
            polyline(points, train == 9 ? accent : pen, (train == 9 ? 13 : 4.5) * unit, train == 9 ? 1 : 0.85)
        }
        caption(pen)
    }

    private mutating func bands(_ frame: ChartFrame, _ pen: Colour) {
        for band in -3..<9 {
            let x = width * Double(band) / 7
            polygon(
                [Point(x, height), Point(x + 90 * unit, height), Point(x + 620 * unit, 0), Point(x + 530 * unit, 0)],
                accent, 0.5)
        }
        for _ in 0..<220 {
            let band = Double(rng.int(-3...8))
            let share = rng.double(0...1)
            let x = width * band / 7 + 530 * unit * share + rng.double(-26...116) * unit
            circle(Point(x, height * (1 - share)), rng.double(5...15) * unit, pen, 0.9)
        }
        caption(pen)
    }

    private mutating func orbits(_ pen: Colour) {
        let middle = Point(width * rng.double(0.2...0.4), height * rng.double(0.5...0.62))
        glow(middle, 300 * unit, accent, 0.6)
        circle(middle, 54 * unit, accent)
        for ring in 1...7 {
            let radius = (70 + 19 * Double(ring * ring) + 40 * Double(ring)) * unit
            stroke(
                "M\(middle.x - radius) \(middle.y)a\(radius) \(radius) 0 1 0 \(radius * 2) 0a\(radius) \(radius) 0 1 0 \(-radius * 2) 0",
                pen, 2.6 * unit, 0.75)
            let way = Angle.unitVector(rng.double(-80...60))
            circle(middle + Point(way.x * radius, way.y * radius), rng.double(10...36) * unit, ring == 5 ? accent : pen)
        }
        line(Point(0, middle.y), Point(width, middle.y), pen, 2 * unit, 0.5)
        caption(pen)
    }
}
