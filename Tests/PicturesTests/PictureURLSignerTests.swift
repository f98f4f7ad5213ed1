import Testing

@testable import Pictures

@Suite struct ImageURLSignerTests {
    private let signer = PictureURLSigner(key: Array("a key of thirty-two bytes, surely".utf8))

    private func parts(_ path: String) -> [Substring] { path.split(separator: "/") }

    @Test(arguments: PictureCrop.allCases, PictureLoader.widths)
    func `a signed path is read back`(crop: PictureCrop, width: Int) throws {
        let path = signer.path(id: 4711, width: width, crop: crop)
        let parts = parts(path)
        #expect(path.hasPrefix("/picture/4711/\(width)"))
        try #require(parts.count == 4)
        let opened = try #require(signer.verified(id: parts[1], size: parts[2], signature: parts[3]))
        #expect(opened.id == 4711 && opened.width == width && opened.crop == crop)
        #expect(parts[3].utf8.count == 22)
        #expect(signer.isValid(id: 4711, width: width, crop: crop, signature: String(parts[3])))
    }

    @Test func `a path stays the same however many were signed since`() {
        let first = signer.path(id: 9, width: 324, crop: .square)
        let set = signer.srcSet(id: 9, widths: (72, 144, 324), crop: .square)
        for id in 10...9_000 as ClosedRange<Int64> { _ = signer.path(id: id, width: 324, crop: .square) }
        #expect(signer.path(id: 9, width: 324, crop: .square) == first)
        #expect(set.srcset.hasSuffix(", \(first) 3x"))
        #expect(signer.srcSet(id: 9, widths: (72, 144, 324), crop: .square).srcset == set.srcset)
        #expect(signer.srcSet(id: 9, widths: (72, 144, 216), crop: .square).srcset != set.srcset)
        #expect(signer.path(id: 9, width: 324, crop: .original) != first)
        let other = signer.path(id: 9, width: 480, crop: .square)
        #expect(signer.srcSet(id: 9, widths: [324, 480], crop: .square) == "\(first) 324w, \(other) 480w")
        #expect(signer.srcSet(id: 9, widths: [480], crop: .square) == "\(other) 480w")
    }

    @Test func `a path that was changed is not ours`() throws {
        let parts = parts(signer.path(id: 7, width: 324, crop: .threeTwo))
        let (id, size, signature) = (String(parts[1]), String(parts[2]), String(parts[3]))
        let other = signature.hasPrefix("A") ? "B" + signature.dropFirst() : "A" + signature.dropFirst()
        for (id, size, signature) in [
            ("8", size, signature), (id, "324", signature), (id, "324s", signature), (id, "480w", signature),
            (id, size, other),
            (id, size, ""),
            (id, size, signature + "A"), (id, size, String(signature.dropLast())), ("07", size, signature),
            (id, "0324w", signature),
            (id, "324w ", signature), ("", size, signature), (id, "", signature),
            (id, "99999999999999999999w", signature),
        ] {
            #expect(signer.verified(id: id, size: size, signature: signature) == nil, "\(id) \(size) \(signature)")
        }
        #expect(signer.verified(id: id, size: size, signature: signature) != nil)
    }

    @Test func `a width outside the set is not ours even when it is signed`() {
        let parts = parts(signer.path(id: 7, width: 325, crop: .original))
        #expect(signer.verified(id: parts[1], size: parts[2], signature: parts[3]) == nil)
    }

    @Test func `another key signs otherwise`() {
        let other = PictureURLSigner(key: Array("another key of thirty-two bytes.".utf8))
        #expect(other.path(id: 7, width: 324, crop: .original) != signer.path(id: 7, width: 324, crop: .original))
        #expect(signer.path(id: 7, width: 324, crop: .original) == signer.path(id: 7, width: 324, crop: .original))
    }

    @Test func `the path of several pictures is read back, and only as it was signed`() throws {
        let path = signer.sheetPath(of: [3, 14, 15])
        let (ids, signature) = (String(parts(path)[1]), String(parts(path)[2]))
        #expect(
            path.hasPrefix("/pictures/3.14.15/") && signer.verifiedSheet(ids: ids, signature: signature) == [3, 14, 15])
        for other in ["3.14", "3.14.15.16", "3.14.15.", ""] {
            #expect(signer.verifiedSheet(ids: other, signature: signature) == nil)
        }
        #expect(
            signer.verifiedSheet(ids: "3", signature: String(parts(signer.path(id: 3, width: 72, crop: .square))[3]))
                == nil)
    }

    @Test func `several pictures in one file have a view each`() {
        let pictures = ([7, 8] as [Int64]).map {
            (id: $0, picture: EncodedPicture(bytes: [UInt8($0)], type: "image/webp", etag: ""))
        }
        let sheet = EncodedPicture.sheet(of: pictures, size: 72)
        let text = String(decoding: sheet.bytes, as: UTF8.self)
        #expect(sheet.type == "image/svg+xml")
        #expect(
            text.contains(
                ##"<view id="i8" viewBox="0 72 72 72"/><image y="72" width="72" height="72" href="data:image/webp;base64,CA==""##
            ))
    }
}
