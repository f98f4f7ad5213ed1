extension SVGCanvas {
    mutating func drawTerrain() {
        let sea = scene.has("sea", "island", "headland", "quay", "cliff", "water")
        let horizon = sea ? rng.double(0.4...0.52) : rng.double(0.3...0.5)
        sky(horizon: horizon + 0.1)
        if scene.isDark { stars(140, above: height * horizon) }
        clouds(rng.int(4...12), above: horizon * height, colour: light.far.mixed(paper, 0.3), strength: 0.5)
        if scene.hour != .grey {
            sun(
                Point(rng.double(0.18...0.82) * width, horizon * height * rng.double(0.45...0.95)),
                rng.double(38...92) * unit)
        }
        if sea { coast(horizon * height) } else { hills(horizon) }
        if scene.isRainy { rain() }
        if scene.has("snow") { snow() }
    }

    private mutating func hills(_ horizon: Double) {
        let number = rng.int(4...7)
        let rough = scene.has("fell", "ridge", "crag") ? 0.9 : rng.double(0.05...0.6)
        for layer in 0..<number {
            let depth = Double(layer + 1) / Double(number)
            let y = height * (horizon + (0.92 - horizon) * depth * depth.squareRoot())
            let rise = (150 - 70 * depth) * unit * rng.double(0.7...1.3) * (0.5 + rough)
            let line = ridge(y, rise, rough: rough * (1 - depth * 0.4))
            ground(line, light.atDepth(depth), to: light.atDepth(max(0, depth - 0.24)))
            if depth < 0.9 { mist(y + 90 * unit, 120 * unit, scene.isFoggy ? 0.75 : 0.3) }
            if depth > 0.5 && depth < 0.95 { hedges(line, depth) }
            if layer == number - 1 { foreground(line) }
        }
    }

    private mutating func hedges(_ line: [Point], _ depth: Double) {
        let colour = light.atDepth(min(1, depth + 0.12))
        for _ in 0..<rng.int(3...9) {
            let at = line[rng.int(4...line.count - 5)] + Point(0, 6 * unit)
            let size = 46 * unit * depth
            if rng.chance(0.5) {
                fir(at, size * 2.2, colour)
            } else {
                ellipse(at + Point(0, -size * 0.4), size * rng.double(0.7...1.2), size * 0.66, colour)
                ellipse(at + Point(size * 0.6, -size * 0.2), size * 0.7, size * 0.4, colour)
            }
        }
    }

    private mutating func foreground(_ line: [Point]) {
        let near = light.near
        grass(along: line, near, high: 70 * unit, number: 260)
        if scene.has("hedge", "stakes") { return stakes(line) }
        if scene.has("light") { lights(line) }
        if scene.has("mast") || rng.chance(0.15) { place(line[60], 0.7) { $0.mast(near, light: $0.light.glow) } }
        switch rng.int(0...3) {
        case 0: tree(line[rng.int(14...30)] + Point(0, 10 * unit), rng.double(380...560) * unit, near, crown: false)
        case 1: wall(line)
        case 2: path(across: line)
        default: place(line[rng.int(50...75)] + Point(0, 8 * unit), 0.4) { $0.walker(near, umbrella: false) }
        }
    }

    private mutating func lights(_ line: [Point]) {
        for _ in 0..<scene.count("light", default: 2) {
            let at = Point(rng.double(0.3...0.7) * width, height * rng.double(0.5...0.68))
            glow(at, 90 * unit, light.glow, 1)
            circle(at, 8 * unit, light.glow)
        }
    }

    private mutating func stakes(_ line: [Point]) {
        for index in stride(from: 2, to: line.count - 2, by: 3) {
            let root = line[index] + Point(0, 30 * unit)
            self.line(root, root + Point(rng.double(-8...8) * unit, -190 * unit), light.near, 11 * unit)
            for _ in 0..<5 {
                let low = root + Point(0, -rng.double(0...150) * unit)
                self.line(
                    low, low + Point(150 * unit, -rng.double(40...80) * unit), light.near, rng.double(3...8) * unit)
            }
        }
    }

    private mutating func wall(_ line: [Point]) {
        let from = Point(width * 0.08, height * 1.02)
        let end = line[rng.int(50...64)]
        for step in 0..<60 {
            let share = Double(step) / 60
            let at = from.towards(end, 1 - (1 - share) * (1 - share))
            let size = (1 - share) * 46 * unit + 5 * unit
            ellipse(
                at + Point(rng.double(-2...2) * unit, 0), size * rng.double(0.8...1.3), size * 0.7, light.atDepth(0.82))
            ellipse(at + Point(0, size * 0.8), size * 1.2, size * 0.8, light.near)
        }
    }

    private mutating func path(across line: [Point]) {
        let end = line[rng.int(38...52)]
        let colour = light.horizon
        let left = [
            Point(width * 0.3, height), Point(width * 0.44, height * 0.95),
            end.towards(Point(width * 0.4, height), 0.3),
            end,
        ]
        let right = [
            end, end.towards(Point(width * 0.5, height), 0.34), Point(width * 0.56, height * 0.95),
            Point(width * 0.52, height),
        ]
        path(Self.smoothPathData(left + right) + "Z", fill: colour, 0.55)
    }

    private mutating func coast(_ y: Double) {
        water(
            from: y, shine: scene.hour == .grey ? nil : rng.double(0.25...0.75) * width,
            rough: scene.isWindy ? 0.9 : 0.35)
        if scene.has("island") { island(y) }
        let number = rng.int(2...4)
        for layer in 0..<number {
            let depth = Double(layer + 1) / Double(number)
            cliff(y, depth, scene.has("wall") ? 0.35 : 1)
            if depth < 0.9 { mist(y + 10 * unit, 50 * unit, 0.5) }
        }
        if scene.has("seabird", "cliff", "gull") {
            birds(22, around: Point(width * 0.6, y * 0.7), light.near, size: 16)
        }
        let shore = ridge(height * 0.93, 46 * unit, rough: 0.3)
        ground(shore, light.near)
        grass(along: shore, light.near, high: 60 * unit, number: 220)
        if scene.has("wall") { seaWall(y) }
    }

    private mutating func cliff(_ y: Double, _ depth: Double, _ tall: Double) {
        let out = width * (0.95 - 0.55 * depth) * rng.double(0.8...1.1)
        let top = y - (60 + 210 * depth) * unit * tall * rng.double(0.8...1.2)
        let foot = y + (6 + 150 * depth * depth) * unit
        var points = [Point(-20, height), Point(-20, top - 40 * unit)]
        for step in 0...14 {
            let share = Double(step) / 14
            points.append(
                Point(out * share * 0.86, top + rng.double(-16...16) * unit * depth + share * share * 40 * unit))
        }
        for step in 1...5 {
            let share = Double(step) / 5
            points.append(Point(out * (0.88 + 0.12 * share) + rng.double(-14...14) * unit, top + (foot - top) * share))
        }
        polygon(
            points + [Point(out * 0.8, foot + 30 * unit), Point(-20, foot + 90 * unit)], light.atDepth(depth * 0.92))
        for _ in 0..<Int(26 * depth) {
            let x = out * rng.double(0.5...0.95)
            let start = Point(x, top + rng.double(30...90) * unit)
            line(
                start, start + Point(rng.double(-6...10) * unit, rng.double(40...150) * unit),
                light.atDepth(depth * 0.55),
                4 * unit, 0.5)
        }
    }

    private mutating func island(_ y: Double) {
        let middle = width * rng.double(0.55...0.72)
        let wide = width * rng.double(0.14...0.26)
        let high = rng.double(70...190) * unit
        var points: [Point] = []
        for step in 0...16 {
            let share = Double(step) / 16
            points.append(
                Point(middle + (share - 0.5) * wide * 2, y - share * (1 - share) * 4 * high * rng.double(0.75...1.1)))
        }
        polygon(points, light.atDepth(0.5))
        if scene.has("mast") { place(points[8], 0.3) { $0.mast($0.light.atDepth(0.6), light: $0.light.glow) } }
    }

    private mutating func seaWall(_ y: Double) {
        let end = Point(width * 0.34, y + 14 * unit)
        let (top, foot) = (Point(width, height * 0.66), Point(width * 0.06, height * 1.02))
        polygon([top, end, foot, Point(width, height * 1.02)], light.atDepth(0.6))
        polygon([end, foot, Point(width * 0.34, height * 1.02)], light.near)
        for course in 0..<16 {
            line(end, Point(foot.x + Double(course) * 26 * unit, height * 1.02), light.atDepth(0.75), 3 * unit, 0.7)
        }
        for slab in 1..<9 {
            let share = 1 - 1 / Double(slab)
            line(
                end.towards(top, 1 - share), end.towards(Point(width * 0.4, height * 1.02), 1 - share),
                light.atDepth(0.8),
                3 * unit, 0.6)
        }
        for post in 1..<7 {
            let at = end.towards(top, Double(post * post) / 36)
            let tall = (14 + 150 * Double(post * post) / 36) * unit
            line(at, at + Point(0, -tall), light.near, 6 * unit)
        }
        line(end + Point(0, -14 * unit), top + Point(0, -160 * unit), light.near, 5 * unit)
        place(end.towards(Point(width * 0.75, height * 0.9), 0.44), 0.5) {
            $0.walker($0.light.near, umbrella: $0.scene.isRainy)
        }
        place(end.towards(Point(width * 0.75, height * 0.9), 0.16), 0.26) { $0.walker($0.light.near, umbrella: false) }
    }
}
