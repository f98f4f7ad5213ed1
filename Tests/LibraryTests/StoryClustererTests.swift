import Testing

@testable import Library

@Suite struct StoryClustererTests {
    @Test func `Stories join while they are near on average, and two alone must be nearer`() {
        let links: [(a: Int, b: Int, similarity: Int64)] = [(0, 1, 200_000), (0, 2, 80_000), (1, 2, 80_000)]
        #expect(StoryClusterer(count: 3, links: links).clustered() == [[0, 1, 2]])
        #expect(StoryClusterer(count: 2, links: [(0, 1, 80_000)]).clustered() == [[0], [1]])
    }

    @Test func `Copies of one story are not several that tell the same`() {
        // Two copies, and another story that is as near them as chance allows.
        let copies = StoryClusterer.copySimilarity
        let links: [(a: Int, b: Int, similarity: Int64)] = [(0, 1, copies), (0, 2, 80_000), (1, 2, 80_000)]
        #expect(StoryClusterer(count: 3, links: links).clustered() == [[0, 1], [2]])
    }
}
