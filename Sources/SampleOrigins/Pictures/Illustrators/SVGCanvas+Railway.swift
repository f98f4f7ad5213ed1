extension SVGCanvas {
    mutating func drawRailway() {
        if scene.has("tram") { return drawTramStreet() }
        if scene.has("key", "lever") { return frame() }
        if scene.has("box") { return signalBox() }
        switch rng.int(0...2) {
        case 0 where !scene.has("train", "signal"): viaduct()
        default: track()
        }
    }

    private mutating func drawTramStreet() {
        sky(horizon: 0.6)
        let y = height * 0.66
        sun(Point(width * rng.double(0.25...0.7), height * 0.42), 90 * unit)
        houses(y, high: 300 * unit, light.atDepth(0.45), windows: light.glow, litShare: 0.2)
        mist(y - 20 * unit, 120 * unit, 0.6)
        rect(
            0, y, width, height - y, linearGradient([(0, light.horizon.mixed(ink, 0.3), 1), (1, ink.darkened(0.3), 1)]))
        let at = Point(width * rng.double(0.42...0.58), height * 0.86)
        for (a, b) in [(-30.0, -170.0), (40, 190)] {
            line(Point(at.x + a * unit, y), Point(at.x + b * unit, height), light.horizon, 9 * unit, 0.9)
        }
        line(Point(0, height * 0.09), Point(width, height * 0.2), light.near, 4 * unit)
        line(Point(0, height * 0.24), Point(width, height * 0.12), light.near, 4 * unit)
        group("translate(0 \(Int(at.y * 2 - 16 * unit))) scale(1 -1)", opacity: 0.3) {
            $0.place(at, 1.08) { $0.tram($0.light.near, light: $0.light.glow, sign: $0.accent) }
        }
        place(at, 1.08) { $0.tram($0.light.near, light: $0.light.glow, sign: $0.accent) }
        for side in [0.08, 0.9] {
            place(Point(width * side, height * 0.92), 1.3) { $0.lampPost($0.light.near, light: $0.light.glow) }
        }
        for _ in 0..<3 {
            place(Point(width * rng.double(0.1...0.34), height * rng.double(0.84...0.98)), rng.double(0.6...0.9)) {
                $0.walker($0.light.near, umbrella: $0.scene.isRainy)
            }
        }
        if scene.isRainy { rain() }
    }

    private mutating func track() {
        let eye = Point(width * rng.double(0.34...0.66), height * rng.double(0.44...0.54))
        sky(horizon: eye.y / height)
        if scene.isDark { stars(70, above: eye.y) }
        sun(
            Point(eye.x + rng.double(-260...260) * unit, eye.y - rng.double(60...220) * unit),
            rng.double(40...90) * unit)
        ground(ridge(eye.y - 10 * unit, 50 * unit, rough: 0.2), light.atDepth(0.3))
        mist(eye.y, 60 * unit, 0.6)
        rect(0, eye.y + 4 * unit, width, height, linearGradient([(0, light.atDepth(0.5), 1), (1, light.near, 1)]))
        for pair in rng.chance(0.5) ? [-1, 0, 1] : [0] { rails(eye, Double(pair)) }
        posts(eye)
        if scene.has("train") || rng.chance(0.6) { train(eye) }
        signal(eye)
        if scene.isRainy { rain() }
        if scene.has("snow") { snow() }
    }

    private mutating func rails(_ eye: Point, _ pair: Double) {
        let shift = pair * 760 * unit
        for sleeper in 0..<36 {
            let depth = Double(sleeper) / 36
            let share = depth * depth * depth
            let middle = eye + Point(shift * share, 8 * unit + (height - eye.y) * share)
            rect(
                middle.x - 330 * unit * share, middle.y, 660 * unit * share, 24 * unit * share + 1, ink.darkened(0.75),
                0.8)
        }
        for side in [-1.0, 1] {
            let foot = Point(eye.x + shift + side * 230 * unit, height)
            polygon(
                [eye + Point(0, 6 * unit), foot + Point(-9 * unit, 0), foot + Point(12 * unit, 0)], light.horizon, 0.95)
        }
    }

    private mutating func posts(_ eye: Point) {
        let near = light.near
        for step in 0..<7 {
            let share = Double((step + 1) * (step + 1)) / 49
            let x = eye.x - (40 + 520 * share) * unit
            let tall = (30 + 620 * share) * unit
            let foot = eye.y + (6 + 300 * share) * unit
            line(Point(x, foot), Point(x, foot - tall), near, (2 + 13 * share) * unit)
            line(
                Point(x - 70 * unit * share, foot - tall * 0.94), Point(x + 300 * unit * share, foot - tall * 0.94),
                near,
                (1.5 + 7 * share) * unit)
        }
        for wire in [0.84, 0.92] {
            line(
                eye + Point(0, -20 * unit),
                Point(eye.x - 560 * unit + 900 * unit * (wire - 0.8), eye.y - 560 * unit * wire), near, 2.4 * unit)
        }
    }

    private mutating func train(_ eye: Point) {
        let at = eye + Point(8 * unit, rng.double(60...150) * unit)
        glow(at + Point(0, -60 * unit), 360 * unit, light.glow, 0.9)
        place(at, rng.double(0.5...0.85)) { canvas in
            let near = canvas.light.near.darkened(0.4)
            canvas.path("M-130 0V-270C-120 -330 120 -330 130 -270V0Z", fill: near)
            canvas.rect(-100, -266, 88, 84, canvas.light.glow, 0.9, round: 10)
            canvas.rect(12, -266, 88, 84, canvas.light.glow, 0.9, round: 10)
            canvas.rect(-60, -308, 120, 26, canvas.accent, round: 5)
            for x in [-88.0, 88] {
                canvas.circle(
                    Point(x, -70), 100,
                    canvas.radialGradient([(0, canvas.paper, 1), (0.2, canvas.paper, 0.6), (1, canvas.paper, 0)]))
                canvas.circle(Point(x, -70), 20, canvas.paper)
            }
            canvas.rect(-120, -30, 240, 30, near)
        }
        glitter(of: at.x, from: at.y + 6 * unit, colour: light.glow, wide: 0.5, number: 46)
    }

    private mutating func signal(_ eye: Point) {
        place(Point(eye.x + rng.double(240...380) * unit, eye.y + rng.double(170...300) * unit), rng.double(0.8...1.1))
        {
            canvas in
            let near = canvas.light.near.darkened(0.4)
            canvas.line(Point(0, 0), Point(0, -620), near, 17)
            canvas.line(Point(-60, -420), Point(60, -420), near, 9)
            canvas.rect(-36, -650, 72, 150, near, round: 22)
            canvas.circle(Point(0, -616), 20, canvas.accent)
            canvas.circle(Point(0, -616), 130, canvas.radialGradient([(0, canvas.accent, 0.9), (1, canvas.accent, 0)]))
            canvas.circle(Point(0, -550), 18, canvas.ink.mixed(canvas.paper, 0.2))
            for step in 0..<9 {
                canvas.line(Point(-22, -60 - Double(step) * 50), Point(22, -60 - Double(step) * 50), near, 5)
            }
        }
    }

    private mutating func viaduct() {
        sky(horizon: 0.66)
        sun(Point(width * rng.double(0.2...0.8), height * 0.36), rng.double(50...110) * unit)
        clouds(6, above: height * 0.5, colour: light.far, strength: 0.5)
        for layer in 0..<3 {
            ground(
                ridge(height * (0.56 + 0.08 * Double(layer)), 90 * unit, rough: 0.4),
                light.atDepth(0.16 + 0.16 * Double(layer)))
        }
        mist(height * 0.74, 130 * unit, 0.6)
        let deck = height * 0.5
        let arches = 7
        let wide = width / Double(arches) * 1.04
        for arch in 0...arches {
            let x = Double(arch) * wide - wide * 0.3
            let d =
                "M\(x) \(deck)H\(x + wide)V\(height)H\(x + wide * 0.88)V\(deck + 150 * unit)C\(x + wide * 0.88) \(deck + 24 * unit) \(x + wide * 0.12) \(deck + 24 * unit) \(x + wide * 0.12) \(deck + 150 * unit)V\(height)H\(x)Z"
            path(d, fill: light.atDepth(0.78))
        }
        rect(-5, deck - 20 * unit, width + 10, 30 * unit, light.atDepth(0.9))
        for car in 0..<4 {
            let x = width * 0.2 + Double(car) * 214 * unit
            rect(x, deck - 90 * unit, 206 * unit, 72 * unit, light.near, round: 12 * unit)
            for pane in 0..<6 {
                rect(x + (16 + Double(pane) * 31) * unit, deck - 76 * unit, 21 * unit, 26 * unit, light.glow)
            }
        }
        let line = ridge(height * 0.93, 60 * unit, rough: 0.3)
        ground(line, light.near)
        for _ in 0..<9 {
            fir(line[rng.int(0...line.count - 1)] + Point(0, 10 * unit), rng.double(120...300) * unit, light.near)
        }
    }

    private mutating func signalBox() {
        let y = height * 0.82
        sky(horizon: 0.7)
        if scene.isDark { stars(160, above: y) }
        ground(ridge(y - 40 * unit, 60 * unit, rough: 0.2), light.atDepth(0.4))
        ground([Point(0, y), Point(width, y)], light.near)
        let at = Point(width * rng.double(0.4...0.55), y + 8 * unit)
        glow(at + Point(0, -440 * unit), 640 * unit, light.glow, 0.8)
        place(at, 1.1) { canvas in
            let near = canvas.light.near.darkened(0.3)
            canvas.rect(-190, -300, 380, 310, near)
            for brick in 0..<24 {
                canvas.rect(
                    -180 + Double(brick % 6) * 62, -280 + Double(brick / 6) * 66, 52, 12, canvas.light.atDepth(0.8), 0.6
                )
            }
            canvas.rect(-240, -500, 480, 210, canvas.light.glow)
            for bar in 0...8 { canvas.rect(-244 + Double(bar) * 60, -500, 9, 210, near) }
            canvas.rect(-240, -404, 480, 8, near)
            canvas.polygon([Point(-280, -496), Point(-190, -610), Point(190, -610), Point(280, -496)], near)
            canvas.rect(110, -680, 40, 90, near)
            canvas.walkerBehindGlass(near)
            for step in 0..<9 { canvas.rect(200 + Double(step) * 26, -290 + Double(step) * 33, 60, 9, near) }
            canvas.line(Point(200, -290), Point(450, 10), near, 8)
        }
        for rail in 0..<4 {
            line(
                Point(0, height * (0.88 + 0.035 * Double(rail))), Point(width, height * (0.86 + 0.045 * Double(rail))),
                light.horizon, (3 + 2 * Double(rail)) * unit, 0.8)
        }
        place(Point(width * 0.86, y + 20 * unit), 0.9) { canvas in
            canvas.line(Point(0, 0), Point(0, -640), canvas.light.near, 15)
            canvas.polygon([Point(0, -620), Point(-190, -660), Point(-190, -610), Point(0, -574)], canvas.accent)
            canvas.circle(Point(20, -590), 13, canvas.light.glow)
        }
        if scene.isRainy { rain() }
    }

    mutating func walkerBehindGlass(_ colour: Colour) {
        path("M-70 -290V-380C-70 -420 10 -420 10 -380V-290Z", fill: colour)
        circle(Point(-30, -438), 27, colour)
        for lever in 0..<6 {
            line(Point(40 + Double(lever) * 30, -290), Point(34 + Double(lever) * 30, -370), colour, 7)
        }
    }

    private mutating func frame() {
        rect(0, 0, width, height, linearGradient([(0, light.middle, 1), (1, ink.darkened(0.3), 1)]))
        for pane in 0..<5 {
            let x = width * (0.02 + 0.2 * Double(pane))
            rect(x, -10, width * 0.17, height * 0.46, linearGradient([(0, light.horizon, 1), (1, light.glow, 1)]))
            rect(x + width * 0.08, -10, 8 * unit, height * 0.46, light.near)
        }
        ground(ridge(height * 0.47, 40 * unit, rough: 0.2), light.atDepth(0.5))
        rect(
            0, height * 0.47, width, height,
            linearGradient([(0, ink.mixed(accent, 0.3), 1), (1, ink.darkened(0.6), 1)]))
        for lever in 0..<11 {
            let x = width * (0.06 + 0.088 * Double(lever))
            let tilt = lever % 4 == 2 ? 60.0 : rng.double(-6...6)
            place(Point(x, height * 1.02), 1, turned: tilt * 0.12) { canvas in
                canvas.rect(
                    -14, -600, 28, 600, lever % 3 == 0 ? canvas.accent : canvas.ink.mixed(canvas.paper, 0.25), round: 6)
                canvas.rect(-17, -700, 34, 120, canvas.paper, round: 15)
                canvas.line(Point(26, -560), Point(20, -690), canvas.paper, 7)
                canvas.ellipse(Point(0, -380), 26, 34, canvas.accent.mixed(canvas.paper, 0.5))
            }
        }
        rect(0, height * 0.9, width, height * 0.1, ink.darkened(0.7))
    }
}
