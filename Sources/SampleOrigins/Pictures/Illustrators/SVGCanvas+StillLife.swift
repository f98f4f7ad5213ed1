extension SVGCanvas {
    /// An object on the table: its width, and a closure that draws it standing on the origin.
    typealias StillLifeObject = (wide: Double, draw: (inout SVGCanvas) -> Void)

    mutating func drawStillLife() {
        let table = height * rng.double(0.62...0.72)
        room(table)
        var things = namedObjects()
        if things.isEmpty { things = [jug(), fruitBowl(), bottle()] }
        while things.count < 3 { things.append(rng.pick([bottle(), smallPot(), cup(), bookPile()])) }
        if rng.chance(0.5) { things.swapAt(0, 1) }
        arrange(Array(things.prefix(5)), table)
    }

    private mutating func room(_ table: Double) {
        let lamp = scene.hour == .dusk || scene.isDark
        rect(
            0, 0, width, height,
            linearGradient(
                [(0, light.top, 1), (1, light.middle.mixed(lamp ? ink : paper, 0.3), 1)], from: Point(1, 0),
                to: Point(0.1, 1)))
        let source = Point(width * rng.double(0.12...0.3), height * rng.double(0.12...0.3))
        glow(source, 900 * unit, light.disc.mixed(paper, 0.4), lamp ? 0.85 : 0.6)
        if lamp { hangingLamp(source) } else { windowLight() }
        rect(
            0, table, width, height - table,
            linearGradient([
                (0, light.near.mixed(accent, 0.42), 1), (0.25, light.near.mixed(accent, 0.2), 1), (1, light.near, 1),
            ])
        )
        rect(0, table, width, 5 * unit, light.horizon, 0.7)
        if rng.chance(0.5) { cloth(table) } else { planks(table) }
    }

    private mutating func hangingLamp(_ at: Point) {
        line(Point(at.x, 0), at, light.near, 6 * unit)
        path(
            "M\(at.x - 130 * unit) \(at.y + 40 * unit)C\(at.x - 110 * unit) \(at.y - 60 * unit) \(at.x + 110 * unit) \(at.y - 60 * unit) \(at.x + 130 * unit) \(at.y + 40 * unit)Z",
            fill: light.near)
        ellipse(at + Point(0, 42 * unit), 126 * unit, 16 * unit, paper)
    }

    private mutating func windowLight() {
        let x = width * rng.double(0.3...0.5)
        let wide = rng.double(110...170) * unit
        for column in 0..<2 {
            for row in 0..<3 {
                let at = Point(
                    x + Double(column) * (wide + 24 * unit) + Double(row) * 50 * unit,
                    height * 0.06 + Double(row) * 180 * unit)
                polygon(
                    [
                        at, at + Point(wide, 20 * unit), at + Point(wide + 50 * unit, 180 * unit),
                        at + Point(44 * unit, 156 * unit),
                    ], paper, 0.5)
            }
        }
    }

    private mutating func planks(_ table: Double) {
        for plank in -4..<9 {
            let x = width * Double(plank) / 5
            line(Point(width * 0.5 + (x - width * 0.5) * 0.6, table), Point(x, height), light.near, 4 * unit, 0.6)
        }
    }

    private mutating func cloth(_ table: Double) {
        let x = width * rng.double(0.5...0.66)
        let drape = [
            Point(x, table + 8 * unit), Point(width + 10, table + 4 * unit), Point(width + 10, height),
            Point(x - 150 * unit, height),
        ]
        polygon(drape, paper.mixed(accent, 0.12))
        for fold in 0..<6 {
            let at = x + Double(fold) * 110 * unit
            polygon(
                [
                    Point(at, table + 60 * unit), Point(at + 30 * unit, table + 60 * unit),
                    Point(at + rng.double(-30...60) * unit, height), Point(at - 70 * unit, height),
                ], ink, 0.13)
        }
    }

    private mutating func arrange(_ things: [StillLifeObject], _ table: Double) {
        let total = things.reduce(0) { $0 + $1.wide } * 0.86
        let scale = min(width > height ? 1.36 : 1.1, width / unit * 0.8 / total)
        var x = width / 2 - total * scale * unit / 2
        for (index, thing) in things.enumerated() {
            let middle = x + thing.wide * scale * unit * 0.43
            let at = Point(middle, table + (index % 2 == 0 ? rng.double(70...110) : rng.double(130...190)) * unit)
            let long = thing.wide * scale * unit
            polygon(
                [
                    at + Point(-long * 0.4, 0), at + Point(long * 0.4, -16 * unit), at + Point(long * 1.5, 60 * unit),
                    at + Point(long * 0.5, 86 * unit),
                ],
                ink.darkened(0.5), 0.5)
            self.place(at, scale, thing.draw)
            x += thing.wide * scale * unit * 0.86
        }
    }

    private mutating func namedObjects() -> [StillLifeObject] {
        var things: [StillLifeObject] = []
        func has(_ word: String) -> Bool { scene.has(word) }
        if has("pear") { for _ in 0..<scene.count("pear", default: 3) { things.append(pear()) } }
        if has("lemon") { things += [lemon(), lemon(), lemon()] }
        if has("herring") || has("fish") { things.append(fish()) }
        if has("onion") { things.append(onion()) }
        if has("cake") || has("bun") || has("loaf") || has("bread") { things.append(loaf()) }
        if has("teapot") { things += [teapot(), cup()] }
        if has("casserole") || has("pot") && !has("teapot") { things.append(casserole()) }
        if has("jug") { things += [jug(), jug()] }
        if has("glass") { things += [glass(), glass()] }
        if has("jar") || has("jam") { things += [jar(), jar()] }
        if has("sprig") || has("gorse") { things.append(sprig()) }
        if has("book") || has("card") || has("label") || has("ledger") { things.append(bookPile()) }
        if has("scales") || has("scale") { things.append(scales()) }
        if has("stone") || has("magnet") { things.append(stone()) }
        if has("letters") || has("type") { things.append(blocks()) }
        if has("box") || has("tin") || has("crate") { things += [tins(), tins()] }
        if has("tool") || has("ladder") || has("thread") { things.append(tools()) }
        if has("ink") || has("stamp") { things.append(bottle()) }
        return things
    }
}
