import Foundation
import TestSupport
import Testing

@testable import Packs

@Suite struct `Pictures of the original app's store` {
    /// The file that each photograph got, by its name; nil without one.
    private func photographs(_ uids: [String?], files: [String]) throws -> [(name: String, file: String?)] {
        var store = StoreFixture()
        (store.photographs, store.files) = (uids, files)
        let names = Dictionary(
            files.map { (PackMediumID(of: PackFixture.jpeg($0)), $0) }, uniquingKeysWith: { first, _ in first })
        return try store.draft().pack.gallery.map { photo in
            (photo.name, photo.picture.files[.phone].flatMap { names[$0] })
        }
    }

    @Test(
        .mission("YORK-30"),
        arguments: [
            // UID, file, its photograph's name.
            (
                "2012/12/20/03_10_41_123_Contents", "2012/12/20/03_10_41_123_Contents.jpg",
                "2012_12_20_03_10_41_123_Contents"
            ),
            ("2012/10/12/x.jpg", "2012/10/12/x.jpg", "2012_10_12_x"),
            ("2012/10/12/x.JPG", "2012/10/12/x.jpg", "2012_10_12_x"),
            ("2012/10/12/x.png", "2012/10/12/x.jpg", "2012_10_12_x"),
            ("2012.10/12/x", "2012.10/12/x.jpg", "2012.10_12_x"),
            ("2012/10/12/Mr._Smith", "2012/10/12/Mr._Smith.jpg", "2012_10_12_Mr._Smith"),
            ("2012/10/12/a.b.jpg", "2012/10/12/a.b.jpg", "2012_10_12_a.b"),
            ("/2012//10/x.jpg", "2012/10/x.jpg", "2012_10_x"), ("2012/../x", "x.jpg", "x"),
            ("2012/10/X_Castle", "2012/10/x_castle.JPG", "2012_10_X_Castle"),
            ("2012/caf\u{E9}.jpg", "2012/cafe\u{301}.jpg", "2012_caf\u{E9}"),
            ("2012/10/12/flat.jpg", "flat.jpg", "2012_10_12_flat"), ("plain", "plain.jpeg", "plain"),
        ])
    func `a photograph's UID is a path with or without an extension`(uid: String, file: String, name: String) throws {
        let found = try photographs([uid], files: [file])
        #expect(found.map(\.name) == [name] && found.map(\.file) == [file])
    }

    @Test(
        .mission("YORK-02"),
        arguments: [
            ("2012/10/12/x.jpg", "2012/10/12/x.jpg"), ("2012/10/12/x.png", "2012/10/12/x.jpg"),
            ("2012/x", "2012/x.jpg"),
            ("2012/a..jpg", "2012/a..jpg"), ("2012/a.b.gif", "2012/a.b.jpg"), ("2012/.hidden/x", "2012/.hidden/x.jpg"),
            ("2012/DSC.0012", "2012/DSC.jpg"), ("2012/No. 10", "2012/No. 10.jpg"),
        ])
    func `a page's UID loses its extension as in the original app`(uid: String, file: String) throws {
        var store = StoreFixture()
        store.add(2, "Leeds", picture: uid, header: uid)
        store.files = [file]
        let draft = try store.draft()
        let page = try #require(draft.pack.pages.first { $0.title == "Leeds" })
        // Hidden folders are left out.
        let isFound = !file.contains("/.")
        #expect((page.pictures[.picture]?.files.count == 1) == isFound)
        #expect((page.pictures[.header]?.files.count == 1) == isFound)
        #expect(draft.losses.isEmpty == isFound)
    }

    @Test func `an extension is taken away as the documentation of the original's method says`() {
        let cases = [
            "/tmp/scratch.tiff": "/tmp/scratch", "/tmp/": "/tmp", "scratch.bundle/": "scratch",
            "scratch..tiff": "scratch.",
            ".tiff": ".tiff", "/": "/", "2012.10/x": "2012.10/x",
        ]
        for (path, short) in cases { #expect(NSString(string: path).deletingPathExtension == short, "\(path)") }
    }

    @Test(.mission("YORK-30"))
    func `UIDs that end alike in two folders are two photographs, and neither takes the other's file`() throws {
        let found = try photographs(
            ["2012/10/12/x.jpg", "2013/10/12/x.jpg", "2012_10_12_x", "2012/10/12/x.jpg"],
            files: ["2012/10/12/x.jpg", "2013/10/12/x.jpg", "2012_10_12_x.jpg"])
        #expect(Set(found.map(\.name)).count == 4)
        #expect(
            found.map(\.file) == [
                "2012/10/12/x.jpg", "2013/10/12/x.jpg", "2012_10_12_x.jpg", "2012/10/12/x.jpg",
            ])
        // One file without a folder cannot be both.
        let flat = try photographs(["2012/10/12/x.jpg", "2013/10/12/x.jpg"], files: ["x.jpg"])
        #expect(flat.map(\.name) == ["2012_10_12_x", "2013_10_12_x"] && flat.allSatisfy { $0.file == nil })
    }

    @Test func `a UID that leads elsewhere brings nothing and harms nothing`() throws {
        let uids = ["../secret", "/../secret", "..\\secret", "a/../../secret", "", "/", ".", "..", nil, "x\0y"]
        var store = StoreFixture()
        (store.photographs, store.files) = (uids, ["secret.jpg"])
        let draft = try store.draft()
        #expect(draft.pack.media.isEmpty && draft.pack.gallery.allSatisfy { PackNameRules.isPhotoName($0.name) })
        #expect(draft.losses.first?.hasPrefix("10 of 10 photographs: ") == true, "\(draft.losses)")
    }

    @Test func `of a picture the files that are none are left out, and one without any is lost`() throws {
        var store = StoreFixture()
        (store.photographs, store.files) = (["a", "b"], ["a.jpg", "a@2x.jpg", "b.jpg"])
        #expect(try store.draft().losses.isEmpty)
        let fixture = try PackFixture()
        try fixture.write(PackFixture.jpeg("a"), "assets/a.jpg")
        try fixture.write("no picture", "assets/a@2x.jpg")
        var pictures = CoreDataPictureFinder(
            PictureFinder(try PackFolderFiles(fixture.path("assets")), mediumSize: 1 << 20), uids: [("a", .photograph)])
        guard case .found(let picture, stem: "a") = pictures.find("a", .photograph) else {
            Issue.record("not found")
            return
        }
        #expect(picture.files.count == 1 && pictures.faults.count == 1)
    }
}
