extension SVGCanvas {
    mutating func drawHarbour() {
        let horizon = rng.double(0.5...0.66)
        let y = horizon * height
        let shine = rng.double(0.2...0.8) * width
        sky(horizon: horizon)
        if scene.isDark { stars(90, above: y * 0.8) }
        clouds(rng.int(4...11), above: y, colour: light.far.mixed(light.top, 0.4), strength: 0.5)
        let low = scene.hour == .dusk || scene.hour == .dawn
        if scene.hour != .grey && scene.hour != .day || scene.has("moon") {
            sun(Point(shine, y * (low ? rng.double(0.72...0.96) : rng.double(0.22...0.5))), rng.double(34...80) * unit)
        }
        farShore(y)
        water(from: y, shine: scene.hour == .grey || scene.hour == .day ? nil : shine, rough: scene.isWindy ? 1 : 0.3)
        if scene.has("low tide", "mud") { mud(y) }
        harbourSubject(y)
        if scene.has("gull", "seabird") || rng.chance(0.35) {
            birds(rng.int(5...13), around: Point(width * rng.double(0.3...0.7), y * 0.5), light.near)
        }
        if scene.isRainy { rain() }
        if scene.has("snow") { snow() }
    }

    private mutating func farShore(_ y: Double) {
        ground(ridge(y - 30 * unit, rng.double(20...70) * unit, rough: 0.2), light.atDepth(0.14))
        mist(y, 60 * unit, 0.6)
        let windows = scene.isDark || scene.hour == .dusk ? light.glow : nil
        group("translate(\(Int(rng.double(-0.1...0.55) * width)) 0) scale(0.55 1)") { canvas in
            canvas.houses(y, high: 74 * canvas.unit, canvas.light.atDepth(0.36), windows: windows, litShare: 0.4)
        }
        guard scene.isDark || scene.hour == .dusk else { return }
        for _ in 0..<9 {
            glitter(of: rng.double(0...1) * width, from: y, colour: light.glow, wide: 0.1, number: 12)
        }
    }

    private mutating func mud(_ y: Double) {
        let colour = light.near.mixed(light.middle, 0.16)
        for bank in 0..<4 {
            let depth = Double(bank) / 4
            let top = y + (height - y) * (0.1 + depth * depth * 0.9)
            let start = bank % 2 == 0 ? -0.1 : rng.double(0.25...0.4)
            let long = rng.double(0.55...0.8)
            var points: [Point] = []
            for step in 0...12 {
                let share = Double(step) / 12
                let lift = share * (1 - share) * 4 * (24 + 90 * depth) * unit
                points.append(Point((start + share * long) * width, top - lift * rng.double(0.7...1.2)))
            }
            let back = points.reversed().map { Point($0.x, top + (22 + 110 * depth) * unit * rng.double(0.4...1)) }
            smoothPolygon(points + back, colour, 0.9)
        }
    }

    private mutating func harbourSubject(_ y: Double) {
        let window = scene.hour == .day || scene.hour == .grey ? light.horizon : light.glow
        if scene.has("ferry", "cable ship") { return ferries(y, window) }
        if scene.has("gig") { return gigs(y) }
        if scene.has("swimmer", "seal") { return swimmers(y) }
        if scene.has("barrier", "tug") { return barrier(y, window) }
        if scene.has("pier", "tide gauge", "wall", "car park") { return pier(y, window) }
        if scene.has("crane") { return cranes(y, window) }
        if scene.has("boat") { return fleet(y, window) }
        switch rng.int(0...3) {
        case 0: cranes(y, window)
        case 1: pier(y, window)
        case 2: lighthouseHead(y)
        default: fleet(y, window)
        }
    }

    private mutating func reflect(_ y: Double, _ strength: Double = 0.34, _ draw: (inout SVGCanvas) -> Void) {
        group("translate(0 \(Int(y * 2))) scale(1 -1)", opacity: strength, blur: 3 * unit, draw)
        draw(&self)
        for _ in 0..<26 {
            let at = Point(rng.double(0...1) * width, y + rng.double(0.02...0.5) * (height - y))
            line(at, at + Point(rng.double(40...220) * unit, 0), light.horizon, rng.double(1...3) * unit, 0.4)
        }
    }

    private mutating func cranes(_ y: Double, _ window: Colour) {
        let quayY = y + 40 * unit
        let number = scene.count("crane", default: rng.int(1...3))
        let first = width * (number == 1 ? rng.double(0.5...0.62) : 0.72)
        let near = light.near
        reflect(quayY + 30 * unit) { canvas in
            canvas.quay(from: canvas.width * (number == 1 ? 0.36 : 0.12), to: canvas.width + 20, y: quayY, near)
            for index in 0..<number {
                let share = Double(index) / Double(max(2, number))
                let point = Point(first - share * canvas.width * 0.78, quayY)
                let colour = canvas.light.atDepth(1 - share * 0.55)
                canvas.place(point, (number == 1 ? 0.78 : 0.62) - share * 0.28) { $0.crane(colour, light: window) }
            }
        }
        place(Point(width * 0.2, y + 160 * unit), 0.5) { $0.boat(near, light: window) }
    }

