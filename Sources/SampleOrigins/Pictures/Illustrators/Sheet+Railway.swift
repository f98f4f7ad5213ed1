/// The railway painter: lines that meet far away, signals, lit windows.
extension Sheet {
    mutating func drawRailway() {
        if scene.has("tram") { return drawTramStreet() }
        if scene.has("key", "lever") { return frame() }
        if scene.has("box") { return signalBox() }
        switch dice.whole(0...2) {
        case 0 where !scene.has("train", "signal"): viaduct()
        default: track()
        }
    }

    private mutating func drawTramStreet() {
        sky(horizon: 0.6)
        let y = height * 0.66
        sun(Spot(width * dice.roll(0.25...0.7), height * 0.42), 90 * unit)
        houses(y, high: 300 * unit, light.at(0.45), windows: light.glow, litShare: 0.2)
        mist(y - 20 * unit, 120 * unit, 0.6)
        box(0, y, width, height - y, fade([(0, light.horizon.mixed(ink, 0.3), 1), (1, ink.deeper(0.3), 1)]))
        let at = Spot(width * dice.roll(0.42...0.58), height * 0.86)
        for (a, b) in [(-30.0, -170.0), (40, 190)] {
            line(Spot(at.x + a * unit, y), Spot(at.x + b * unit, height), light.horizon, 9 * unit, 0.9)
        }
        line(Spot(0, height * 0.09), Spot(width, height * 0.2), light.near, 4 * unit)
        line(Spot(0, height * 0.24), Spot(width, height * 0.12), light.near, 4 * unit)
        group("translate(0 \(Int(at.y * 2 - 16 * unit))) scale(1 -1)", opacity: 0.3) {
            $0.place(at, 1.08) { $0.tram($0.light.near, light: $0.light.glow, sign: $0.second) }
        }
        place(at, 1.08) { $0.tram($0.light.near, light: $0.light.glow, sign: $0.second) }
        for side in [0.08, 0.9] {
            place(Spot(width * side, height * 0.92), 1.3) { $0.lampPost($0.light.near, light: $0.light.glow) }
        }
        for _ in 0..<3 {
            place(Spot(width * dice.roll(0.1...0.34), height * dice.roll(0.84...0.98)), dice.roll(0.6...0.9)) {
                $0.walker($0.light.near, umbrella: $0.scene.rain)
            }
        }
        if scene.rain { rain() }
    }

    private mutating func track() {
        let eye = Spot(width * dice.roll(0.34...0.66), height * dice.roll(0.44...0.54))
        sky(horizon: eye.y / height)
        if scene.isDark { stars(70, above: eye.y) }
        sun(Spot(eye.x + dice.roll(-260...260) * unit, eye.y - dice.roll(60...220) * unit), dice.roll(40...90) * unit)
        ground(ridge(eye.y - 10 * unit, 50 * unit, rough: 0.2), light.at(0.3))
        mist(eye.y, 60 * unit, 0.6)
        box(0, eye.y + 4 * unit, width, height, fade([(0, light.at(0.5), 1), (1, light.near, 1)]))
        for pair in dice.chance(0.5) ? [-1, 0, 1] : [0] { rails(eye, Double(pair)) }
        posts(eye)
        if scene.has("train") || dice.chance(0.6) { train(eye) }
        signal(eye)
        if scene.rain { rain() }
        if scene.has("snow") { snow() }
    }

    private mutating func rails(_ eye: Spot, _ pair: Double) {
        let shift = pair * 760 * unit
        for sleeper in 0..<36 {
            let depth = Double(sleeper) / 36
            let share = depth * depth * depth
            let middle = eye + Spot(shift * share, 8 * unit + (height - eye.y) * share)
            box(
                middle.x - 330 * unit * share, middle.y, 660 * unit * share, 24 * unit * share + 1, ink.deeper(0.75),
                0.8)
        }
        for side in [-1.0, 1] {
            let foot = Spot(eye.x + shift + side * 230 * unit, height)
            shape([eye + Spot(0, 6 * unit), foot + Spot(-9 * unit, 0), foot + Spot(12 * unit, 0)], light.horizon, 0.95)
        }
    }

