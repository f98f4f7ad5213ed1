import Markup

/// Gives each picture's address one id.
struct PictureRecords {
    let session: Session

    /// - Parameters width: and height: as the origin declares them; they give way to what is measured.
    func id(of address: WebAddress, width: Int?, height: Int?) throws -> Int64 {
        let known = try session.number("select id from picture where address = ?", [.words(address.text)])
        if let known { return known }
        return try session.insert(
            "insert into picture (address, width, height) values (?, ?, ?)",
            [.words(address.text), .number(width), .number(height)])
    }
}
