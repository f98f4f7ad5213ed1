import Crypto
import Foundation
import Untrusted

extension EncodedPicture {
    /// Returns an SVG that holds square pictures, with a view of each, to which the fragment `i` and the picture's number lead
    /// (SVG 2 §16.3).
    /// - Parameter size: the width and the height of each in pixels.
    public static func sheet(of pictures: [(id: Int64, picture: EncodedPicture)], size: Int) -> EncodedPicture {
        var svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(size)" height="\#(size * pictures.count)">"#
        for (index, (id, picture)) in pictures.enumerated() {
            let top = size * index
            let data = Data(picture.bytes).base64EncodedString()
            svg += #"<view id="i\#(id)" viewBox="0 \#(top) \#(size) \#(size)"/>"#
            svg +=
                #"<image y="\#(top)" width="\#(size)" height="\#(size)" href="data:\#(picture.type);base64,\#(data)"/>"#
        }
        let bytes = Array("\(svg)</svg>".utf8)
        return EncodedPicture(
            bytes: bytes, type: "image/svg+xml", etag: "\"\(Hex.encode(SHA256.hash(data: bytes).prefix(12)))\"")
    }
}
