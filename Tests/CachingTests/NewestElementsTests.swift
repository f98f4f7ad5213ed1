import Caching
import Foundation
import Testing

@Suite struct NewestElementsTests {
    private func kept(_ dates: [Int?], limit: Int) -> [Int] {
        var newest = NewestElements<Int>(limit: limit)
        for (place, date) in dates.enumerated() {
            newest.append(place, date: date.map { Date(timeIntervalSince1970: TimeInterval($0)) })
        }
        return newest.elements()
    }

    @Test(
        arguments: [
            ([5, 4, 3, 2, 1], [0, 1, 2]), ([1, 2, 3, 4, 5], [2, 3, 4]), ([1, 5, 2, 4, 3], [1, 3, 4]),
            ([7, 7, 7, 7], [0, 1, 2]),
            ([nil, nil, nil, nil, nil], [0, 1, 2]), ([5, nil, 9, nil, 1], [0, 2, 3]), ([nil, 9, 8, 7], [0, 1, 2]),
            ([1, 2], [0, 1]),
            ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], [10, 11, 12]), ([], []),
        ] as [([Int?], [Int])])
    func `the newest of a list are kept in its order, and those without a date where they stand`(
        dates: [Int?], places: [Int]
    ) {
        #expect(kept(dates, limit: 3) == places)
    }

    @Test func `whether something was left out is known`() {
        var newest = NewestElements<Int>(limit: 2)
        for place in 0..<2 { newest.append(place, date: nil) }
        #expect(!newest.isOverfull)
        newest.append(2, date: nil)
        #expect(newest.isOverfull && newest.count == 3 && newest.elements() == [0, 1])
    }
}
