/// The night painter: stars first, then whatever shines, and a dark edge of earth.
extension Sheet {
    mutating func drawNightSky() {
        let y = height * dice.roll(0.7...0.82)
        sky(horizon: 0.9)
        let trails = scene.has("trail") || (!scene.has("moon", "aurora", "beam") && dice.chance(0.18))
        if !trails && !scene.has("full") && dice.chance(0.6) { milkyWay() }
        if trails { starTrails(y) } else { stars(760, above: y) }
        if scene.has("aurora") { aurora(y) }
        if scene.has("moon") { moon(y) }
        if scene.has("shooting", "meteor") { meteors() }
        if scene.has("sea", "water", "lighthouse") { nightSea(y) } else { nightLand(y) }
        nightSubject(y)
    }

    private mutating func milkyWay() {
        let tilt = dice.roll(-50...(-20))
        for _ in 0..<520 {
            let along = dice.roll(-1...1)
            let across = dice.roll(-1...1) * dice.roll(0...1) * 190 * unit
            let way = Turn.of(tilt)
            let at = Spot(
                width * 0.55 + way.x * along * width * 0.75 - way.y * across,
                height * 0.36 + way.y * along * width * 0.75 + way.x * across)
            disc(at, dice.roll(0.5...1.5) * unit, paper, dice.roll(0.2...0.7))
        }
        let way = Turn.of(tilt)
        for step in -9...9 {
            let along = Double(step) / 9
            let at = Spot(width * (0.55 + way.x * along * 0.75), height * 0.36 + way.y * along * width * 0.75)
            glow(at, dice.roll(150...290) * unit, second.mixed(paper, 0.4), 0.2)
        }
    }

    private mutating func starTrails(_ y: Double) {
        let pole = Spot(width * dice.roll(0.3...0.7), height * dice.roll(0.12...0.34))
        for _ in 0..<170 {
            let radius = dice.roll(20...1300) * unit
            let start = dice.roll(0...360)
            let sweep = dice.roll(26...40)
            let from = Turn.of(start)
            let to = Turn.of(start + sweep)
            let t = Self.text
            stroke(
                "M\(t(pole.x + from.x * radius)) \(t(pole.y + from.y * radius))A\(t(radius)) \(t(radius)) 0 0 1 "
                    + "\(t(pole.x + to.x * radius)) \(t(pole.y + to.y * radius))",
                paper.mixed(second, dice.roll(0...0.6)), dice.roll(0.8...2.6) * unit, dice.roll(0.25...0.9))
        }
        disc(pole, 4 * unit, paper)
        if scene.has("asteroid") {
            line(Spot(width * 0.2, height * 0.56), Spot(width * 0.78, height * 0.3), second, 4.5 * unit)
        }
    }

    private mutating func aurora(_ y: Double) {
        for _ in 0..<3 {
            let base = y * dice.roll(0.45...0.75)
            let shift = dice.roll(0...1)
            let shine = fade([(0, second, 0), (0.75, second.mixed(paper, 0.3), 0.34), (1, second, 0)])
            group(blur: 7 * unit) { sheet in
                for step in 0..<70 {
                    let share = Double(step) / 70
                    let foot = base + Turn.wave(share * 1.6 + shift) * 90 * sheet.unit
                    let high = (240 + 190 * Turn.wave(share * 2.7 + shift * 3)) * sheet.unit
                    sheet.box(share * sheet.width, foot - high, sheet.width / 50, high + 30 * sheet.unit, shine)
                }
            }
        }
    }

    private mutating func moon(_ y: Double) {
        let full = scene.has("full")
        let big = (full ? dice.roll(90...150) : dice.roll(50...90)) * unit
        let at = Spot(width * dice.roll(0.28...0.72), y * dice.roll(0.3...0.6))
        glow(at, big * 4.4, light.glow, 0.6)
        guard full else {
            let (r, t) = (big, Self.text)
            group("translate(\(t(at.x)) \(t(at.y))) rotate(\(t(dice.roll(-40...30))))") {
                $0.path(
                    "M0 \(t(-r))A\(t(r)) \(t(r)) 0 1 0 0 \(t(r))A\(t(r * 1.24)) \(t(r * 1.24)) 0 0 1 0 \(t(-r))Z",
                    fill: $0.paper)
            }
            return
        }
        disc(at, big, paper)
        for _ in 0..<9 {
            let crater = at + Spot(dice.roll(-0.55...0.55) * big, dice.roll(-0.55...0.55) * big)
            oval(crater, dice.roll(0.1...0.3) * big, dice.roll(0.1...0.24) * big, second, 0.2)
        }
    }

