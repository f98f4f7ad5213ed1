extension SVGCanvas {
    mutating func umbels(domed: Bool) {
        for layer in 0..<3 {
            let depth = Double(layer + 1) / 3
            let colour = light.atDepth(0.25 + 0.75 * depth)
            for _ in 0..<(9 - layer * 2) {
                let root = Point(rng.double(0...1) * width, height * 1.03)
                let top = Point(root.x + rng.double(-120...120) * unit, height * (0.62 - rng.double(0...0.42) * depth))
                stroke(
                    Self.smoothPathData([root, root.towards(top, 0.5) + Point(20 * unit, 0), top]), colour,
                    (3 + 6 * depth) * unit)
                let rays = domed ? 0 : 15
                for ray in 0..<rays {
                    let way = Angle.unitVector(-165 + Double(ray) * 150 / 14)
                    let tip = top + Point(way.x * 190 * unit * depth, way.y * 120 * unit * depth)
                    line(top, tip, colour, 3 * unit * depth)
                    for _ in 0..<9 {
                        circle(
                            tip + Point(rng.double(-26...26) * unit * depth, rng.double(-20...8) * unit * depth),
                            6 * unit * depth, depth > 0.9 ? paper : colour, 0.95)
                    }
                }
                if domed {
                    for _ in 0..<46 {
                        let way = Angle.unitVector(rng.double(180...360))
                        let reach = rng.double(0...1).squareRoot() * 84 * unit * depth
                        circle(
                            top + Point(way.x * reach, way.y * reach * 0.8), 17 * unit * depth,
                            depth > 0.9 ? accent.mixed(paper, rng.double(0...0.6)) : colour, 0.9)
                    }
                }
            }
        }
        let line = ridge(height * 0.97, 30 * unit, rough: 0.3)
        grass(along: line, light.near, high: 190 * unit, number: 260)
        if scene.has("wall") { nearStones() }
    }

    private mutating func nearStones() {
        for _ in 0..<40 {
            ellipse(
                Point(rng.double(0...1) * width, height * rng.double(0.9...1.05)), rng.double(60...130) * unit,
                rng.double(34...60) * unit, light.atDepth(rng.double(0.7...1)))
        }
    }

    mutating func meadow() {
        for layer in 0..<4 {
            let depth = Double(layer + 1) / 4
            let line = ridge(height * (0.8 + 0.24 * depth), 40 * unit, rough: 0.2)
            ground(line, light.atDepth(depth))
            grass(along: line, light.atDepth(depth), high: (190 + 330 * depth) * unit, number: 230 - layer * 30)
        }
        for _ in 0..<46 {
            let at = Point(rng.double(0...1) * width, height * rng.double(0.5...0.97))
            let size = rng.double(4...13) * unit
            glow(at, size * 3, paper, 0.6)
            circle(at, size, paper, 0.9)
        }
    }

    mutating func lichen() {
        rect(0, 0, width, height, linearGradient([(0, light.far.mixed(ink, 0.2), 1), (1, light.near, 1)]))
        for _ in 0..<70 {
            let at = Point(rng.double(0...1) * width, rng.double(0...1) * height)
            var points: [Point] = []
            for step in 0..<7 {
                let way = Angle.unitVector(Double(step) * 51)
                let radius = rng.double(50...260) * unit
                points.append(at + Point(way.x * radius, way.y * radius * 0.7))
            }
            polygon(points, rng.chance(0.5) ? light.near : light.far, 0.16)
        }
        for _ in 0..<17 {
            rosette(Point(rng.double(0...1) * width, rng.double(0...1) * height), rng.double(50...230) * unit)
        }
    }

    private mutating func rosette(_ at: Point, _ size: Double) {
        let colour = rng.chance(0.6) ? accent.mixed(paper, rng.double(0.1...0.5)) : paper.mixed(light.far, 0.2)
        for ring in 0..<4 {
            let radius = size * (1 - Double(ring) * 0.21)
            var points: [Point] = []
            for step in 0..<40 {
                let way = Angle.unitVector(Double(step) * 9)
                let reach = radius * rng.double(0.84...1.12)
                points.append(at + Point(way.x * reach, way.y * reach))
            }
            smoothPolygon(points, ring % 2 == 0 ? colour : colour.mixed(ink, 0.26), 0.85)
        }
        for _ in 0..<14 {
            circle(at + Point(rng.double(-0.4...0.4) * size, rng.double(-0.4...0.4) * size), size * 0.06, ink, 0.7)
        }
    }

    mutating func toadstools() {
        meadow()
        for _ in 0..<rng.int(4...7) {
            let at = Point(width * rng.double(0.14...0.86), height * rng.double(0.78...1))
            place(at, rng.double(0.5...1.25), turned: rng.double(-9...9)) { canvas in
                canvas.path(
                    "M-26 40C-16 -60 -18 -160 -14 -240H16C20 -160 18 -60 30 40Z",
                    fill: canvas.paper.mixed(canvas.light.far, 0.3))
                canvas.path(
                    "M-150 -214C-140 -400 140 -400 152 -214C90 -180 -90 -180 -150 -214Z",
                    fill: canvas.accent.mixed(canvas.ink, 0.16))
                canvas.path(
                    "M-128 -232C-110 -350 -20 -366 10 -358C-60 -340 -90 -290 -96 -222Z", fill: canvas.paper, 0.45)
                canvas.path("M-150 -214C-90 -180 90 -180 152 -214C90 -196 -90 -196 -150 -214Z", fill: canvas.ink, 0.7)
            }
        }
        grass(along: ridge(height * 1.02, 20 * unit, rough: 0.2), light.near, high: 210 * unit, number: 150)
    }
}
