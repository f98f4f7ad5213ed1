/// The landscape painter: ridges behind ridges, each darker than the one behind.
extension Sheet {
    mutating func drawTerrain() {
        let sea = scene.has("sea", "island", "headland", "quay", "cliff", "water")
        let horizon = sea ? dice.roll(0.4...0.52) : dice.roll(0.3...0.5)
        sky(horizon: horizon + 0.1)
        if scene.isDark { stars(140, above: height * horizon) }
        clouds(dice.whole(4...12), above: horizon * height, colour: light.far.mixed(paper, 0.3), strength: 0.5)
        if scene.hour != .grey {
            sun(
                Spot(dice.roll(0.18...0.82) * width, horizon * height * dice.roll(0.45...0.95)),
                dice.roll(38...92) * unit)
        }
        if sea { coast(horizon * height) } else { hills(horizon) }
        if scene.rain { rain() }
        if scene.has("snow") { snow() }
    }

    private mutating func hills(_ horizon: Double) {
        let number = dice.whole(4...7)
        let rough = scene.has("fell", "ridge", "crag") ? 0.9 : dice.roll(0.05...0.6)
        for layer in 0..<number {
            let depth = Double(layer + 1) / Double(number)
            let y = height * (horizon + (0.92 - horizon) * depth * depth.squareRoot())
            let rise = (150 - 70 * depth) * unit * dice.roll(0.7...1.3) * (0.5 + rough)
            let line = ridge(y, rise, rough: rough * (1 - depth * 0.4))
            ground(line, light.at(depth), to: light.at(max(0, depth - 0.24)))
            if depth < 0.9 { mist(y + 90 * unit, 120 * unit, scene.fog ? 0.75 : 0.3) }
            if depth > 0.5 && depth < 0.95 { hedges(line, depth) }
            if layer == number - 1 { foreground(line) }
        }
    }

    private mutating func hedges(_ line: [Spot], _ depth: Double) {
        let colour = light.at(min(1, depth + 0.12))
        for _ in 0..<dice.whole(3...9) {
            let at = line[dice.whole(4...line.count - 5)] + Spot(0, 6 * unit)
            let size = 46 * unit * depth
            if dice.chance(0.5) {
                fir(at, size * 2.2, colour)
            } else {
                oval(at + Spot(0, -size * 0.4), size * dice.roll(0.7...1.2), size * 0.66, colour)
                oval(at + Spot(size * 0.6, -size * 0.2), size * 0.7, size * 0.4, colour)
            }
        }
    }

    private mutating func foreground(_ line: [Spot]) {
        let near = light.near
        grass(along: line, near, high: 70 * unit, number: 260)
        if scene.has("hedge", "stakes") { return stakes(line) }
        if scene.has("light") { lights(line) }
        if scene.has("mast") || dice.chance(0.15) { place(line[60], 0.7) { $0.mast(near, light: $0.light.glow) } }
        switch dice.whole(0...3) {
        case 0: tree(line[dice.whole(14...30)] + Spot(0, 10 * unit), dice.roll(380...560) * unit, near, crown: false)
        case 1: wall(line)
        case 2: path(across: line)
        default: place(line[dice.whole(50...75)] + Spot(0, 8 * unit), 0.4) { $0.walker(near, umbrella: false) }
        }
    }

    private mutating func lights(_ line: [Spot]) {
        for _ in 0..<scene.count("light", usual: 2) {
            let at = Spot(dice.roll(0.3...0.7) * width, height * dice.roll(0.5...0.68))
            glow(at, 90 * unit, light.glow, 1)
            disc(at, 8 * unit, light.glow)
        }
    }

    /// A laid hedge: slanting stems between upright stakes.
    private mutating func stakes(_ line: [Spot]) {
        for place in stride(from: 2, to: line.count - 2, by: 3) {
            let root = line[place] + Spot(0, 30 * unit)
            self.line(root, root + Spot(dice.roll(-8...8) * unit, -190 * unit), light.near, 11 * unit)
            for _ in 0..<5 {
                let low = root + Spot(0, -dice.roll(0...150) * unit)
                self.line(low, low + Spot(150 * unit, -dice.roll(40...80) * unit), light.near, dice.roll(3...8) * unit)
            }
        }
    }

    /// A dry wall running up the slope.
    private mutating func wall(_ line: [Spot]) {
        let from = Spot(width * 0.08, height * 1.02)
        let end = line[dice.whole(50...64)]
        for step in 0..<60 {
            let share = Double(step) / 60
            let at = from.towards(end, 1 - (1 - share) * (1 - share))
            let size = (1 - share) * 46 * unit + 5 * unit
            oval(at + Spot(dice.roll(-2...2) * unit, 0), size * dice.roll(0.8...1.3), size * 0.7, light.at(0.82))
            oval(at + Spot(0, size * 0.8), size * 1.2, size * 0.8, light.near)
        }
    }

