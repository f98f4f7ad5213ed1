"""Pictures made without a library."""
import random
import struct
import zlib


def noise_png(number):
    """A PNG of 60 kB that cannot be compressed."""
    rows = b"".join(b"\0" + random.Random(number * 1000 + row).randbytes(300) for row in range(200))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 100, 200, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


def plain_png(width=900, height=600, shade=0x9a):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes([shade, 0x70, 0x50]) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def plain_jpeg(width, height, colour):
    """A JPEG of one colour: in each component the first block says it, and all others differ by nothing (ITU-T T.81)."""
    red, green, blue = colour
    components = (0.299 * red + 0.587 * green + 0.114 * blue - 128, -0.168736 * red - 0.331264 * green + 0.5 * blue,
                  0.5 * red - 0.418688 * green - 0.081312 * blue)
    bits = ""
    for part in components:
        value = max(-128, min(127, round(part)))
        size = abs(value).bit_length()
        # Category 0 has the code 0, category n one of five bits; negative values are counted from below.
        bits += "0" if size == 0 else f"{0b10000 + size - 1:05b}" + f"{value if value > 0 else value + (1 << size) - 1:0{size}b}"
        bits += "0"
    blocks = -(-width // 8) * -(-height // 8)
    bits += "00" * 3 * (blocks - 1)
    bits += "1" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")

    def segment(marker, content):
        return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content
    dc = bytes([0x00, 1, 0, 0, 0, 8] + [0] * 11 + list(range(9)))
    ac = bytes([0x10, 1] + [0] * 15 + [0])
    frame = struct.pack(">BHHB", 8, height, width, 3) + bytes([1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
    return (b"\xff\xd8" + segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0") + segment(0xDB, bytes([0] + [8] * 64)) + segment(0xC0, frame)
            + segment(0xC4, dc) + segment(0xC4, ac) + segment(0xDA, bytes([3, 1, 0, 2, 0, 3, 0, 0, 63, 0])) + data + b"\xff\xd9")
