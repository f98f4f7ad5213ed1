/// The still-life painter: a table, light from a window, and the things that the subject names.
extension Sheet {
    /// One thing on the table: how wide it is, and how it is drawn standing on its origin.
    typealias Thing = (wide: Double, draw: (inout Sheet) -> Void)

    mutating func drawStillLife() {
        let table = height * dice.roll(0.62...0.72)
        room(table)
        var things = named()
        if things.isEmpty { things = [jug(), fruitBowl(), bottle()] }
        while things.count < 3 { things.append(dice.pick([bottle(), smallPot(), cup(), bookPile()])) }
        if dice.chance(0.5) { things.swapAt(0, 1) }
        set(Array(things.prefix(5)), table)
    }

    private mutating func room(_ table: Double) {
        let lamp = scene.hour == .dusk || scene.isDark
        box(
            0, 0, width, height,
            fade(
                [(0, light.top, 1), (1, light.middle.mixed(lamp ? ink : paper, 0.3), 1)], from: Spot(1, 0),
                to: Spot(0.1, 1)))
        let source = Spot(width * dice.roll(0.12...0.3), height * dice.roll(0.12...0.3))
        glow(source, 900 * unit, light.disc.mixed(paper, 0.4), lamp ? 0.85 : 0.6)
        if lamp { hangingLamp(source) } else { windowLight() }
        box(
            0, table, width, height - table,
            fade([(0, light.near.mixed(second, 0.42), 1), (0.25, light.near.mixed(second, 0.2), 1), (1, light.near, 1)])
        )
        box(0, table, width, 5 * unit, light.horizon, 0.7)
        if dice.chance(0.5) { cloth(table) } else { planks(table) }
    }

    private mutating func hangingLamp(_ at: Spot) {
        line(Spot(at.x, 0), at, light.near, 6 * unit)
        path(
            "M\(at.x - 130 * unit) \(at.y + 40 * unit)C\(at.x - 110 * unit) \(at.y - 60 * unit) \(at.x + 110 * unit) \(at.y - 60 * unit) \(at.x + 130 * unit) \(at.y + 40 * unit)Z",
            fill: light.near)
        oval(at + Spot(0, 42 * unit), 126 * unit, 16 * unit, paper)
    }

    /// The light of a window on the wall, slanted.
    private mutating func windowLight() {
        let x = width * dice.roll(0.3...0.5)
        let wide = dice.roll(110...170) * unit
        for column in 0..<2 {
            for row in 0..<3 {
                let at = Spot(
                    x + Double(column) * (wide + 24 * unit) + Double(row) * 50 * unit,
                    height * 0.06 + Double(row) * 180 * unit)
                shape(
                    [
                        at, at + Spot(wide, 20 * unit), at + Spot(wide + 50 * unit, 180 * unit),
                        at + Spot(44 * unit, 156 * unit),
                    ], paper, 0.5)
            }
        }
    }

    private mutating func planks(_ table: Double) {
        for plank in -4..<9 {
            let x = width * Double(plank) / 5
            line(Spot(width * 0.5 + (x - width * 0.5) * 0.6, table), Spot(x, height), light.near, 4 * unit, 0.6)
        }
    }

    private mutating func cloth(_ table: Double) {
        let x = width * dice.roll(0.5...0.66)
        let drape = [
            Spot(x, table + 8 * unit), Spot(width + 10, table + 4 * unit), Spot(width + 10, height),
            Spot(x - 150 * unit, height),
        ]
        shape(drape, paper.mixed(second, 0.12))
        for fold in 0..<6 {
            let at = x + Double(fold) * 110 * unit
            shape(
                [
                    Spot(at, table + 60 * unit), Spot(at + 30 * unit, table + 60 * unit),
                    Spot(at + dice.roll(-30...60) * unit, height), Spot(at - 70 * unit, height),
                ], ink, 0.13)
        }
    }

    /// Sets the things in a row that overlaps, each with its long shadow.
    private mutating func set(_ things: [Thing], _ table: Double) {
        let total = things.reduce(0) { $0 + $1.wide } * 0.86
        let scale = min(width > height ? 1.36 : 1.1, width / unit * 0.8 / total)
        var x = width / 2 - total * scale * unit / 2
        for (place, thing) in things.enumerated() {
            let middle = x + thing.wide * scale * unit * 0.43
            let at = Spot(middle, table + (place % 2 == 0 ? dice.roll(70...110) : dice.roll(130...190)) * unit)
            let long = thing.wide * scale * unit
            shape(
                [
                    at + Spot(-long * 0.4, 0), at + Spot(long * 0.4, -16 * unit), at + Spot(long * 1.5, 60 * unit),
                    at + Spot(long * 0.5, 86 * unit),
                ],
                ink.deeper(0.5), 0.5)
            self.place(at, scale, thing.draw)
            x += thing.wide * scale * unit * 0.86
        }
    }

    private mutating func named() -> [Thing] {
        var things: [Thing] = []
        func has(_ word: String) -> Bool { scene.has(word) }
        if has("pear") { for _ in 0..<scene.count("pear", usual: 3) { things.append(pear()) } }
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