    private mutating func posts(_ eye: Spot) {
        let near = light.near
        for step in 0..<7 {
            let share = Double((step + 1) * (step + 1)) / 49
            let x = eye.x - (40 + 520 * share) * unit
            let tall = (30 + 620 * share) * unit
            let foot = eye.y + (6 + 300 * share) * unit
            line(Spot(x, foot), Spot(x, foot - tall), near, (2 + 13 * share) * unit)
            line(
                Spot(x - 70 * unit * share, foot - tall * 0.94), Spot(x + 300 * unit * share, foot - tall * 0.94), near,
                (1.5 + 7 * share) * unit)
        }
        for wire in [0.84, 0.92] {
            line(
                eye + Spot(0, -20 * unit),
                Spot(eye.x - 560 * unit + 900 * unit * (wire - 0.8), eye.y - 560 * unit * wire), near, 2.4 * unit)
        }
    }

    private mutating func train(_ eye: Spot) {
        let at = eye + Spot(8 * unit, dice.roll(60...150) * unit)
        glow(at + Spot(0, -60 * unit), 360 * unit, light.glow, 0.9)
        place(at, dice.roll(0.5...0.85)) { sheet in
            let near = sheet.light.near.deeper(0.4)
            sheet.path("M-130 0V-270C-120 -330 120 -330 130 -270V0Z", fill: near)
            sheet.box(-100, -266, 88, 84, sheet.light.glow, 0.9, round: 10)
            sheet.box(12, -266, 88, 84, sheet.light.glow, 0.9, round: 10)
            sheet.box(-60, -308, 120, 26, sheet.second, round: 5)
            for x in [-88.0, 88] {
                sheet.disc(
                    Spot(x, -70), 100,
                    sheet.radiance([(0, sheet.paper, 1), (0.2, sheet.paper, 0.6), (1, sheet.paper, 0)]))
                sheet.disc(Spot(x, -70), 20, sheet.paper)
            }
            sheet.box(-120, -30, 240, 30, near)
        }
        path(of: at.x, from: at.y + 6 * unit, colour: light.glow, wide: 0.5, number: 46)
    }

    private mutating func signal(_ eye: Spot) {
        place(Spot(eye.x + dice.roll(240...380) * unit, eye.y + dice.roll(170...300) * unit), dice.roll(0.8...1.1)) {
            sheet in
            let near = sheet.light.near.deeper(0.4)
            sheet.line(Spot(0, 0), Spot(0, -620), near, 17)
            sheet.line(Spot(-60, -420), Spot(60, -420), near, 9)
            sheet.box(-36, -650, 72, 150, near, round: 22)
            sheet.disc(Spot(0, -616), 20, sheet.second)
            sheet.disc(Spot(0, -616), 130, sheet.radiance([(0, sheet.second, 0.9), (1, sheet.second, 0)]))
            sheet.disc(Spot(0, -550), 18, sheet.ink.mixed(sheet.paper, 0.2))
            for step in 0..<9 {
                sheet.line(Spot(-22, -60 - Double(step) * 50), Spot(22, -60 - Double(step) * 50), near, 5)
            }
        }
    }

    private mutating func viaduct() {
        sky(horizon: 0.66)
        sun(Spot(width * dice.roll(0.2...0.8), height * 0.36), dice.roll(50...110) * unit)
        clouds(6, above: height * 0.5, colour: light.far, strength: 0.5)
        for layer in 0..<3 {
            ground(
                ridge(height * (0.56 + 0.08 * Double(layer)), 90 * unit, rough: 0.4),
                light.at(0.16 + 0.16 * Double(layer)))
        }
        mist(height * 0.74, 130 * unit, 0.6)
        let deck = height * 0.5
        let arches = 7
        let wide = width / Double(arches) * 1.04
        for arch in 0...arches {
            let x = Double(arch) * wide - wide * 0.3
            let d =
                "M\(x) \(deck)H\(x + wide)V\(height)H\(x + wide * 0.88)V\(deck + 150 * unit)C\(x + wide * 0.88) \(deck + 24 * unit) \(x + wide * 0.12) \(deck + 24 * unit) \(x + wide * 0.12) \(deck + 150 * unit)V\(height)H\(x)Z"
            path(d, fill: light.at(0.78))
        }
        box(-5, deck - 20 * unit, width + 10, 30 * unit, light.at(0.9))
        for car in 0..<4 {
            let x = width * 0.2 + Double(car) * 214 * unit
            box(x, deck - 90 * unit, 206 * unit, 72 * unit, light.near, round: 12 * unit)
            for pane in 0..<6 {
                box(x + (16 + Double(pane) * 31) * unit, deck - 76 * unit, 21 * unit, 26 * unit, light.glow)
            }
        }
        let line = ridge(height * 0.93, 60 * unit, rough: 0.3)
        ground(line, light.near)
        for _ in 0..<9 {
            fir(line[dice.whole(0...line.count - 1)] + Spot(0, 10 * unit), dice.roll(120...300) * unit, light.near)
        }
    }

