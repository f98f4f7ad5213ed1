extension SVGCanvas {
    mutating func drawPortrait() {
        backdrop()
        if scene.has("cat") { return cat() }
        if scene.has("women", "men", "two") {
            figure(Point(width * 0.32, height * 1.02), 0.74, light.atDepth(0.72))
            figure(Point(width * 0.68, height * 1.06), 0.86, light.near)
        } else if scene.has("seated", "reader") {
            seated(Point(width * rng.double(0.44...0.56), height * 1.0))
        } else {
            figure(Point(width * rng.double(0.4...0.58), height * 1.04), rng.double(1...1.16), light.near)
        }
        if scene.isWindy {
            for _ in 0..<30 {
                let y = rng.double(0...1) * height;
                line(
                    Point(rng.double(-0.2...0.8) * width, y), Point(rng.double(0.4...1.2) * width, y - 20 * unit),
                    light.horizon, 2 * unit, 0.2)
            }
        }
    }

    private mutating func backdrop() {
        let slant = rng.double(-0.2...0.5)
        rect(
            0, 0, width, height,
            linearGradient(
                [(0, light.middle, 1), (1, light.top.mixed(ink, 0.3), 1)], from: Point(slant, 0),
                to: Point(1 - slant, 1))
        )
        if scene.has("window", "library", "desk") { return paneBehind() }
        if scene.has("porthole") {
            glow(Point(width * 0.62, height * 0.4), 560 * unit, light.horizon, 0.9)
            circle(Point(width * 0.62, height * 0.4), 330 * unit, light.horizon)
            return
        }
        if scene.has("lamp", "cable") { return cellar() }
        switch rng.int(0...5) {
        case 0: sunDisc()
        case 1: paneBehind()
        case 2: shore()
        case 3: corner()
        case 4: hills()
        default: blinds()
        }
    }

    private mutating func sunDisc() {
        let at = Point(width * rng.double(0.35...0.65), height * rng.double(0.36...0.5))
        glow(at, 700 * unit, light.disc, 0.7)
        circle(at, rng.double(260...370) * unit, light.disc.mixed(light.horizon, 0.2))
    }

    private mutating func paneBehind() {
        let x = width * rng.double(0.1...0.5)
        let wide = width * rng.double(0.34...0.46)
        glow(Point(x + wide / 2, height * 0.4), 640 * unit, light.horizon, 0.9)
        rect(x, -10, wide, height * 0.74, light.horizon)
        for bar in 1..<3 {
            rect(x + wide * Double(bar) / 3 - 6 * unit, -10, 12 * unit, height * 0.74, light.atDepth(0.7))
        }
        for bar in 1..<3 { rect(x, height * 0.74 * Double(bar) / 3, wide, 12 * unit, light.atDepth(0.7)) }
        rect(x - 30 * unit, height * 0.73, wide + 60 * unit, 26 * unit, light.atDepth(0.8))
    }

    private mutating func shore() {
        let y = height * rng.double(0.5...0.62)
        sky(horizon: y / height)
        water(from: y, shine: width * rng.double(0.2...0.8), rough: scene.isWindy ? 1 : 0.3)
        ground(
            ridge(y - 16 * unit, 40 * unit, rough: 0.3).map { Point($0.x, min($0.y, y)) } + [Point(width, y)],
            light.atDepth(0.3))
        rect(0, y, width, height - y, linearGradient([(0, light.middle, 0), (1, light.top, 0.7)]))
    }

    private mutating func corner() {
        let x = width * rng.double(0.3...0.7)
        rect(0, 0, x, height, light.horizon.mixed(accent, 0.35), 0.9)
        polygon(
            [Point(x, 0), Point(width, 0), Point(width, height * 0.5), Point(x, height * 0.9)], light.horizon, 0.45)
        group(opacity: 0.25, blur: 5 * unit) {
            $0.tree(Point($0.width * 0.86, $0.height), 900 * $0.unit, $0.ink, crown: false)
        }
    }

    private mutating func hills() {
        sky(horizon: 0.6)
        sun(Point(width * rng.double(0.2...0.8), height * 0.3), rng.double(50...90) * unit)
        for layer in 0..<4 {
            let depth = Double(layer + 1) / 5
            ground(ridge(height * (0.44 + 0.13 * Double(layer)), 80 * unit, rough: 0.35), light.atDepth(depth * 0.7))
            mist(height * (0.5 + 0.13 * Double(layer)), 90 * unit, 0.5)
        }
    }

    private mutating func blinds() {
        glow(Point(width * 0.3, height * 0.3), 800 * unit, light.horizon, 0.6)
        for row in 0..<13 {
            let y = height * (Double(row) / 12 - 0.1)
            polygon(
                [
                    Point(width * 0.1, y), Point(width * 0.95, y - 150 * unit), Point(width * 0.95, y - 110 * unit),
                    Point(width * 0.1, y + 34 * unit),
                ], light.horizon, 0.5)
        }
    }

    private mutating func cellar() {
        for cable in 0..<17 {
            let y = height * (0.02 + 0.045 * Double(cable))
            stroke(
                Self.smoothPathData([
                    Point(-20, y), Point(width * 0.3, y + 30 * unit), Point(width * 0.7, y - 20 * unit),
                    Point(width + 20, y + 16 * unit),
                ]), light.atDepth(rng.double(0.2...0.9)), rng.double(9...24) * unit)
        }
        let lamp = Point(width * 0.76, height * 0.2)
        line(Point(lamp.x, 0), lamp, light.near, 6 * unit)
        glow(lamp, 700 * unit, light.glow, 1)
        circle(lamp, 44 * unit, paper)
    }

    private mutating func cat() {
        place(Point(width * 0.5, height * 0.98), 1.05) { canvas in
            let near = canvas.light.near
            canvas.path(
                "M-300 20C-330 -300 -200 -430 -110 -470L-130 -690L-40 -600C0 -612 40 -612 80 -600L170 -690L150 -470C240 -400 310 -250 290 20Z",
                fill: near)
            canvas.stroke("M170 -690L150 -470C240 -400 310 -250 290 20", canvas.paper, 10, 0.8)
            for x in [-46.0, 86] {
                canvas.ellipse(Point(x, -500), 30, 19, canvas.accent.mixed(canvas.paper, 0.4))
                canvas.ellipse(Point(x, -500), 7, 17, near)
            }
            canvas.path("M8 -456H34L21 -440Z", fill: canvas.paper)
            for y in [-440.0, -424, -408] {
                canvas.line(Point(50, y), Point(220, y - 26), canvas.paper, 3, 0.7)
                canvas.line(Point(-8, y), Point(-178, y - 26), canvas.paper, 3, 0.7)
            }
        }
    }
}
