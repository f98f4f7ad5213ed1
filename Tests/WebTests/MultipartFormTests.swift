import Library
import Testing

@testable import Web

@Suite struct MultipartFormTests {
    private func form(_ text: String, boundary: String = "boundary=XX") -> MultipartForm? {
        MultipartForm(Array(text.utf8), contentType: "multipart/form-data; \(boundary)")
    }

    private let good =
        "--XX\r\nContent-Disposition: form-data; name=\"back\"\r\n\r\n/mine/\r\n--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.opml\"\r\nContent-Type: text/xml\r\n\r\n<opml>\r\n--X\r\n</opml>\r\n--XX--\r\n"

    private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test func `fields and a file are read, line ends within them kept`() {
        let form = form(good)
        #expect(text(form?["back"]) == "/mine/")
        #expect(text(form?["file"]) == "<opml>\r\n--X\r\n</opml>")
        #expect(form?["nothing"] == nil)
    }

    @Test func `every byte of a file comes through`() {
        let bytes = (0...255).map { UInt8($0) } + Array("\r\n\r\n--X".utf8)
        let body =
            Array("--XX\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n".utf8) + bytes
            + Array("\r\n--XX--".utf8)
        #expect(MultipartForm(body, contentType: "multipart/form-data; boundary=XX")?["file"] == bytes)
    }

    @Test(arguments: ["boundary=\"XX\"", "BOUNDARY=XX", "boundary=XX; charset=utf-8", "charset=utf-8;boundary=\"XX\""])
    func `the boundary is found however it is written`(boundary: String) {
        #expect(text(form(good, boundary: boundary)?["back"]) == "/mine/")
    }

    @Test func `a quoted boundary may hold a semicolon`() {
        let text = good.replacing("--XX", with: "--X;Y")
        #expect(self.text(form(text, boundary: "boundary=\"X;Y\"")?["back"]) == "/mine/")
    }

    @Test func `a file's name is not taken for the field's`() {
        let body = "--XX\r\nContent-Disposition: form-data; filename=\"evil\"; name=\"file\"\r\n\r\nbytes\r\n--XX--"
        #expect(text(form(body)?["file"]) == "bytes")
        #expect(form(body)?["evil"] == nil)
    }

    @Test(arguments: [
        "", "boundary=", "boundary=\"\"", "boundary=\(String(repeating: "x", count: 71))", "charset=utf-8",
    ])
    func `without a usable boundary there is no form`(boundary: String) {
        #expect(form(good, boundary: boundary) == nil)
    }

    @Test(arguments: [
        "", "--XX", "--XX--", "--XX\r\n--XX--", "--XX\r\n\r\n--XX--", "--XX\r\nname=\"\r\n\r\n", "--XX--XX--XX--XX",
        "\r\n\r\n",
        "--XX\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nnever ends",
    ]) func `what is cut off or nonsense holds no file`(body: String) {
        #expect(form(body)?["file"] == nil)
    }

    @Test func `a body of fences only is read in a moment`() {
        let body = Array(String(repeating: "\r\n--XX", count: 200_000).utf8)
        let started = ContinuousClock.now
        #expect(MultipartForm(body, contentType: "multipart/form-data; boundary=XX")?.parts.isEmpty == true)
        #expect(ContinuousClock.now - started < .seconds(20))
    }

    // MARK: Files

    /// A form with one file, whose name is written as the client writes it.
    private func fileName(_ parameter: String) -> String? {
        form("--XX\r\nContent-Disposition: form-data; name=\"file\"; \(parameter)\r\n\r\nx\r\n--XX--\r\n")?
            .parts.first?.fileName
    }

