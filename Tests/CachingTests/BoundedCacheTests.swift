import Caching
import Foundation
import Testing

@Suite struct BoundedCacheTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `a value is kept under its key until it is replaced or removed`() {
        let cache = BoundedCache<String, Int>(maxCount: 3)
        #expect(cache.value(for: "a") == nil && cache.removeValue(for: "a") == nil)
        cache.store(1, for: "a")
        cache.store(2, for: "b")
        #expect(cache.value(for: "a") == 1 && cache.value(for: "b") == 2)
        cache.store(3, for: "a")
        #expect(cache.value(for: "a") == 3 && cache.count == 2)
        #expect(cache.removeValue(for: "a") == 3)
        #expect(cache.value(for: "a") == nil && cache.count == 1)
    }

    @Test func `beyond the count the least recently used leaves, wherever it stands`() {
        let cache = BoundedCache<Int, Int>(maxCount: 3)
        for key in 1...3 { cache.store(key, for: key) }
        // The order of use is 1, 2, 3; a look makes it 2, 3, 1, and a replacement 3, 1, 2.
        #expect(cache.value(for: 1) == 1)
        cache.store(20, for: 2)
        cache.store(4, for: 4)
        #expect(cache.value(for: 3) == nil)
        #expect(cache.value(for: 1) == 1 && cache.value(for: 2) == 20 && cache.value(for: 4) == 4)
        // From the middle and from both ends.
        for key in [2, 4, 1] { #expect(cache.removeValue(for: key) != nil) }
        #expect(cache.count == 0)
        for key in 5...8 { cache.store(key, for: key) }
        #expect(cache.value(for: 5) == nil && cache.value(for: 6) == 6 && cache.count == 3)
    }

    @Test func `one entry, and none at all`() {
        let one = BoundedCache<Int, Int>(maxCount: 1)
        for key in 1...3 { one.store(key, for: key) }
        #expect(one.value(for: 2) == nil && one.value(for: 3) == 3 && one.count == 1)
        let none = BoundedCache<Int, Int>(maxCount: 0)
        none.store(1, for: 1)
        #expect(none.value(for: 1) == nil && none.count == 0)
    }

    @Test func `costs add up to the bound, and what exceeds it alone is not kept`() {
        let cache = BoundedCache<Int, String>(maxCount: 100, maxCost: 10)
        cache.store("four", for: 1, cost: 4)
        cache.store("six", for: 2, cost: 6)
        #expect(cache.count == 2)
        cache.store("one", for: 3, cost: 1)
        #expect(cache.value(for: 1) == nil && cache.value(for: 2) == "six" && cache.value(for: 3) == "one")
        // Replacing counts the new cost alone.
        cache.store("nine", for: 2, cost: 9)
        #expect(cache.value(for: 2) == "nine" && cache.value(for: 3) == "one")
        // A value too large leaves the others, and takes the place of its own older one.
        cache.store("eleven", for: 2, cost: 11)
        #expect(cache.value(for: 2) == nil && cache.value(for: 3) == "one")
        cache.store("ten", for: 4, cost: 10)
        #expect(cache.value(for: 3) == nil && cache.count == 1)
    }

    @Test func `costs from the ends of what there is do no harm`() {
        let cache = BoundedCache<Int, Int>(maxCount: 10)
        for key in 1...5 { cache.store(key, for: key, cost: .max) }
        #expect(cache.count == 1 && cache.value(for: 5) == 5)
        for key in 6...8 { cache.store(key, for: key, cost: .min) }
        #expect(cache.count == 4)
    }

    @Test func `a value grows old, also before a clock that was set back`() {
        let cache = BoundedCache<String, Int>(maxCount: 3, lifetime: 60)
        cache.store(1, for: "a", now: start)
        #expect(cache.value(for: "a", now: start + 59.9) == 1)
        #expect(cache.value(for: "a", now: start - 59.9) == 1)
        #expect(cache.value(for: "a", now: start + 60) == nil)
        #expect(cache.count == 0, "what is too old was removed")
        cache.store(2, for: "a", now: start)
        #expect(cache.value(for: "a", now: start - 60) == nil)
        cache.store(3, for: "a", now: start)
        #expect(cache.removeValue(for: "a", now: start + 60) == nil && cache.count == 0)
        // A look does not make it younger, but a replacement does.
        cache.store(4, for: "a", now: start)
        #expect(cache.value(for: "a", now: start + 50) == 4)
        #expect(cache.value(for: "a", now: start + 70) == nil)
        cache.store(5, for: "a", now: start)
        cache.store(6, for: "a", now: start + 50)
        #expect(cache.value(for: "a", now: start + 70) == 6)
    }

    @Test func `an entry may have a lifetime of its own`() {
        let cache = BoundedCache<String, Int>(maxCount: 3)
        cache.store(1, for: "short", lifetime: 10, now: start)
        cache.store(2, for: "long", lifetime: 100, now: start)
        #expect(cache.value(for: "short", now: start + 10) == nil)
        #expect(cache.value(for: "long", now: start + 10) == 2)
    }

    @Test func `storing removes what nobody asked for until it was too old`() {
        let cache = BoundedCache<Int, Int>(maxCount: 100, lifetime: 60)
        for key in 1...50 { cache.store(key, for: key, now: start) }
        #expect(cache.count == 50)
        cache.store(0, for: 0, now: start + 60)
        #expect(cache.count == 1)
    }

    @Test func `a value is made once`() throws {
        struct Refusal: Error {}
        let cache = BoundedCache<String, Int>(maxCount: 3, lifetime: 60)
        var made = 0
        func value(_ now: Date) -> Int {
            cache.value(for: "a", now: now) {
                made += 1
                return made
            }
        }
        #expect(value(start) == 1 && value(start + 30) == 1 && value(start + 60) == 2)
        #expect(throws: Refusal.self) { try cache.value(for: "b") { throw Refusal() } }
        #expect(cache.value(for: "b") == nil)
    }

    /// Against a plain list in the order of use, which is slow and plainly right.
    @Test(arguments: 0..<20) func `it keeps what a list in the order of use would keep`(seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ bound: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(exactly: (state >> 33) % bound) ?? 0
        }
        let (maxCount, maxCost) = (1 + random(8), 5 + random(20))
        let cache = BoundedCache<Int, Int>(maxCount: maxCount, maxCost: maxCost)
        var list: [(key: Int, value: Int, cost: Int)] = []
        for step in 0..<2_000 {
            let key = random(12)
            switch random(4) {
            case 0:
                #expect(cache.removeValue(for: key) == list.first { $0.key == key }?.value)
                list.removeAll { $0.key == key }
            case 1:
                let found = list.firstIndex { $0.key == key }
                #expect(cache.value(for: key) == found.map { list[$0].value })
                if let found { list.append(list.remove(at: found)) }
            default:
                let cost = random(10)
                cache.store(step, for: key, cost: cost)
                list.removeAll { $0.key == key }
                if cost <= maxCost { list.append((key, step, cost)) }
                while list.count > maxCount || list.reduce(0, { $0 + $1.cost }) > maxCost { list.removeFirst() }
            }
            #expect(cache.count == list.count)
        }
        for entry in list { #expect(cache.value(for: entry.key) == entry.value) }
    }

    @Test func `many may use it at once`() async {
        let cache = BoundedCache<Int, Int>(maxCount: 50, maxCost: 200)
        await withTaskGroup(of: Bool.self) { group in
            for worker in 0..<16 {
                group.addTask {
                    var isRight = true
                    for step in 0..<5_000 {
                        let key = (step &* 31 &+ worker &* 17) % 120
                        switch step % 3 {
                        case 0: cache.store(key * 2, for: key, cost: key % 9)
                        case 1: isRight = isRight && [nil, key * 2].contains(cache.value(for: key))
                        default: if step % 5 == 0 { cache.removeValue(for: key) }
                        }
                    }
                    return isRight
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(cache.count <= 50)
        for key in 0..<120 { #expect([nil, key * 2].contains(cache.value(for: key))) }
    }
}
