/// The recordings of podcast episodes, quiet tones that differ per episode: 8 kHz, 16 bits, one channel, 12 seconds.
enum SampleAudio {
    private static let sampleRate = 8000
    private static let durationInSeconds = 12
    static let byteCount = 44 + sampleRate * durationInSeconds * 2

    static func wav(seed: String) -> [UInt8] {
        var rng = SeededRandom(seed)
        var samples = [Double](repeating: 0, count: sampleRate * durationInSeconds)
        let scale = [220.0, 261.63, 293.66, 329.63, 392.0, 440.0]
        for beat in 0..<durationInSeconds {
            addTone(at: beat * sampleRate, pitch: rng.pick(scale), loudness: rng.double(0.06...0.14), into: &samples)
        }
        var bytes = header
        for sample in samples {
            let value = Int16(max(-1, min(1, sample)) * 32000)
            bytes.append(UInt8(truncatingIfNeeded: value))
            bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        }
        return bytes
    }

    /// Adds a decaying tone with one overtone. The recurrence of a sine needs no maths library.
    private static func addTone(at start: Int, pitch: Double, loudness: Double, into samples: inout [Double]) {
        for (multiple, share) in [(1.0, 1.0), (2.76, 0.3)] {
            let step = 2 * Double.pi * pitch * multiple / Double(sampleRate)
            // The Taylor series to the sixth power suffices below one radian.
            let x2 = step * step
            let cosine = 1 - x2 / 2 + x2 * x2 / 24 - x2 * x2 * x2 / 720
            var (last, value) = (0.0, step * (1 - x2 / 6 + x2 * x2 / 120))
            var strength = loudness * share
            for index in start..<min(start + sampleRate * 3, samples.count) {
                samples[index] += value * strength
                (last, value) = (value, 2 * cosine * value - last)
                strength *= 0.99965
            }
        }
    }

    private static var header: [UInt8] {
        let body = sampleRate * durationInSeconds * 2
        return Array("RIFF".utf8) + littleEndian(body + 36, 4) + Array("WAVEfmt ".utf8) + littleEndian(16, 4)
            + littleEndian(1, 2)
            + littleEndian(1, 2) + littleEndian(sampleRate, 4) + littleEndian(sampleRate * 2, 4) + littleEndian(2, 2)
            + littleEndian(16, 2)
            + Array("data".utf8) + littleEndian(body, 4)
    }

    private static func littleEndian(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
