/// The chart maker: figures as flat shapes on paper, with rules and marks but no words.
extension Sheet {
    mutating func drawChart() {
        let dark = dice.chance(0.35)
        let ground = dark ? ink : paper.mixed(second, dice.roll(0.02...0.12))
        let pen = dark ? paper : ink
        box(0, 0, width, height, ground)
        let frame = (left: width * 0.09, top: height * 0.13, right: width * 0.92, bottom: height * 0.86)
        switch true {
        case scene.has("circle", "planet", "orbit"): return orbits(pen)
        case scene.has("timetable", "diagonal"): rules(frame, pen, upright: true); return diagonals(frame, pen)
        case scene.has("band", "dots"): return bands(frame, pen)
        default: rules(frame, pen, upright: dice.chance(0.3))
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

    typealias Frame = (left: Double, top: Double, right: Double, bottom: Double)

    private mutating func rules(_ frame: Frame, _ pen: Ink, upright: Bool) {
        for step in 0...6 {
            let y = frame.bottom - (frame.bottom - frame.top) * Double(step) / 6
            line(Spot(frame.left, y), Spot(frame.right, y), pen, (step == 0 ? 5 : 1.5) * unit, step == 0 ? 1 : 0.3)
            box(frame.left - 62 * unit, y - 7 * unit, dice.roll(28...46) * unit, 12 * unit, pen, 0.5)
        }
        for step in 0...12 {
            let x = frame.left + (frame.right - frame.left) * Double(step) / 12
            line(Spot(x, frame.bottom), Spot(x, frame.bottom + 14 * unit), pen, 3 * unit)
            if step % 2 == 0 { box(x - 18 * unit, frame.bottom + 28 * unit, 36 * unit, 12 * unit, pen, 0.5) }
            if upright { line(Spot(x, frame.top), Spot(x, frame.bottom), pen, 1.5 * unit, 0.25) }
        }
    }

    /// Where a title would stand: a heavy rule and two light ones.
    private mutating func caption(_ pen: Ink) {
        box(width * 0.09, height * 0.05, 70 * unit, 12 * unit, second)
        box(width * 0.09, height * 0.075, dice.roll(260...420) * unit, 16 * unit, pen, 0.85)
    }

    private func value(_ frame: Frame, _ x: Double, _ y: Double) -> Spot {
        Spot(frame.left + (frame.right - frame.left) * x, frame.bottom - (frame.bottom - frame.top) * y)
    }

    private mutating func bars(_ frame: Frame, _ pen: Ink) {
        let number = max(5, scene.count("bar", usual: 9))
        let falling = scene.has("falling")
        for bar in 0..<number {
            let share = Double(bar) / Double(number)
            var tall = falling ? 0.92 - share * 0.85 + dice.roll(-0.04...0.04) : dice.roll(0.12...0.78)
            let last = bar == number - 1
            if scene.has("last") { tall = last ? 0.97 : tall * 0.7 }
            let foot = value(frame, share + 0.02, 0)
            let wide = (frame.right - frame.left) / Double(number) * 0.7
            let high = (frame.bottom - frame.top) * max(0.06, tall)
            let strong = scene.has("last") ? last : falling ? bar == 0 : bar == number / 2
            box(foot.x, foot.y - high, wide, high, strong ? second : pen)
            for hatch in stride(from: 12.0, to: wide, by: 22 * unit) where !strong && dice.chance(0.5) {
                line(Spot(foot.x + hatch, foot.y - high + 8), Spot(foot.x + hatch, foot.y - 8), second, 2 * unit, 0.4)
            }
        }
    }

    private mutating func curve(_ frame: Frame, _ pen: Ink) {
        let falling = scene.has("falling") || (!scene.has("rising") && dice.chance(0.4))
        let zigzag = scene.has("zigzag")
        let number = scene.has("eight") ? 8 : dice.whole(12...26)
        var spots: [Spot] = []
        for step in 0..<number {
            let share = Double(step) / Double(number - 1)
            let trend = falling ? 0.9 - share * 0.72 : 0.12 + share * share * 0.74
            let shake = zigzag ? (step % 2 == 0 ? 0.16 : -0.16) : dice.roll(-0.07...0.07)
            spots.append(
                value(frame, share, zigzag ? 0.55 + shake * dice.roll(0.6...1.5) : max(0.04, min(0.96, trend + shake))))
        }
        let line = zigzag || dice.chance(0.4) ? Self.outline(spots) : Self.smooth(spots)
        let foot = "L\(Int(frame.right)) \(Int(frame.bottom))L\(Int(frame.left)) \(Int(frame.bottom))Z"
        path(line + foot, fill: second, 0.85)
        for row in 0..<34 {
            let held = region(line + foot)
            let y = frame.top + (frame.bottom - frame.top) * Double(row) / 34
            if row % 2 == 0 { group(clip: held) { $0.line(Spot(0, y), Spot($0.width, y), pen, 2 * $0.unit, 0.22) } }
        }
        stroke(line, pen, 10 * unit)
        if scene.has("point", "dots") || number < 14 { for spot in spots { disc(spot, 15 * unit, pen) } }
        if let peak = spots.min(by: { $0.y < $1.y }) { mark(peak, pen) }
    }

    private mutating func mark(_ at: Spot, _ pen: Ink) {
        disc(at, 26 * unit, paper)
        disc(at, 26 * unit, second)
        disc(at, 11 * unit, pen)
        line(at + Spot(0, -34 * unit), at + Spot(0, -100 * unit), pen, 3 * unit)
        box(at.x - 50 * unit, at.y - 124 * unit, 100 * unit, 14 * unit, pen, 0.8)
    }

    private mutating func crossing(_ frame: Frame, _ pen: Ink) {
        for (colour, rises, thick) in [(pen, true, 12.0), (second, false, 18)] {
            var spots: [Spot] = []
            for step in 0...14 {
                let share = Double(step) / 14
                let bend = share * share * (3 - 2 * share)
                spots.append(
                    value(frame, share, (rises ? 0.1 + 0.76 * bend : 0.86 - 0.72 * bend) + dice.roll(-0.03...0.03)))
            }
            stroke(Self.smooth(spots), colour, thick * unit)
            for spot in spots where dice.chance(0.5) { disc(spot, 13 * unit, colour) }
        }
        mark(value(frame, 0.5, 0.48), pen)
    }

    private mutating func tides(_ frame: Frame, _ pen: Ink) {
        var spots: [Spot] = []
        for step in 0...420 {
            let share = Double(step) / 420
            let spring = 0.26 + 0.2 * Turn.wave(share * 1.0 + 0.1)
            spots.append(value(frame, share, 0.5 + Turn.wave(share * 27) * spring))
        }
        let line = Self.outline(spots)
        path(
            line + "L\(Int(frame.right)) \(Int(frame.bottom))L\(Int(frame.left)) \(Int(frame.bottom))Z", fill: second,
            0.9)
        stroke(line, pen, 5 * unit)
        disc(value(frame, 0.15, 1.02), 34 * unit, pen)
        disc(value(frame, 0.65, 1.02), 34 * unit, pen, 0.25)
    }

    private mutating func profile(_ frame: Frame, _ pen: Ink) {
        for layer in 0..<3 {
            let depth = Double(layer + 1) / 3
            let line = ridge(frame.bottom - (300 - 80 * depth) * unit, (190 - 40 * depth) * unit, rough: 0.7)
            let held = line.filter { $0.x >= frame.left && $0.x <= frame.right }
            shape(
                held + [Spot(frame.right, frame.bottom), Spot(frame.left, frame.bottom)],
                second.mixed(pen, depth * 0.9), 0.95)
            guard layer == 0 else { continue }
            for place in 1..<held.count - 1 where held[place].y < held[place - 1].y && held[place].y < held[place + 1].y
            {
                self.line(held[place], held[place] + Spot(0, -70 * unit), pen, 3 * unit)
                disc(held[place] + Spot(0, -76 * unit), 9 * unit, pen)
            }
        }
    }

    private mutating func diagonals(_ frame: Frame, _ pen: Ink) {
        for train in 0..<26 {
            let start = Double(train) / 22 - 0.15
            let down = train % 2 == 0
            var spots: [Spot] = []
            for stop in 0...6 {
                let share = Double(stop) / 6
                let y = down ? 1 - share : share
                spots.append(value(frame, min(1, max(0, start + share * 0.28)), y))
                spots.append(value(frame, min(1, max(0, start + share * 0.28 + 0.008)), y))
            }
            lines(spots, train == 9 ? second : pen, (train == 9 ? 13 : 4.5) * unit, train == 9 ? 1 : 0.85)
        }
        caption(pen)
    }

    private mutating func bands(_ frame: Frame, _ pen: Ink) {
        for band in -3..<9 {
            let x = width * Double(band) / 7
            shape(
                [Spot(x, height), Spot(x + 90 * unit, height), Spot(x + 620 * unit, 0), Spot(x + 530 * unit, 0)],
                second, 0.5)
        }
        for _ in 0..<220 {
            let band = Double(dice.whole(-3...8))
            let share = dice.roll(0...1)
            let x = width * band / 7 + 530 * unit * share + dice.roll(-26...116) * unit
            disc(Spot(x, height * (1 - share)), dice.roll(5...15) * unit, pen, 0.9)
        }
        caption(pen)
    }

    private mutating func orbits(_ pen: Ink) {
        let middle = Spot(width * dice.roll(0.2...0.4), height * dice.roll(0.5...0.62))
        glow(middle, 300 * unit, second, 0.6)
        disc(middle, 54 * unit, second)
        for ring in 1...7 {
            let radius = (70 + 19 * Double(ring * ring) + 40 * Double(ring)) * unit
            stroke(
                "M\(middle.x - radius) \(middle.y)a\(radius) \(radius) 0 1 0 \(radius * 2) 0a\(radius) \(radius) 0 1 0 \(-radius * 2) 0",
                pen, 2.6 * unit, 0.75)
            let way = Turn.of(dice.roll(-80...60))
            disc(middle + Spot(way.x * radius, way.y * radius), dice.roll(10...36) * unit, ring == 5 ? second : pen)
        }
        line(Spot(0, middle.y), Spot(width, middle.y), pen, 2 * unit, 0.5)
        caption(pen)
    }
}
