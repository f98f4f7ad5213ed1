import Foundation
import GRDB
import Markup
import TestSupport
import Testing
import URLs

@testable import Packs

@Suite struct StoreImportTests {
    /// A store with the tables, columns and values of the original app's.
    private func writeStore(_ fixture: PackFixture, _ more: String = "") throws -> URL {
        let file = fixture.path("StudyInYorkshire.sqlite")
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE ZPAGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBACKGROUNDNUMBER INTEGER,
                    ZFAVOURITE INTEGER, ZPOSITION INTEGER, ZPARENT INTEGER, ZCOLORR FLOAT, ZCOLORG FLOAT, ZCOLORB FLOAT,
                    ZFAVOURITEDAT TIMESTAMP, ZLATITUDE FLOAT, ZLONGITUDE FLOAT, ZHEADERIMAGEUID VARCHAR, ZIMAGEUID VARCHAR,
                    ZPERMALINK VARCHAR, ZSLUG VARCHAR, ZTEXT VARCHAR, ZTITLE VARCHAR, ZVIEWNAME VARCHAR );
                    CREATE TABLE ZPHOTO ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPOSITION INTEGER,
                    ZCAPTION VARCHAR, ZIMAGEUID VARCHAR );
                    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
                    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
                    CREATE INDEX ZPAGE_ZPARENT_INDEX ON ZPAGE (ZPARENT);
                    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Page', 0, 8), (2, 'Photo', 0, 3);
                    INSERT INTO ZPAGE VALUES
                    (1,1,1,NULL,0,999,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'mobile-app','mobile-app',NULL,'Mobile app','list'),
                    (2,1,1,3,0,2,1,0.17,0.51,0.36,NULL,NULL,NULL,NULL,NULL,'mobile-app/universities','universities',NULL,'Universities','list'),
                    (3,1,1,NULL,1,999,2,NULL,NULL,NULL,426245400.5,53.9458,-1.0517,'2012/10/12/06_20_loom_head.jpg','2012/10/12/06_21_01_828_loom.png','mobile-app/universities/loom','',
                    '<p>Ask <a href="/mobile-app/living/food">food</a> <span id="paste_1">x</span><sup>2</sup><br><i>and</i> <a href="http://other.example/">others</a></p><p><img src="/media/2013/gate.jpg" alt="Gate"><img src="/media/2013/lost.jpg"></p><script>x()</script>','Loom University','university'),
                    (4,1,1,NULL,0,3,1,0.42,0.43,0.33,NULL,NULL,NULL,NULL,NULL,'mobile-app/living',NULL,NULL,'Living &amp; more','basic'),
                    (5,1,1,NULL,1,1,4,NULL,NULL,NULL,426245400,NULL,NULL,'2013/03/01/pie.v2.jpg','gone','mobile-app/living/food','','<div>Pies</div>','Food and drink','basic'),
                    (6,1,1,NULL,1,1,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'mobile-app/universities/food',NULL,'<ul><li>Fish</li></ul>','Food and drink','basic'),
                    (7,1,1,NULL,0,999,4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'mobile-app/living/tour','tour_de_yorkshire','<p><b>Hills</b></p>','Tour de Yorkshire','basic'),
                    (8,1,1,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'app-welcome','app-welcome','<p>Hello</p>','Welcome','basic');
                    INSERT INTO ZPHOTO VALUES (1,2,1,2,'Whitby -- the abbey','2012/12/20/03_10_41_123_abbey_W2Y_1'), (2,2,1,1,'The dales','2012/10/12/dales'),
                    (3,2,1,3,'Not there','../../secret'), (4,2,1,4,'No file','2013/01/01/dales');
                    \(more)
                    """)
        }
        try queue.close()
        for name in [
            "2012/12/20/03_10_41_123_abbey_W2Y_1.jpg", "2012/12/20/03_10_41_123_abbey_W2Y_1@2x.jpg",
            "2012/12/20/03_10_41_123_abbey_W2Y_1~ipad.jpg", "2012/12/20/03_10_41_123_abbey_W2Y_1~ipad@2x.jpg",
            "2012/12/20/03_10_41_123_abbey_W2Y_1-thumb.jpg", "2012/10/12/dales.jpg", "2012/10/12/dales-thumb.jpg",
            "2012/10/12/06_21_01_828_loom.jpg", "2012/10/12/06_21_01_828_loom~ipad.jpg",
            "2012/10/12/06_20_loom_head~ipad@2x.jpg", "2013/03/01/pie.v2.jpg", "media/2013/gate.jpg",
        ] { try fixture.write(PackFixture.jpeg(name), "assets/\(name)") }
        try fixture.write(PackFixture.jpeg("secret"), "secret.jpg")
        return file
    }

    private func draft(_ fixture: PackFixture, _ more: String = "") throws -> PackDraft {
        let version = try #require(PackVersion("1.6"))
        return try CoreDataImporter.read(try writeStore(fixture, more), options: .init(version: version))
    }

    @Test(.mission("YORK-02"))
    func `the original app's store becomes a pack with tree, colours, grounds, addresses and places`() throws {
        let fixture = try PackFixture()
        let pack = try draft(fixture).pack
        let tree = PackTree(pack.pages)
        #expect(tree.roots.map(\.slug) == ["mobile-app"])
        #expect(tree.children(of: "mobile-app").map(\.title) == ["Universities", "Living & more"])
        #expect(tree.children(of: "universities").map(\.slug) == ["universities_food", "universities_loom"])
        #expect(tree.page(titled: "Tour de Yorkshire")?.slug == "tour_de_yorkshire")
        #expect(tree["universities"]?.kind == .list)
        #expect(tree["universities_loom"]?.kind == .university)
        #expect(tree["universities_loom"]?.pictures[.picture]?.files.count == 2)
        #expect(tree["universities_loom"]?.pictures[.header]?.files.keys.map(\.rawValue) == ["tablet-2x"])
        #expect(tree["living_food"]?.pictures[.header]?.files.keys.map(\.rawValue) == ["phone"])
        #expect(tree.colour(of: "mobile-app")?.description == "#3da1a1")
        #expect(tree.colour(of: "universities_loom")?.description == "#2b825c")
        #expect(tree.ground(of: "universities_loom") == 3)
        #expect(tree.ground(of: "living") == 1)
        #expect(
            tree["universities_loom"]?.address?.text == "http://www.studyyorkshire.com/mobile-app/universities/loom")
        #expect(pack.places == [PackPlace(page: "universities_loom", latitude: 53_945_800, longitude: -1_051_700)])
        #expect(pack.manifest.version.description == "1.6")
    }

    @Test(.mission("YORK-48"))
    func `the original app's favourites keep their dates, also of two pages with one title`() throws {
        let fixture = try PackFixture()
        let favourites = try draft(fixture).pack.favourites
        #expect(favourites.map(\.page) == ["living_food", "universities_food", "universities_loom"])
        #expect(favourites.map { Int($0.date.timeIntervalSince1970) } == [1_404_552_600, 978_307_200, 1_404_552_600])
    }

    @Test(.mission("YORK-07"))
    func `a text of the original app is clean, with its pictures and links in the pack`() throws {
        let fixture = try PackFixture()
        let draft = try draft(fixture)
        let text = try #require(PackTree(draft.pack.pages)["universities_loom"]?.text.text)
        #expect(text.contains("<a href=\"https://pack.invalid/page/living_food\""))
        #expect(text.contains("http://other.example/"))
        #expect(text.contains(PackAddress.medium(PackMediumID(of: PackFixture.jpeg("media/2013/gate.jpg")))))
        #expect(text.contains("<sup>2</sup>") && text.contains("<br>"))
        #expect(!text.contains("script") && !text.contains("span") && !text.contains("paste"), "\(text)")
        #expect(
            draft.notes.contains {
                $0.description
                    == "page universities_loom: The picture assets/media/2013/lost.jpg in its text is missing."
            })
    }

    @Test(.mission("YORK-30"))
    func `the original app's photographs have identifier, place, caption and the files that there are`() throws {
        let fixture = try PackFixture()
        let draft = try draft(fixture)
        let gallery = draft.pack.gallery
        #expect(gallery.map(\.name) == ["2012_10_12_dales", "2012_12_20_03_10_41_123_abbey_W2Y_1", "2013_01_01_dales"])
        #expect(gallery[1].caption == "Whitby – the abbey")
        #expect(gallery[1].picture.files.count == 5)
        #expect(
            gallery[1].picture.file(isTablet: true, scale: 2)
                == PackMediumID(of: PackFixture.jpeg("2012/12/20/03_10_41_123_abbey_W2Y_1~ipad@2x.jpg")))
        #expect(gallery[2].picture.files.isEmpty)
        let secret = PackMediumID(of: PackFixture.jpeg("secret"))
        #expect(!draft.pack.media.contains { $0.id == secret })
    }

    @Test(.mission("YORK-54")) func `what an import leaves out or renames is noted`() throws {
        let fixture = try PackFixture()
        let notes = try draft(fixture).notes.map(\.description)
        let starts = [
            "page “Welcome”: It does not hang on the first page",
            "page living_food: Its picture “gone” is lost: no such file",
            "page universities_loom: The picture assets/media/2013/lost.jpg",
            "photograph ../../secret: Its picture “../../secret” is lost: a UID that is no path",
            "photograph 2013/01/01/dales: Its picture “2013/01/01/dales” is lost: no such file",
        ]
        for start in starts { #expect(notes.contains { $0.hasPrefix(start) }, "\(start) in \(notes)") }
        #expect(notes.count == starts.count, "\(notes)")
    }

    @Test(.mission("YORK-02")) func `what an import loses is counted by kind, with why`() throws {
        #expect(
            try draft(try PackFixture()).losses == [
                "2 of 4 photographs: 1 × a UID that is no path in the folder of pictures, 1 × no such file in the folder of pictures",
                "1 of 2 page pictures: no such file in the folder of pictures",
                "1 of 2 pictures in texts: no such file in the folder of pictures",
            ])
    }

    @Test(.mission("YORK-30")) func `an imported store is written, read and exported without loss`() throws {
        let fixture = try PackFixture()
        let draft = try draft(fixture)
        try PackWriter(draft.pack, media: draft.media).write(to: fixture.path("a.pack"), isReplacing: false)
        let reader = try PackReader(file: fixture.path("a.pack"))
        try reader.verifyMedia()
        #expect(reader.pack == draft.pack)
        try PackFolderExporter.write(reader.pack, media: reader, to: fixture.path("out"))
        #expect(try PackBuilder.build(fixture.path("out")).pack == draft.pack)
    }

    @Test func `an older store with fewer columns is read`() throws {
        let fixture = try PackFixture()
        let pack = try draft(
            fixture,
            "drop index ZPAGE_ZPARENT_INDEX; alter table ZPAGE drop column ZCOLORR; alter table ZPAGE drop column ZLATITUDE;"
        ).pack
        #expect(pack.places.isEmpty)
        #expect(PackTree(pack.pages).colour(of: "universities_loom")?.description == "#3da1a1")
    }

    @Test func `what is no store of the original app is refused in words`() throws {
        let fixture = try PackFixture()
        #expect { try draft(fixture, "drop table ZPHOTO;") } throws: {
            ($0 as? PackError)?.userMessage.contains("it has no table ZPHOTO") == true
        }
        let other = try PackFixture()
        #expect { try draft(other, "alter table ZPAGE rename to P; create view ZPAGE as select * from P;") } throws: {
            ($0 as? PackError)?.userMessage.contains("it has no table ZPAGE") == true
        }
        let third = try PackFixture()
        let store = try writeStore(third)
        try third.write("x", "StudyInYorkshire.sqlite-wal")
        let version = try #require(PackVersion("1"))
        #expect { try CoreDataImporter.read(store, options: .init(version: version)) } throws: {
            ($0 as? PackError)?.userMessage.contains("close the app") == true
        }
    }
}