    private mutating func signalBox() {
        let y = height * 0.82
        sky(horizon: 0.7)
        if scene.isDark { stars(160, above: y) }
        ground(ridge(y - 40 * unit, 60 * unit, rough: 0.2), light.at(0.4))
        ground([Spot(0, y), Spot(width, y)], light.near)
        let at = Spot(width * dice.roll(0.4...0.55), y + 8 * unit)
        glow(at + Spot(0, -440 * unit), 640 * unit, light.glow, 0.8)
        place(at, 1.1) { sheet in
            let near = sheet.light.near.deeper(0.3)
            sheet.box(-190, -300, 380, 310, near)
            for brick in 0..<24 {
                sheet.box(
                    -180 + Double(brick % 6) * 62, -280 + Double(brick / 6) * 66, 52, 12, sheet.light.at(0.8), 0.6)
            }
            sheet.box(-240, -500, 480, 210, sheet.light.glow)
            for bar in 0...8 { sheet.box(-244 + Double(bar) * 60, -500, 9, 210, near) }
            sheet.box(-240, -404, 480, 8, near)
            sheet.shape([Spot(-280, -496), Spot(-190, -610), Spot(190, -610), Spot(280, -496)], near)
            sheet.box(110, -680, 40, 90, near)
            sheet.walkerBehindGlass(near)
            for step in 0..<9 { sheet.box(200 + Double(step) * 26, -290 + Double(step) * 33, 60, 9, near) }
            sheet.line(Spot(200, -290), Spot(450, 10), near, 8)
        }
        for rail in 0..<4 {
            line(
                Spot(0, height * (0.88 + 0.035 * Double(rail))), Spot(width, height * (0.86 + 0.045 * Double(rail))),
                light.horizon, (3 + 2 * Double(rail)) * unit, 0.8)
        }
        place(Spot(width * 0.86, y + 20 * unit), 0.9) { sheet in
            sheet.line(Spot(0, 0), Spot(0, -640), sheet.light.near, 15)
            sheet.shape([Spot(0, -620), Spot(-190, -660), Spot(-190, -610), Spot(0, -574)], sheet.second)
            sheet.disc(Spot(20, -590), 13, sheet.light.glow)
        }
        if scene.rain { rain() }
    }

    mutating func walkerBehindGlass(_ colour: Ink) {
        path("M-70 -290V-380C-70 -420 10 -420 10 -380V-290Z", fill: colour)
        disc(Spot(-30, -438), 27, colour)
        for lever in 0..<6 { line(Spot(40 + Double(lever) * 30, -290), Spot(34 + Double(lever) * 30, -370), colour, 7) }
    }

    /// The lever frame inside a signal box.
    private mutating func frame() {
        box(0, 0, width, height, fade([(0, light.middle, 1), (1, ink.deeper(0.3), 1)]))
        for pane in 0..<5 {
            let x = width * (0.02 + 0.2 * Double(pane))
            box(x, -10, width * 0.17, height * 0.46, fade([(0, light.horizon, 1), (1, light.glow, 1)]))
            box(x + width * 0.08, -10, 8 * unit, height * 0.46, light.near)
        }
        ground(ridge(height * 0.47, 40 * unit, rough: 0.2), light.at(0.5))
        box(0, height * 0.47, width, height, fade([(0, ink.mixed(second, 0.3), 1), (1, ink.deeper(0.6), 1)]))
        for lever in 0..<11 {
            let x = width * (0.06 + 0.088 * Double(lever))
            let tilt = lever % 4 == 2 ? 60.0 : dice.roll(-6...6)
            place(Spot(x, height * 1.02), 1, turned: tilt * 0.12) { sheet in
                sheet.box(
                    -14, -600, 28, 600, lever % 3 == 0 ? sheet.second : sheet.ink.mixed(sheet.paper, 0.25), round: 6)
                sheet.box(-17, -700, 34, 120, sheet.paper, round: 15)
                sheet.line(Spot(26, -560), Spot(20, -690), sheet.paper, 7)
                sheet.oval(Spot(0, -380), 26, 34, sheet.second.mixed(sheet.paper, 0.5))
            }
        }
        box(0, height * 0.9, width, height * 0.1, ink.deeper(0.7))
    }
}