    private mutating func path(across line: [Spot]) {
        let end = line[dice.whole(38...52)]
        let colour = light.horizon
        let left = [
            Spot(width * 0.3, height), Spot(width * 0.44, height * 0.95), end.towards(Spot(width * 0.4, height), 0.3),
            end,
        ]
        let right = [
            end, end.towards(Spot(width * 0.5, height), 0.34), Spot(width * 0.56, height * 0.95),
            Spot(width * 0.52, height),
        ]
        path(Self.smooth(left + right) + "Z", fill: colour, 0.55)
    }

    private mutating func coast(_ y: Double) {
        water(
            from: y, shine: scene.hour == .grey ? nil : dice.roll(0.25...0.75) * width, rough: scene.wind ? 0.9 : 0.35)
        if scene.has("island") { island(y) }
        let number = dice.whole(2...4)
        for layer in 0..<number {
            let depth = Double(layer + 1) / Double(number)
            cliff(y, depth, scene.has("wall") ? 0.35 : 1)
            if depth < 0.9 { mist(y + 10 * unit, 50 * unit, 0.5) }
        }
        if scene.has("seabird", "cliff", "gull") { birds(22, around: Spot(width * 0.6, y * 0.7), light.near, size: 16) }
        let shore = ridge(height * 0.93, 46 * unit, rough: 0.3)
        ground(shore, light.near)
        grass(along: shore, light.near, high: 60 * unit, number: 220)
        if scene.has("wall") { seaWall(y) }
    }

    /// A headland from the left, higher and nearer with depth.
    private mutating func cliff(_ y: Double, _ depth: Double, _ tall: Double) {
        let out = width * (0.95 - 0.55 * depth) * dice.roll(0.8...1.1)
        let top = y - (60 + 210 * depth) * unit * tall * dice.roll(0.8...1.2)
        let foot = y + (6 + 150 * depth * depth) * unit
        var spots = [Spot(-20, height), Spot(-20, top - 40 * unit)]
        for step in 0...14 {
            let share = Double(step) / 14
            spots.append(Spot(out * share * 0.86, top + dice.roll(-16...16) * unit * depth + share * share * 40 * unit))
        }
        for step in 1...5 {
            let share = Double(step) / 5
            spots.append(Spot(out * (0.88 + 0.12 * share) + dice.roll(-14...14) * unit, top + (foot - top) * share))
        }
        shape(spots + [Spot(out * 0.8, foot + 30 * unit), Spot(-20, foot + 90 * unit)], light.at(depth * 0.92))
        for _ in 0..<Int(26 * depth) {
            let x = out * dice.roll(0.5...0.95)
            let start = Spot(x, top + dice.roll(30...90) * unit)
            line(
                start, start + Spot(dice.roll(-6...10) * unit, dice.roll(40...150) * unit), light.at(depth * 0.55),
                4 * unit, 0.5)
        }
    }

    private mutating func island(_ y: Double) {
        let middle = width * dice.roll(0.55...0.72)
        let wide = width * dice.roll(0.14...0.26)
        let high = dice.roll(70...190) * unit
        var spots: [Spot] = []
        for step in 0...16 {
            let share = Double(step) / 16
            spots.append(
                Spot(middle + (share - 0.5) * wide * 2, y - share * (1 - share) * 4 * high * dice.roll(0.75...1.1)))
        }
        shape(spots, light.at(0.5))
        if scene.has("mast") { place(spots[8], 0.3) { $0.mast($0.light.at(0.6), light: $0.light.glow) } }
    }

    /// A promenade on a wall of courses, running out to the point.
    private mutating func seaWall(_ y: Double) {
        let end = Spot(width * 0.34, y + 14 * unit)
        let (top, foot) = (Spot(width, height * 0.66), Spot(width * 0.06, height * 1.02))
        shape([top, end, foot, Spot(width, height * 1.02)], light.at(0.6))
        shape([end, foot, Spot(width * 0.34, height * 1.02)], light.near)
        for course in 0..<16 {
            line(end, Spot(foot.x + Double(course) * 26 * unit, height * 1.02), light.at(0.75), 3 * unit, 0.7)
        }
        for slab in 1..<9 {
            let share = 1 - 1 / Double(slab)
            line(
                end.towards(top, 1 - share), end.towards(Spot(width * 0.4, height * 1.02), 1 - share), light.at(0.8),
                3 * unit, 0.6)
        }
        for post in 1..<7 {
            let at = end.towards(top, Double(post * post) / 36)
            let tall = (14 + 150 * Double(post * post) / 36) * unit
            line(at, at + Spot(0, -tall), light.near, 6 * unit)
        }
        line(end + Spot(0, -14 * unit), top + Spot(0, -160 * unit), light.near, 5 * unit)
        place(end.towards(Spot(width * 0.75, height * 0.9), 0.44), 0.5) {
            $0.walker($0.light.near, umbrella: $0.scene.rain)
        }
        place(end.towards(Spot(width * 0.75, height * 0.9), 0.16), 0.26) { $0.walker($0.light.near, umbrella: false) }
    }
}
