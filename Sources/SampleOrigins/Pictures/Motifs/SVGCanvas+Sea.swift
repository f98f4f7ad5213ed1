/// The motifs of the sea. Except for the quay, each stands on the origin, in thousandths of the shorter side (see
/// `place`).
extension SVGCanvas {
    mutating func crane(_ colour: Colour, light window: Colour) {
        for x in [-70.0, 70] {
            polyline([Point(x * 1.25, 0), Point(x * 0.62, -290)], colour, 15)
        }
        polyline([Point(-82, -40), Point(58, -250)], colour, 6)
        polyline([Point(82, -40), Point(-58, -250)], colour, 6)
        polyline([Point(-86, -120), Point(86, -120)], colour, 8)
        polygon([Point(-62, -290), Point(62, -290), Point(78, -400), Point(20, -440), Point(-90, -420)], colour)
        rect(24, -395, 34, 44, window, 0.9)
        let tip = Point(430, -820)
        polygon([Point(30, -420), Point(70, -400), tip, tip + Point(-10, -16)], colour)
        for step in 0..<11 {
            let share = Double(step) / 11
            let a = Point(30, -430).towards(tip, share)
            let b = Point(5, -600).towards(tip, share + 0.06)
            line(a, b, colour, 4)
        }
        polyline([Point(-10, -430), Point(5, -600), tip], colour, 9)
        polyline([Point(5, -600), Point(-90, -410)], colour, 6)
        rect(-130, -440, 60, 60, colour)
        line(tip, tip + Point(0, 420), colour, 3)
        rect(tip.x - 9, tip.y + 420, 18, 30, colour)
    }

    mutating func boat(_ colour: Colour, light window: Colour) {
        let hull = [Point(-150, -62), Point(-120, 4), Point(110, 4), Point(168, -92), Point(60, -60)]
        polygon(hull, colour)
        polygon([Point(-96, -60), Point(-90, -140), Point(-10, -140), Point(2, -60)], colour)
        rect(-78, -126, 22, 26, window, 0.95)
        rect(-46, -126, 22, 26, window, 0.95)
        line(Point(40, -60), Point(34, -290), colour, 8)
        line(Point(-70, -140), Point(-74, -220), colour, 6)
        polyline([Point(160, -90), Point(34, -284), Point(-140, -62)], colour, 2.5)
        line(Point(38, -120), Point(120, -220), colour, 5)
    }

    mutating func yacht(_ colour: Colour) {
        path("M-90 -24C-60 10 60 10 100 -30Z", fill: colour)
        line(Point(0, -24), Point(0, -300), colour, 5)
        polyline([Point(96, -30), Point(0, -296), Point(-86, -26)], colour, 2)
        line(Point(0, -52), Point(-84, -56), colour, 9)
    }

    mutating func ferry(_ colour: Colour, upper: Colour, light window: Colour) {
        polygon([Point(-330, -70), Point(-300, 6), Point(290, 6), Point(370, -86)], colour)
        polygon([Point(-290, -70), Point(-280, -136), Point(250, -136), Point(280, -76)], upper)
        polygon([Point(-230, -136), Point(-220, -190), Point(170, -190), Point(200, -136)], upper)
        polygon([Point(90, -190), Point(100, -236), Point(180, -236), Point(188, -190)], upper)
        polygon([Point(-130, -190), Point(-140, -280), Point(-60, -280), Point(-50, -190)], colour)
        rect(-140, -262, 82, 18, window, 0.8)
        for index in 0..<17 { rect(-264 + Double(index) * 30, -116, 17, 20, window, 0.92, round: 3) }
        for index in 0..<12 { rect(-206 + Double(index) * 31, -174, 17, 18, window, 0.92, round: 3) }
        rect(106, -226, 70, 18, window, 0.95)
        line(Point(140, -236), Point(138, -330), colour, 5)
        line(Point(330, -84), Point(326, -160), colour, 4)
    }

    mutating func lighthouse(_ colour: Colour, upper: Colour, light lamp: Colour) {
        path("M-190 10C-140 -50 -90 -40 -60 -72L70 -76C120 -40 150 -50 210 10Z", fill: colour)
        polygon([Point(-48, -70), Point(-28, -400), Point(28, -400), Point(48, -70)], upper)
        polygon([Point(10, -70), Point(8, -400), Point(28, -400), Point(48, -70)], colour, 0.45)
        rect(-42, -412, 84, 14, colour)
        rect(-24, -462, 48, 50, lamp)
        polygon([Point(-32, -462), Point(0, -506), Point(32, -462)], colour)
        line(Point(0, -462), Point(0, -412), colour, 4)
    }

    mutating func buoy(_ colour: Colour, light lamp: Colour) {
        path("M-46 0C-40 34 40 34 46 0Z", fill: colour)
        polyline([Point(-36, 0), Point(-12, -120), Point(12, -120), Point(36, 0)], colour, 7)
        line(Point(-26, -50), Point(26, -50), colour, 5)
        circle(Point(0, -134), 13, lamp)
    }

    mutating func gig(_ colour: Colour, oars: Int) {
        path("M-300 -34C-200 20 220 20 310 -40C200 -14 -200 -14 -300 -34Z", fill: colour)
        for index in 0..<oars {
            let x = -170 + Double(index) * 340 / Double(max(1, oars - 1))
            ellipse(Point(x, -62), 17, 40, colour, turned: 14)
            circle(Point(x + 10, -112), 15, colour)
            line(Point(x + 6, -64), Point(x - 96, 34), colour, 5)
        }
        ellipse(Point(250, -70), 16, 38, colour)
        circle(Point(252, -118), 15, colour)
    }

    mutating func swimmer(_ colour: Colour, rings: Colour) {
        for ring in 1...5 {
            stroke(
                "M\(-ring * 62) 4C\(-ring * 30) \(ring * 10) \(ring * 30) \(ring * 10) \(ring * 62) 4", rings, 3, 0.5)
        }
        path("M-24 6C-30 -40 22 -44 24 6Z", fill: colour)
        stroke("M20 4C60 -60 96 -70 128 -8", colour, 13)
    }

    mutating func quay(from x: Double, to end: Double, y: Double, _ colour: Colour) {
        rect(min(x, end), y, abs(end - x), 60 * unit, colour)
        for step in stride(from: min(x, end) + 40 * unit, to: max(x, end), by: 150 * unit) {
            rect(step, y - 20 * unit, 18 * unit, 24 * unit, colour, round: 6 * unit)
            rect(step + 60 * unit, y + 10 * unit, 12 * unit, 130 * unit, colour)
        }
    }
}