    private mutating func meteors() {
        for _ in 0..<dice.whole(3...6) {
            let at = Spot(dice.roll(0.1...0.8) * width, dice.roll(0.05...0.45) * height)
            let long = dice.roll(150...420) * unit
            for step in 0..<12 {
                let share = Double(step) / 12
                let a = at + Spot(long * share, long * 0.52 * share)
                line(
                    a, at + Spot(long * (share + 0.09), long * 0.52 * (share + 0.09)), paper,
                    (0.6 + 4.4 * share) * unit, share)
            }
        }
    }

    private mutating func nightSea(_ y: Double) {
        water(from: y, shine: scene.has("moon") ? width * 0.5 : dice.roll(0.3...0.7) * width, rough: 0.3)
        ground(
            ridge(y - 8 * unit, 24 * unit, rough: 0.2).map { Spot($0.x * 0.5, min($0.y, y)) } + [Spot(width * 0.5, y)],
            light.near.mixed(light.middle, 0.3))
        box(0, y, width, height - y, fade([(0, light.top, 0), (1, light.top, 0.6)]))
    }

    private mutating func nightLand(_ y: Double) {
        ground(ridge(y - 20 * unit, 70 * unit, rough: 0.2), light.at(0.4))
        mist(y + 20 * unit, 70 * unit, 0.3)
        let line = ridge(height * 0.9, 60 * unit, rough: 0.25)
        ground(line, light.near)
        grass(along: line, light.near, high: 46 * unit, number: 160)
        for _ in 0..<dice.whole(1...4) {
            let at = line[dice.whole(3...line.count - 4)] + Spot(0, 8 * unit)
            if dice.chance(0.5) {
                fir(at, dice.roll(150...330) * unit, light.near)
            } else {
                tree(at, dice.roll(260...470) * unit, light.near, crown: dice.chance(0.4))
            }
        }
    }

    private mutating func nightSubject(_ y: Double) {
        if scene.has("lighthouse") { return beam(y) }
        if scene.has("telescope", "hillside") { return observer() }
        if scene.has("wall") { return nightWall() }
        if scene.has("sea", "water") { return }
        if dice.chance(0.5) { observer() } else { cottage() }
    }

    private mutating func beam(_ y: Double) {
        let at = Spot(width * 0.3, y + 30 * unit)
        let lamp = at + Spot(0, -355 * unit)
        for (dx, dy, wide) in [(1.3, -0.32, 0.2), (-0.9, 0.05, 0.12)] {
            let end = lamp + Spot(dx * width, dy * height)
            shape(
                [lamp, end + Spot(0, -wide * height), end + Spot(0, wide * height)],
                paint: fade([(0, light.glow, dx > 0 ? 0.75 : 0), (1, light.glow, dx > 0 ? 0 : 0.5)], to: Spot(1, 0)),
                0.7)
        }
        glow(lamp, 170 * unit, light.glow, 1)
        place(at, 0.82) { $0.lighthouse($0.light.near, upper: $0.light.at(0.7), light: $0.light.glow) }
    }

    /// Somebody at a telescope, a lantern on the ground.
    private mutating func observer() {
        let at = Spot(width * dice.roll(0.56...0.74), height * 0.92)
        glow(at + Spot(-130 * unit, -20 * unit), 200 * unit, light.glow, 0.85)
        place(at, 0.8) { sheet in
            let near = sheet.light.near
            sheet.walker(near, umbrella: false)
            sheet.lines([Spot(-150, 6), Spot(-100, -190), Spot(-60, 6)], near, 8)
            sheet.line(Spot(-100, -190), Spot(-104, 6), near, 8)
            sheet.line(Spot(-60, -160), Spot(-240, -330), near, 34)
            sheet.line(Spot(-34, -136), Spot(-70, -170), near, 18)
            sheet.box(-182, -34, 26, 38, sheet.light.glow, round: 6)
        }
    }

    private mutating func nightWall() {
        let y = height * 0.86
        for row in 0..<5 {
            var x = -dice.roll(0...90) * unit
            while x < width {
                let wide = dice.roll(70...150) * unit
                box(
                    x, y + Double(row) * 38 * unit, wide - 4 * unit, 36 * unit,
                    light.near.mixed(light.middle, dice.roll(0.02...0.12)), round: 10 * unit)
                x += wide
            }
        }
        tree(Spot(width * 0.8, y + 10 * unit), 620 * unit, light.near, crown: false)
    }

    private mutating func cottage() {
        place(Spot(width * dice.roll(0.25...0.75), height * 0.9), 0.5) { sheet in
            let near = sheet.light.near
            sheet.shape(
                [Spot(-170, 20), Spot(-170, -110), Spot(-120, -200), Spot(130, -200), Spot(176, -110), Spot(176, 20)],
                near)
            sheet.box(80, -250, 34, 70, near)
            sheet.disc(Spot(-60, -60), 150, sheet.radiance([(0, sheet.light.glow, 0.6), (1, sheet.light.glow, 0)]))
            sheet.box(-84, -90, 46, 50, sheet.light.glow)
            sheet.box(40, -90, 40, 50, sheet.light.glow)
        }
    }
}