    @Test func `the form of Chromium is read, with two files of a field and an input without a file`() throws {
        let boundary = "----WebKitFormBoundaryePkpFF7tjBAqx29L"
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"back\"\r\n\r\n/guides/7\r\n"
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"pictures\"; filename=\"Straße.jpg\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\n\u{1}\r\n\u{2}\r\n"
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"pictures\"; filename=\"b.png\"\r\n"
            + "Content-Type: image/png\r\n\r\n\r\n"
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"cover\"; filename=\"\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n\r\n--\(boundary)--\r\n"
        let submitted = SubmittedForm(try #require(form(body, boundary: "boundary=\(boundary)")))
        #expect(submitted.fields["back"] == "/guides/7" && submitted.fields["pictures"] == nil)
        #expect(submitted.files.map(\.field) == ["pictures", "pictures"])
        #expect(submitted.files.map(\.file.name) == ["Straße.jpg", "b.png"])
        #expect(submitted.files.map(\.file.bytes) == [[1, 13, 10, 2], []])
    }

    @Test func `the form of curl is read`() throws {
        let boundary = "------------------------d74496d66958873e"
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"back\"\r\n\r\n/\r\n"
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"pictures\"; filename=\"a b.gif\"\r\n"
            + "Content-Type: image/gif\r\n\r\nGIF\r\n--\(boundary)--\r\n"
        let parts = try #require(form(body, boundary: "boundary=\(boundary)")).parts
        #expect(parts.map(\.name) == ["back", "pictures"] && parts.map(\.fileName) == [nil, "a b.gif"])
        #expect(text(parts[1].bytes) == "GIF")
    }

    @Test(
        arguments: [
            ("filename=\"a%22b.jpg\"", "a\"b.jpg"),  // Chromium, Firefox and WebKit
            ("filename=\"a%0D%0Ab.jpg\"", "a\r\nb.jpg"), ("filename=\"100%25.jpg\"", "100%25.jpg"),
            ("filename=\"a;b=c.jpg\"", "a;b=c.jpg"), ("filename=\"c:\\x\\a.jpg\"", "c:\\x\\a.jpg"),
            ("filename=\"a\\\"b.jpg\"", "a\"b.jpg"),  // curl before 7.81
            ("filename=\"a\\\"; x=\"y\"", "a\\"), ("filename=\"a\\\"", "a\\"), ("filename=a.jpg", "a.jpg"),
            ("FileName=\"a.jpg\"", "a.jpg"), ("filename = \"a.jpg\"", "a.jpg"),
            ("filename=\"a.jpg\"; filename*=UTF-8''b.jpg", "a.jpg"), ("filename*=UTF-8''b.jpg", nil),
            ("filename=\"Яндекс 🦊.jpg\"", "Яндекс 🦊.jpg"), ("filename=\"\"", ""), ("filename", nil),
            ("filename=\"a.jpg\"; filename=\"b.jpg\"", "a.jpg"), ("filename=\"never ends", "never ends"),
        ] as [(String, String?)])
    func `a file's name is read as clients write it`(parameter: String, name: String?) {
        #expect(fileName(parameter) == name)
    }

    @Test func `a name that is no UTF-8 is kept as far as it is`() {
        let body =
            Array("--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"".utf8) + [0xE4, 0x2E]
            + Array("jpg\"\r\n\r\nx\r\n--XX--".utf8)
        #expect(
            MultipartForm(body, contentType: "multipart/form-data; boundary=XX")?.parts.first?.fileName
                == "\u{FFFD}.jpg")
    }

    @Test(arguments: [
        ("a.jpg", "a.jpg"), ("holiday/2026/a.jpg", "a.jpg"), ("C:\\fakepath\\a.jpg", "a.jpg"),
        ("../../etc/passwd", "passwd"),
        ("a\r\nb\u{0}\u{9F}.jpg", "ab.jpg"), ("/", ""), ("", ""), ("..", ".."),
    ])
    func `the name of a file has neither folders nor control characters`(sent: String, name: String) {
        #expect(UploadedFile(fileName: sent, bytes: []).name == name)
        #expect(UploadedFile(fileName: String(repeating: "é", count: 400), bytes: []).name.count == 255)
    }

    private struct PicturesForm: FormValue {
        let pictures: UploadedFiles
        let title: String?

        static let faults = ["pictures": "Choose a picture."]
    }

    private struct CoverForm: FormValue {
        let cover: UploadedFile

        static let faults = ["cover": "Choose a cover."]
    }

    @Test func `a form has the files of its fields`() throws {
        let part = "--XX\r\nContent-Disposition: form-data; name="
        let body =
            part + "\"pictures\"; filename=\"a\"\r\n\r\n1\r\n" + part + "\"title\"\r\n\r\nLeeds\r\n" + part
            + "\"cover\"; filename=\"c\"\r\n\r\n3\r\n" + part + "\"pictures\"; filename=\"b\"\r\n\r\n\r\n--XX--"
        let submitted = SubmittedForm(try #require(form(body)))
        let pictures = try PicturesForm(submitted)
        #expect(pictures.pictures.files.map(\.name) == ["a", "b"] && pictures.title == "Leeds")
        #expect(try CoverForm(submitted).cover.name == "c")
    }

    @Test(arguments: ["", "; filename=\"\"", "; filename=\"empty\""])
    func `a form without its file has a sentence`(parameter: String) throws {
        let body = "--XX\r\nContent-Disposition: form-data; name=\"cover\"\(parameter)\r\n\r\n\r\n--XX--"
        let submitted = SubmittedForm(try #require(form(body)))
        #expect(throws: LibraryError.invalid(why: "Choose a cover.")) { try CoverForm(submitted) }
        #expect(throws: LibraryError.invalid(why: "Choose a picture.")) { try PicturesForm(submitted) }
    }

    // MARK: Limits

    @Test func `a header that is too long, and parts beyond a thousand, are left out`() {
        let long = "--XX\r\nX: \(String(repeating: "x", count: MultipartForm.headerLimit))\r\n"
        #expect(form(long + "Content-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--XX--")?.parts.isEmpty == true)
        let many = String(repeating: "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n", count: 1_500)
        #expect(form(many + "--XX--")?.parts.count == MultipartForm.partLimit)
    }

    @Test func `a preamble and an epilogue are no parts`() {
        #expect(form("This is MIME.\r\n" + good + "The end.")?.parts.map(\.name) == ["back", "file"])
    }

    /// The worst bodies for the search: only first bytes of delimiters, and delimiters but for their last byte.
    @Test(arguments: ["\r", "\r\n--X", "\r\n--XY\r\n\r\n"]) func `34 MB are read in a moment`(piece: String) {
        let body = Array(good.utf8) + [UInt8](repeating: 0, count: 8)
        let filler = Array(String(repeating: piece, count: (34 << 20) / piece.utf8.count).utf8)
        let whole =
            Array("--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n".utf8) + filler
            + Array("\r\n".utf8) + body
        let started = ContinuousClock.now
        let parts = MultipartForm(whole, contentType: "multipart/form-data; boundary=XX")?.parts
        #expect(parts?.map(\.name) == ["file", "back", "file"] && parts?.first?.bytes.count == filler.count)
        #expect(ContinuousClock.now - started < .seconds(20))
    }
}
