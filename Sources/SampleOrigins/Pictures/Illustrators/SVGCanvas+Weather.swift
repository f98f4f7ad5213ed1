extension SVGCanvas {
    mutating func drawWeather() {
        if scene.has("map", "isobar", "front", "pressure", "forecast") { return weatherMap() }
        if scene.has("sea", "ferry", "swell", "storm", "wave") { return storm() }
        if scene.has("pitch") { return pitch() }
        if scene.isFoggy { return fogBank() }
        if scene.has("sky") || rng.chance(0.4) { return greatCloud() }
        gale()
    }

    private mutating func weatherMap() {
        rect(0, 0, width, height, light.horizon.mixed(accent, 0.16))
        for land in 0..<3 {
            let at = Point(width * (0.12 + 0.36 * Double(land)), height * rng.double(0.2...0.85))
            var points: [Point] = []
            for step in 0..<26 {
                let way = Angle.unitVector(Double(step) * 360 / 26)
                let radius = rng.double(190...330) * unit
                points.append(at + Point(way.x * radius, way.y * radius))
            }
            smoothPolygon(points, ink.mixed(paper, 0.68))
        }
        isobars(Point(width * rng.double(0.25...0.4), height * rng.double(0.35...0.5)), 9)
        isobars(Point(width * rng.double(0.75...0.9), height * rng.double(0.5...0.75)), 5)
        front()
    }

    private mutating func isobars(_ at: Point, _ number: Int) {
        let stretch = rng.double(1.1...1.6)
        let tilt = rng.double(-40...40)
        group("translate(\(Int(at.x)) \(Int(at.y))) rotate(\(Int(tilt)))") { canvas in
            for ring in 1...number {
                let radius = Double(ring * ring) * 5 * canvas.unit + 34 * canvas.unit * Double(ring)
                var points: [Point] = []
                for step in 0..<18 {
                    let way = Angle.unitVector(Double(step) * 20)
                    let wobble = 1 + 0.07 * Angle.sine(Double(step) / 6 + Double(ring) / 9)
                    points.append(Point(way.x * radius * stretch * wobble, way.y * radius * wobble))
                }
                canvas.stroke(Self.smoothPathData(points, closed: true), canvas.ink, 4 * canvas.unit, 0.9)
            }
        }
    }

    private mutating func front() {
        var points: [Point] = []
        for step in 0...8 {
            let share = Double(step) / 8
            points.append(
                Point(width * (0.3 + 0.34 * share + 0.05 * Angle.sine(share)), height * (0.42 + 0.62 * share)))
        }
        stroke(Self.smoothPathData(points), accent, 10 * unit)
        for index in 0..<8 {
            let middle = points[index].towards(points[index + 1], 0.5)
            let a = points[index].towards(points[index + 1], 0.25)
            let b = points[index].towards(points[index + 1], 0.75)
            polygon([a, b, middle + Point(56 * unit, -34 * unit)], accent)
        }
    }

    private mutating func heavySky(_ y: Double) {
        for row in 0..<7 {
            let share = Double(row) / 7
            let base = ridge(y * (share + 0.16), 70 * unit, rough: 0.1, steps: 14)
            let fill = linearGradient([
                (0, light.top.mixed(light.horizon, share * 0.55), 0.95),
                (1, light.middle.mixed(light.horizon, share), 0),
            ])
            path(
                Self.smoothPathData(base) + "L\(Int(width)) \(Int(y * (share + 0.5)))L0 \(Int(y * (share + 0.5)))Z",
                fill: light.top.mixed(light.horizon, share * 0.8), 0.32)
            polygon(base + [Point(width, y * (share + 0.6)), Point(0, y * (share + 0.6))], paint: fill, 0.5)
        }
    }

    private mutating func storm() {
        let y = height * rng.double(0.42...0.54)
        sky(horizon: y / height)
        heavySky(y)
        glow(Point(width * rng.double(0.3...0.7), y), 520 * unit, light.horizon.mixed(paper, 0.6), 0.9)
        let waves = 8
        for wave in 0..<waves {
            let depth = Double(wave + 1) / Double(waves)
            swell(y + (height - y) * depth * depth * 0.9, depth)
            if wave == 3 { vessel(y + (height - y) * 0.2) }
        }
        if scene.isRainy || rng.chance(0.5) { rain(160, slant: 0.6) }
        birds(4, around: Point(width * 0.35, y * 0.6), light.near)
    }

    private mutating func swell(_ y: Double, _ depth: Double) {
        let number = 5.2 - 3 * depth
        let shift = rng.double(0...1)
        let high = (18 + 190 * depth) * unit
        var line: [Point] = []
        for step in 0...200 {
            let share = Double(step) / 200
            let wave = abs(Angle.sine((share * number + shift) / 2))
            let swing = 0.55 + 0.45 * Angle.sine(share * 1.3 + shift * 3)
            let small = Angle.sine(share * number * 3.1 + shift) * 0.05
            line.append(Point(share * width, y - ((1 - wave) * (1 - wave) * swing + small) * high))
        }
        let body = light.middle.mixed(light.near, 0.16 + 0.74 * depth)
        ground(line, body.mixed(light.horizon, 0.34), to: body)
        for contour in 1..<7 {
            let drop = Double(contour * contour) * 7 * unit * (0.3 + depth)
            let from = rng.int(0...90)
            let part = line[from..<min(line.count, from + rng.int(40...110))].map {
                Point($0.x + drop * 0.4, $0.y + drop)
            }
            stroke(Self.smoothPathData(part), light.horizon, (1 + 3 * depth) * unit, 0.34 - 0.04 * Double(contour))
        }
        foam(line, depth)
    }

    private mutating func foam(_ line: [Point], _ depth: Double) {
        let top = line.map(\.y).min() ?? 0
        let foot = line.map(\.y).max() ?? 1
        for point in line {
            let share = (foot - point.y) / max(1, foot - top)
            guard share > 0.34 else { continue }
            circle(point + Point(0, 2 * unit), (share - 0.25) * 15 * unit * depth * rng.double(0.6...1.2), paper, 0.85)
            guard share > 0.7 else { continue }
            for _ in 0..<3 {
                let at = point + Point(-rng.double(0...120) * unit * depth, rng.double(-26...6) * unit * depth)
                circle(at, rng.double(1...5) * unit * depth, paper, rng.double(0.3...0.8))
            }
        }
    }

    private mutating func vessel(_ y: Double) {
        let at = Point(width * rng.double(0.4...0.65), y + 20 * unit)
        let tilt = rng.double(-7...7)
        let window = light.glow.mixed(paper, 0.4)
        if scene.has("ferry") {
            place(at, scene.has("bow", "breaking") ? 1.05 : 0.66, turned: tilt) {
                $0.ferry($0.light.near, upper: $0.paper.mixed($0.light.far, 0.3), light: window)
            }
        } else {
            place(at, 0.7, turned: tilt) { $0.boat($0.light.near, light: window) }
        }
        for _ in 0..<60 {
            let spray = at + Point(rng.double(120...360) * unit, -rng.double(0...190) * unit)
            circle(spray, rng.double(1...6) * unit, paper, rng.double(0.2...0.7))
        }
    }

    private mutating func fogBank() {
        sky(horizon: 0.6)
        if scene.hour == .dawn { sun(Point(width * rng.double(0.3...0.7), height * 0.32), rng.double(50...80) * unit) }
        let wood = scene.has("wood", "valley", "tree")
        for layer in 0..<5 {
            let depth = Double(layer + 1) / 5
            let y = height * (0.36 + 0.54 * depth)
            let line = ridge(y, (110 - 50 * depth) * unit, rough: 0.25)
            if wood {
                for _ in 0..<30 {
                    fir(
                        line[rng.int(0...line.count - 1)] + Point(0, 8 * unit),
                        rng.double(70...220) * unit * (0.4 + depth), light.atDepth(depth))
                }
            }
            ground(line, light.atDepth(depth * 0.92))
            mist(y + 100 * unit, 150 * unit, 0.92)
        }
        if wood { return }
        let rocks = ridge(height * 0.93, 50 * unit, rough: 0.9)
        ground(rocks, light.near)
        place(Point(width * 0.62, height * 0.9), 0.42) { $0.walker($0.light.near, umbrella: false) }
        place(Point(width * 0.3, height * 0.62), 0.5) { $0.mast($0.light.atDepth(0.3), light: $0.light.glow) }
    }

    private mutating func greatCloud() {
        sky(horizon: 0.85)
        let foot = height * 0.8
        for puff in 0..<90 {
            let share = Double(puff) / 90
            let spread = (1 - share) * 0.36 + 0.07
            let at = Point(
                width * (0.52 + rng.double(-1...1) * spread), foot * (0.16 + 0.6 * share) + rng.double(-30...30) * unit)
            let size = rng.double(50...120) * unit
            circle(at + Point(14 * unit, 20 * unit), size, light.top, 0.5)
            circle(at, size, light.horizon.mixed(light.middle, share * 0.9), 0.9)
        }
        rect(
            0, foot * 0.72, width, 70 * unit,
            linearGradient([(0, light.top, 0), (0.5, light.top, 0.85), (1, light.top, 0)]))
        for _ in 0..<120 {
            let at = Point(width * rng.double(0.2...0.84), foot * 0.78)
            line(at, at + Point(-50 * unit, rng.double(120...250) * unit), light.top, 5 * unit, 0.16)
        }
        let line = ridge(height * 0.93, 40 * unit, rough: 0.2)
        ground(line, light.near)
        place(line[24] + Point(0, 6 * unit), 0.34) { $0.clockTower($0.light.near, face: $0.light.glow) }
        houses(height * 0.97, high: 60 * unit, light.near, windows: light.glow, litShare: 0.2)
    }

    private mutating func gale() {
        sky(horizon: 0.8)
        heavySky(height * 0.7)
        ground(ridge(height * 0.76, 60 * unit, rough: 0.3), light.atDepth(0.5))
        let line = ridge(height * 0.9, 30 * unit, rough: 0.2)
        ground(line, light.near)
        for index in 0..<rng.int(3...5) {
            let root = line[8 + index * 17]
            group("translate(\(Int(root.x)) \(Int(root.y))) skewX(-22)") {
                $0.tree(Point(0, 10), $0.rng.double(260...460) * $0.unit, $0.light.near, crown: false)
            }
        }
        place(Point(width * 0.62, height * 0.93), 0.62, turned: 11) { $0.walker($0.light.near, umbrella: true) }
        rain(420, slant: 0.9)
    }

    private mutating func pitch() {
        sky(horizon: 0.6)
        let y = height * 0.62
        rect(0, y, width, height - y, linearGradient([(0, accent.mixed(ink, 0.45), 1), (1, ink, 1)]))
        houses(y, high: 110 * unit, light.atDepth(0.7), windows: light.glow, litShare: 0.2)
        rect(0, y, width, height - y, linearGradient([(0, accent.mixed(ink, 0.3), 1), (1, ink.darkened(0.3), 1)]))
        for side in [0.16, 0.84] {
            let head = Point(width * side, height * 0.14)
            line(head, Point(head.x, y), light.near, 14 * unit)
            rect(head.x - 80 * unit, head.y - 50 * unit, 160 * unit, 80 * unit, light.near)
            for lamp in 0..<8 {
                circle(
                    head + Point(Double(lamp % 4 * 40 - 60) * unit, Double(lamp / 4 * 36 - 28) * unit), 15 * unit, paper
                )
            }
            glow(head, 620 * unit, paper, 0.8)
        }
        polyline(
            [
                Point(width * 0.38, y + 90 * unit), Point(width * 0.38, y - 30 * unit),
                Point(width * 0.62, y - 30 * unit),
                Point(width * 0.62, y + 90 * unit),
            ], paper, 9 * unit)
        for _ in 0..<9 {
            let depth = rng.double(0...1)
            place(Point(rng.double(0.1...0.9) * width, y + (60 + 300 * depth) * unit), 0.26 + 0.5 * depth) {
                $0.walker($0.light.near, umbrella: false)
            }
        }
        rain(360)
    }
}