    private mutating func fleet(_ y: Double, _ window: Colour) {
        let number = scene.count("boat", default: scene.has("boats") ? rng.int(4...7) : 1)
        for index in 0..<number {
            let share = number == 1 ? 0.8 : (Double(index) + 0.3) / Double(number)
            let depth = share * share
            let x = rng.double(0.08...0.92) * width
            let at = Point(number == 1 ? width * 0.62 : x, y + (26 + 290 * depth) * unit)
            let colour = light.atDepth(0.45 + share * 0.55)
            let scale = (0.28 + 0.78 * depth) * (number == 1 ? 1.25 : 1)
            let sails = rng.chance(0.3) && number > 1
            group("translate(0 \(Int(at.y * 2))) scale(1 -1)", opacity: 0.3) { canvas in
                canvas.place(at, scale) { sails ? $0.yacht(colour) : $0.boat(colour, light: window) }
            }
            self.place(at, scale) { sails ? $0.yacht(colour) : $0.boat(colour, light: window) }
            ripplesUnder(at, scale)
        }
    }

    private mutating func ripplesUnder(_ at: Point, _ scale: Double) {
        for _ in 0..<16 {
            let low = at + Point(rng.double(-190...150) * unit * scale, rng.double(6...150) * unit * scale)
            line(low, low + Point(rng.double(30...120) * unit * scale, 0), light.horizon, 2.4 * unit * scale, 0.5)
        }
    }

    private mutating func ferries(_ y: Double, _ window: Colour) {
        let at = Point(width * rng.double(0.42...0.6), y + rng.double(50...120) * unit)
        let scale = scene.has("small") ? 0.55 : rng.double(0.95...1.25)
        let white = scene.has("white")
        let hull = white ? paper.mixed(light.far, 0.1) : light.near
        let upper = white || !scene.isDark && scene.hour != .dusk ? paper : light.atDepth(0.75)
        let panes = white ? light.near : window
        group("translate(0 \(Int(at.y * 2))) scale(1 -1)", opacity: 0.3) { canvas in
            canvas.place(at, scale) { $0.ferry(hull, upper: upper, light: panes) }
        }
        place(at, scale) { $0.ferry(hull, upper: upper, light: panes) }
        ripplesUnder(at, scale * 2)
        if scene.has("cars") || rng.chance(0.3) { quay(from: -10, to: width * 0.3, y: y + 210 * unit, light.near) }
    }

    private mutating func gigs(_ y: Double) {
        let at = Point(width * 0.5, y + 170 * unit)
        place(Point(width * 0.2, y + 40 * unit), 0.3) { $0.gig($0.light.atDepth(0.6), oars: 5) }
        place(at, 1.3, turned: -2) { $0.gig($0.light.near, oars: 6) }
        ripplesUnder(at, 2.4)
    }

    private mutating func swimmers(_ y: Double) {
        if scene.has("car") { pier(y, light.glow) }
        place(Point(width * 0.56, y + 210 * unit), 1.7) { canvas in
            canvas.swimmer(canvas.light.near, rings: canvas.light.horizon)
        }
        place(Point(width * 0.2, y + 36 * unit), 0.4) { $0.buoy($0.light.atDepth(0.7), light: $0.light.glow) }
    }

    private mutating func barrier(_ y: Double, _ window: Colour) {
        for tower in 0..<6 {
            let share = Double(tower) / 6
            let x = width * (1.02 - share * 0.9)
            let high = (330 - 230 * share) * unit
            let wide = high * 0.34
            let colour = light.atDepth(1 - share * 0.5)
            rect(x - wide / 2, y - high, wide, high + 70 * unit * (1 - share), colour)
            path(
                "M\(x - wide) \(y - high)C\(x - wide) \(y - high * 1.4) \(x + wide) \(y - high * 1.4) \(x + wide) \(y - high)Z",
                fill: colour)
            glow(Point(x, y - high * 1.32), high * 0.7, light.glow, 0.9)
            circle(Point(x, y - high * 1.32), 7 * unit, light.glow)
            glitter(of: x, from: y + 20 * unit, colour: light.glow, wide: 0.3, number: 26)
        }
        rect(0, y - 16 * unit, width, 16 * unit, light.atDepth(0.7))
        place(Point(width * 0.3, y + 150 * unit), 0.66) { $0.boat($0.light.near, light: window) }
    }

    private mutating func pier(_ y: Double, _ window: Colour) {
        let near = light.near
        let from = Point(-20, y + 330 * unit)
        let end = Point(width * rng.double(0.52...0.68), y + 16 * unit)
        for step in 0..<13 {
            let share = Double(step) / 13
            let depth = (1 - share) * (1 - share)
            let at = from.towards(end, 1 - depth)
            line(at, at + Point(0, (40 + 250 * depth) * unit), near, (5 + 26 * depth) * unit)
            line(at, at + Point(0, (-18 - 100 * depth) * unit), near, (2 + 7 * depth) * unit)
        }
        polygon([from + Point(0, -14 * unit), end, end + Point(0, 8 * unit), from + Point(0, 60 * unit)], near)
        line(from + Point(0, -120 * unit), end + Point(0, -20 * unit), near, 5 * unit)
        place(end, 0.34) { $0.lampPost(near, light: $0.light.glow) }
        if scene.has("lantern", "night") { glow(end, 200 * unit, light.glow, 0.7) }
        for index in 0..<scene.count("boat", default: 1) {
            let at = Point(width * (0.6 + 0.24 * Double(index)), y + (90 + 110 * Double(index)) * unit)
            self.place(at, 0.4 + 0.3 * Double(index)) { $0.boat($0.light.atDepth(0.8), light: window) }
            ripplesUnder(at, 0.6)
        }
    }

    private mutating func lighthouseHead(_ y: Double) {
        let at = Point(width * 0.68, y + 40 * unit)
        if scene.isDark || scene.hour == .dusk { glow(at + Point(0, -420 * unit), 340 * unit, light.glow, 0.9) }
        place(at, 0.92) { $0.lighthouse($0.light.near, upper: $0.paper.mixed($0.light.far, 0.3), light: $0.light.glow) }
        ripplesUnder(at, 2)
    }
}
