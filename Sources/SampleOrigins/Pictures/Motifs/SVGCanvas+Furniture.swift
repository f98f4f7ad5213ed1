extension SVGCanvas {
    mutating func furnish(_ back: RoomBounds) {
        if scene.has("seats", "cabin", "tram") { return seats(back) }
        if scene.has("bench", "tables", "long", "retort") { return longTable(back) }
        if scene.has("desk", "chess", "printer", "notes", "vault", "oven", "organ") { return desk() }
        switch rng.int(0...3) {
        case 0: roundTable()
        case 1: armchair(back)
        case 2: roundTable()
        default: counter(back)
        }
    }

    mutating func armchair(_ back: RoomBounds) {
        let at = Point(width * rng.double(0.3...0.46), height * 0.97)
        polygon(
            [
                at + Point(-260 * unit, 0), at + Point(260 * unit, -10 * unit), at + Point(620 * unit, 60 * unit),
                at + Point(0, 90 * unit),
            ], ink.darkened(0.6), 0.5)
        place(at, 1.1) { canvas in
            let (cloth, dark) = (canvas.accent.mixed(canvas.ink, 0.18), canvas.accent.mixed(canvas.ink, 0.6))
            canvas.path("M-220 -150C-250 -480 -190 -540 0 -540C190 -540 250 -480 220 -150Z", fill: dark)
            canvas.path("M-170 -170C-190 -440 -150 -490 0 -490C150 -490 190 -440 170 -170Z", fill: cloth)
            canvas.rect(-190, -200, 380, 120, cloth.mixed(canvas.paper, 0.2), round: 40)
            canvas.path("M-290 -20V-250C-290 -320 -180 -320 -180 -250V-20Z", fill: dark)
            canvas.path("M290 -20V-250C290 -320 180 -320 180 -250V-20Z", fill: cloth.mixed(canvas.paper, 0.1))
            canvas.rect(-280, -100, 560, 84, dark, round: 16)
            for x in [-240.0, 220] { canvas.rect(x, -20, 20, 40, canvas.ink.darkened(0.6)) }
            canvas.rect(170, -330, 130, 26, canvas.paper, round: 4)
        }
        place(Point(at.x + 420 * unit, height * 0.94), 1) { canvas in
            canvas.line(Point(0, 0), Point(0, -560), canvas.ink.darkened(0.5), 12)
            canvas.circle(Point(0, -560), 330, canvas.radialGradient([(0, canvas.paper, 0.7), (1, canvas.paper, 0)]))
            canvas.path("M-100 -520L-60 -660H60L100 -520Z", fill: canvas.paper.mixed(canvas.accent, 0.35))
            canvas.ellipse(Point(0, 0), 90, 16, canvas.ink.darkened(0.5))
        }
    }

    mutating func roundTable() {
        place(Point(width * rng.double(0.42...0.58), height * 0.98), 1.15) { canvas in
            let wood = canvas.accent.mixed(canvas.ink, 0.3)
            let dark = canvas.ink.darkened(0.5)
            for x in [-420.0, 420] {
                canvas.polyline(
                    [Point(x * 0.8, 0), Point(x * 0.8, -200), Point(x * 1.08, -210), Point(x * 1.12, -520)], dark, 20)
                canvas.line(Point(x * 1.06, -200), Point(x * 1.06, 0), dark, 18)
                for rung in 0..<4 {
                    canvas.line(
                        Point(x * 1.1 - 40, -500 + Double(rung) * 66), Point(x * 1.1 + 40, -500 + Double(rung) * 66),
                        dark, 12)
                }
            }
            canvas.line(Point(0, -280), Point(0, 0), dark, 34)
            canvas.polyline([Point(-140, 0), Point(0, -60), Point(140, 0)], dark, 24)
            canvas.ellipse(Point(0, -268), 360, 66, dark)
            canvas.ellipse(Point(0, -284), 360, 66, wood)
            canvas.ellipse(Point(-60, -300), 220, 30, canvas.paper, 0.22)
            canvas.rect(-190, -330, 120, 30, canvas.paper, round: 3)
            canvas.path(
                "M60 -300C40 -360 44 -400 70 -420H130C156 -400 160 -360 140 -300Z",
                fill: canvas.paper.mixed(canvas.accent, 0.3))
            for stem in 0..<6 {
                canvas.stroke(
                    "M100 -410C\(70 + stem * 12) -470 \(40 + stem * 24) -500 \(20 + stem * 34) \(-560 + stem % 3 * 24)",
                    dark, 7)
            }
        }
    }

    mutating func counter(_ back: RoomBounds) {
        let y = height * 0.7
        polygon(
            [
                Point(0, y), Point(width * 0.62, back.bottom + 20 * unit), Point(width * 0.66, back.bottom + 34 * unit),
                Point(0, y + 90 * unit),
            ], accent.mixed(paper, 0.2))
        polygon(
            [
                Point(0, y + 90 * unit), Point(width * 0.66, back.bottom + 34 * unit),
                Point(width * 0.66, back.bottom + 110 * unit), Point(0, height * 1.1),
            ], accent.mixed(ink, 0.5))
        for board in 1..<12 {
            let share = Double(board) / 12
            let top = Point(0, y + 90 * unit).towards(Point(width * 0.66, back.bottom + 34 * unit), share)
            let foot = Point(0, height * 1.1).towards(Point(width * 0.66, back.bottom + 110 * unit), share)
            line(top, foot, ink.darkened(0.4), 4 * unit, 0.6)
        }
        for person in 0..<rng.int(2...4) {
            let share = Double(person) / 3.4
            place(
                Point(
                    width * (0.74 + 0.06 * rng.double(-1...1) + 0.1 * share), back.bottom + (70 + 330 * share) * unit),
                0.5 + 0.75 * share
            ) { $0.walker($0.light.near, umbrella: false) }
        }
        place(Point(width * 0.2, y + 20 * unit), 0.5) { $0.path("M-60 0C-56 -80 56 -80 60 0Z", fill: $0.paper) }
    }

    mutating func desk() {
        let y = height * rng.double(0.74...0.8)
        let left = width * rng.double(0.08...0.2)
        let right = width * rng.double(0.76...0.94)
        polygon(
            [
                Point(left, y), Point(right, y), Point(right + 80 * unit, y + 110 * unit),
                Point(left - 80 * unit, y + 110 * unit),
            ], accent.mixed(ink, 0.35))
        rect(left - 80 * unit, y + 110 * unit, right - left + 160 * unit, height, ink.darkened(0.5))
        glow(Point((left + right) / 2, y + 30 * unit), 360 * unit, accent.mixed(paper, 0.4), 0.5)
        onDesk(Point((left + right) / 2, y + 76 * unit), right - left)
    }

    mutating func onDesk(_ at: Point, _ wide: Double) {
        let pale = paper
        if scene.has("chess") { return chessboard(at) }
        place(at + Point(-wide * 0.3, 0), 0.7) { canvas in
            canvas.line(Point(0, 0), Point(-40, -210), canvas.ink.darkened(0.5), 12)
            canvas.line(Point(-40, -210), Point(90, -330), canvas.ink.darkened(0.5), 12)
            canvas.polygon(
                [Point(60, -350), Point(150, -330), Point(130, -240), Point(56, -290)], canvas.ink.darkened(0.5))
            canvas.circle(Point(100, -250), 190, canvas.radialGradient([(0, pale, 0.8), (1, pale, 0)]))
            canvas.ellipse(Point(0, 0), 70, 15, canvas.ink.darkened(0.5))
        }
        for sheetOfPaper in 0..<4 {
            let point = at + Point(rng.double(-0.1...0.3) * wide, rng.double(-40...20) * unit)
            let tilt = rng.double(-20...20) * unit
            polygon(
                [
                    point, point + Point(130 * unit, tilt * 0.3), point + Point(160 * unit, 44 * unit),
                    point + Point(16 * unit, 50 * unit),
                ], pale, 0.95 - 0.1 * Double(sheetOfPaper))
        }
        place(at + Point(wide * 0.38, 6 * unit), 0.5) { canvas in
            for book in 0..<4 {
                canvas.rect(
                    -120, -50 - Double(book) * 48, 240 - Double(book) * 16, 44,
                    book % 2 == 0 ? canvas.accent : canvas.ink, round: 4)
            }
        }
    }

    mutating func chessboard(_ at: Point) {
        for row in 0..<8 {
            for column in 0..<8 {
                let (u, v) = (Double(column) - 4, Double(row))
                let size = (46 + v * 4) * unit
                let point = Point(at.x + u * size, at.y - 90 * unit + v * 16 * unit)
                polygon(
                    [
                        point, point + Point(size, 0), point + Point(size * 1.06, 16 * unit),
                        point + Point(-size * 0.02, 16 * unit),
                    ], (row + column) % 2 == 0 ? paper : ink)
            }
        }
        for _ in 0..<13 {
            let point = at + Point(rng.double(-170...170) * unit, rng.double(-70...30) * unit)
            place(point, rng.double(0.4...0.66)) { canvas in
                let tone = canvas.rng.chance(0.5) ? canvas.paper : canvas.ink.darkened(0.5)
                canvas.path("M-30 0C-10 -60 -16 -90 -12 -110H12C16 -90 10 -60 30 0Z", fill: tone)
                canvas.circle(Point(0, -126), 22, tone)
            }
        }
    }

    mutating func longTable(_ back: RoomBounds) {
        let far = Point((back.left + back.right) / 2, back.bottom + 10 * unit)
        polygon(
            [
                far + Point(-70 * unit, 0), far + Point(70 * unit, 0), Point(width * 0.76, height * 0.94),
                Point(width * 0.24, height * 0.94),
            ], accent.mixed(ink, 0.22))
        polygon(
            [
                Point(width * 0.24, height * 0.94), Point(width * 0.76, height * 0.94), Point(width * 0.76, height),
                Point(width * 0.24, height),
            ], ink.darkened(0.5))
        for step in 0..<6 {
            let share = Double(step * step) / 25
            for side in [-1.0, 1] {
                let at = Point(far.x + side * (110 + 430 * share) * unit, back.bottom + (50 + 320 * share) * unit)
                let size = 0.16 + 0.62 * share
                place(at, size) { canvas in
                    canvas.polyline(
                        [Point(-70, 0), Point(-64, -170), Point(64, -170), Point(70, 0)], canvas.ink.darkened(0.55), 20)
                    canvas.polyline([Point(-side * 66, -170), Point(-side * 74, -400)], canvas.ink.darkened(0.55), 20)
                    canvas.rect(-70, -180, 140, 26, canvas.ink.darkened(0.4))
                }
            }
            let point = Point(
                far.x + rng.double(-40...40) * unit * (0.3 + share), back.bottom + (26 + 250 * share) * unit)
            ellipse(point, (20 + 66 * share) * unit, (6 + 20 * share) * unit, paper, 0.9)
        }
    }

    mutating func seats(_ back: RoomBounds) {
        for row in 0..<4 {
            let share = Double((row + 1) * (row + 1)) / 16
            for side in [-1.0, 1] {
                let at = Point(
                    (back.left + back.right) / 2 + side * (150 + 500 * share) * unit,
                    back.bottom + (40 + 360 * share) * unit)
                place(at, 0.34 + 0.9 * share) { canvas in
                    canvas.rect(-150, -330, 300, 330, canvas.accent.mixed(canvas.ink, 0.62 - 0.4 * share), round: 46)
                    canvas.rect(-130, -310, 260, 90, canvas.paper, 0.22, round: 34)
                    canvas.rect(-160, -70, 320, 90, canvas.ink.darkened(0.2), round: 24)
                    canvas.line(Point(-150, -330), Point(150, -330), canvas.paper, 6, 0.6)
                }
            }
        }
        for side in [back.left, back.right] {
            line(Point(side, 0), Point(side, height * 0.9), light.horizon, 9 * unit, 0.8)
        }
    }

    mutating func oven(_ back: RoomBounds) {
        let at = Point((back.left + back.right) / 2, back.bottom)
        for row in 0..<15 {
            for brick in 0..<12 {
                let wide = (back.right - back.left) / 11
                let x = back.left + (Double(brick) - (row % 2 == 0 ? 0 : 0.5)) * wide
                rect(
                    max(back.left, x), back.top + Double(row) * (back.bottom - back.top) / 15, wide - 4 * unit,
                    (back.bottom - back.top) / 15 - 4 * unit, accent.mixed(ink, rng.double(0.3...0.6)))
            }
        }
        glow(at + Point(0, -90 * unit), 640 * unit, accent.mixed(paper, 0.4), 0.9)
        path(
            "M\(at.x - 150 * unit) \(at.y)V\(at.y - 130 * unit)C\(at.x - 150 * unit) \(at.y - 250 * unit) \(at.x + 150 * unit) \(at.y - 250 * unit) \(at.x + 150 * unit) \(at.y - 130 * unit)V\(at.y)Z",
            fill: ink.darkened(0.6))
        for _ in 0..<26 {
            let foot = at + Point(rng.double(-110...110) * unit, -10 * unit)
            let tall = rng.double(60...180) * unit
            path(
                Self.smoothPathData(
                    [
                        foot + Point(-16 * unit, 0), foot + Point(rng.double(-20...20) * unit, -tall),
                        foot + Point(16 * unit, 0),
                    ], closed: true), fill: rng.chance(0.5) ? accent : paper, 0.8)
        }
    }

    mutating func organ(_ back: RoomBounds) {
        let number = 15
        for pipe in 0..<number {
            let share = abs(Double(pipe) - 7) / 7
            let x = width * 0.14 + width * 0.72 * Double(pipe) / Double(number)
            let wide = width * 0.72 / Double(number) * 0.84
            let top = height * (0.06 + 0.2 * (1 - share) + rng.double(-0.02...0.02))
            rect(
                x, top, wide, height * 0.66 - top,
                linearGradient(
                    [(0, accent.mixed(ink, 0.4), 1), (0.3, paper.mixed(accent, 0.4), 1), (1, ink, 1)], to: Point(1, 0)))
            path(
                "M\(x) \(height * 0.56)L\(x + wide / 2) \(height * 0.5)L\(x + wide) \(height * 0.56)Z",
                fill: ink.darkened(0.5))
            ellipse(Point(x + wide / 2, top), wide / 2, 9 * unit, ink.darkened(0.6))
        }
        rect(width * 0.1, height * 0.66, width * 0.8, 60 * unit, ink.darkened(0.4))
    }
}
