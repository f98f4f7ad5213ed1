import CVipsShim
import Foundation

@testable import Pictures

extension FuzzTarget {
    /// Any bytes are a picture that can be made smaller and described, or refused.
    static var picture: FuzzTarget {
        let processor = PictureProcessor(timeLimit: 2)
        return FuzzTarget(seeds: seeds) { bytes in
            let width = PictureLoader.widths[bytes.count % PictureLoader.widths.count]
            let shapes: [PictureCrop] = [.original, .threeTwo, .square]
            wait {
                do throws(PictureError) {
                    let made = try await processor.resized(
                        bytes, width: width, crop: shapes[bytes.count % shapes.count])
                    demand(PictureFormat(made) == .jpeg || PictureFormat(made) == .png, "something else was made")
                    let details = try await processor.details(bytes)
                    demand(details.width > 0 && details.height > 0, "a picture without a size")
                } catch {
                    demand(!error.message.isEmpty, "an error without words")
                }
            }
        }
    }

    private typealias Out = UnsafeMutablePointer<UInt8>?

    /// A small picture of every kind.
    private static func seeds() -> [[UInt8]] {
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='6'><rect width='5' height='6' fill='red'/></svg>"
        let gif: [UInt8] =
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
            + [2, 2, 0x44, 1, 0, 0x3B]
        let png = drawn { tidings_vips_svg_to_png(svg, svg.utf8.count, &$0, &$1) }
        let icon: [UInt8] = [
            0, 0, 1, 0, 1, 0, 9, 6, 0, 0, 1, 0, 32, 0, UInt8(truncatingIfNeeded: png.count), 0, 0, 0, 22, 0, 0, 0,
        ]
        return [
            gif, png, icon + png, drawn { tidings_vips_svg_to_jpeg(svg, svg.utf8.count, 2, 70, &$0, &$1) },
            drawn { tidings_vips_svg_to_webp(svg, svg.utf8.count, 70, &$0, &$1) },
        ]
    }

    private static func drawn(_ draw: (inout Out, inout Int) -> Int32) -> [UInt8] {
        var out: Out = nil
        var length = 0
        guard tidings_vips_start() == nil, draw(&out, &length) == 0, let bytes = out else {
            breach("no picture was drawn")
        }
        defer { tidings_vips_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: length))
    }
}
