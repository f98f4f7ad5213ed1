import Testing

@testable import Pictures

@Suite struct ImageURLSignerTests {
    private let signer = ImageURLSigner(key: Array("a key of thirty-two bytes, surely".utf8))

    private func parts(_ path: String) -> [Substring] { path.split(separator: "/") }

    @Test(arguments: ImageCrop.allCases, ImageService.widths)
    func `a signed path is read back`(shape: ImageCrop, width: Int) throws {
        let path = signer.path(id: 4711, width: width, shape: shape)
        let parts = parts(path)
        #expect(path.hasPrefix("/picture/4711/\(width)"))
        try #require(parts.count == 4)
        let opened = try #require(signer.verified(id: parts[1], size: parts[2], mark: parts[3]))
        #expect(opened.id == 4711 && opened.width == width && opened.shape == shape)
        #expect(parts[3].utf8.count == 22)
        #expect(signer.isValid(id: 4711, width: width, shape: shape, mark: String(parts[3])))
    }

    @Test func `a path stays the same however many were signed since`() {
        let lately = SignedURLCache(capacity: 3)
        var signed = 0
        func path(_ id: Int64) -> String {
            lately.path(SignedURLCache.URLKey(id: id, width: 324, shape: .original)) {
                signed += 1
                return "/\(id)"
            }
        }
        for id in [1, 2, 1, 2, 3] as [Int64] { #expect(path(id) == "/\(id)") }
        #expect(signed == 3)
        for id in [4, 1, 4] as [Int64] { #expect(path(id) == "/\(id)") }
        #expect(signed == 5)
        let first = signer.path(id: 9, width: 324, shape: .square)
        #expect(signer.path(id: 9, width: 324, shape: .square) == first)
        #expect(signer.path(id: 9, width: 324, shape: .original) != first)
    }

    @Test func `a path that was changed is not ours`() throws {
        let parts = parts(signer.path(id: 7, width: 324, shape: .threeTwo))
        let (id, size, mark) = (String(parts[1]), String(parts[2]), String(parts[3]))
        let other = mark.hasPrefix("A") ? "B" + mark.dropFirst() : "A" + mark.dropFirst()
        for (id, size, mark) in [
            ("8", size, mark), (id, "324", mark), (id, "324s", mark), (id, "480w", mark), (id, size, other),
            (id, size, ""),
            (id, size, mark + "A"), (id, size, String(mark.dropLast())), ("07", size, mark), (id, "0324w", mark),
            (id, "324w ", mark), ("", size, mark), (id, "", mark), (id, "99999999999999999999w", mark),
        ] {
            #expect(signer.verified(id: id, size: size, mark: mark) == nil, "\(id) \(size) \(mark)")
        }
        #expect(signer.verified(id: id, size: size, mark: mark) != nil)
    }

    @Test func `a width outside the set is not ours even when it is signed`() {
        let parts = parts(signer.path(id: 7, width: 325, shape: .original))
        #expect(signer.verified(id: parts[1], size: parts[2], mark: parts[3]) == nil)
    }

    @Test func `another key signs otherwise`() {
        let other = ImageURLSigner(key: Array("another key of thirty-two bytes.".utf8))
        #expect(other.path(id: 7, width: 324, shape: .original) != signer.path(id: 7, width: 324, shape: .original))
        #expect(signer.path(id: 7, width: 324, shape: .original) == signer.path(id: 7, width: 324, shape: .original))
    }
}
