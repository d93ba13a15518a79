/// Sound as programs write it: WAV with samples that are not compressed (RIFF, Microsoft and IBM 1991), or MP3 (MPEG
/// audio layer III, ISO/IEC 11172-3 and 13818-3).
struct Sound {
    enum Kind: Equatable, Sendable {
        /// With the bytes of the chunk `fmt `, 16 or more.
        case wav(format: [UInt8])
        /// With the number of samples per second.
        case mp3(rate: Int)

        var ending: Ending { if case .wav = self { .wav } else { .mp3 } }
    }

    /// Of a file's name.
    enum Ending: String, Codable {
        case wav, mp3

        var mediaType: String { self == .wav ? "audio/wav" : "audio/mpeg" }
    }

    let kind: Kind
    let seconds: Double
    /// The samples or the frames, without headers and tags.
    let body: ArraySlice<UInt8>

    /// Nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard let sound = Self(wav: bytes) ?? Self(mp3: bytes) else { return nil }
        self = sound
    }

    private init(_ kind: Kind, seconds: Double, _ body: ArraySlice<UInt8>) {
        (self.kind, self.seconds, self.body) = (kind, seconds, body)
    }
}

// MARK: - WAV

extension Sound {
    private init?(wav bytes: [UInt8]) {
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) else { return nil }
        var format: [UInt8]?
        var place = 12
        while place + 8 <= bytes.count {
            let name = bytes[place..<place + 4]
            let size = bytes.number(at: place + 4, bytes: 4)
            let content = bytes[(place + 8)...]
            if name.elementsEqual("fmt ".utf8) { format = Array(content.prefix(size)) }
            if name.elementsEqual("data".utf8) {
                guard let format, let layout = WAVLayout(format) else { return nil }
                // A program that writes into a pipe does not know the size: it writes none, or one that is too great.
                let samples = content.prefix(size == 0 ? .max : size)
                let body = samples.prefix(samples.count / layout.block * layout.block)
                self.init(.wav(format: format), seconds: Double(body.count) / Double(layout.rate), body)
                return
            }
            place += 8 + size + size % 2
        }
        return nil
    }
}

/// How samples are stored.
private struct WAVLayout {
    /// Bytes per second.
    var rate: Int
    /// Bytes of one sample of all channels.
    var block: Int
    var silence: UInt8

    /// Nil for samples that are compressed, or for no format.
    init?(_ format: [UInt8]) {
        // PCM, floating point, and either of them with more about it.
        guard format.count >= 16, [1, 3, 0xFFFE].contains(format.number(at: 0, bytes: 2)) else { return nil }
        rate = format.number(at: 8, bytes: 4)
        block = format.number(at: 12, bytes: 2)
        // Samples of eight bits have no sign.
        silence = format.number(at: 14, bytes: 2) == 8 ? 0x80 : 0
        if rate == 0 || block == 0 { return nil }
    }

    func pause(_ seconds: Double) -> [UInt8] {
        [UInt8](repeating: silence, count: Int(Double(rate) * seconds) / block * block)
    }
}

extension Sound.Kind {
    /// What stands before `count` bytes of samples or frames.
    func header(_ count: Int) -> [UInt8] {
        guard case .wav(let format) = self else { return [] }
        let padded: [UInt8] = format.count.isMultiple(of: 2) ? format : format + [0]
        let fields: [[UInt8]] = [
            Array("RIFF".utf8), (20 + padded.count + count).littleEndian, Array("WAVEfmt ".utf8),
            format.count.littleEndian, padded, Array("data".utf8), count.littleEndian,
        ]
        return Array(fields.joined())
    }

    /// Silence. Frames of MP3 have none.
    func pause(_ seconds: Double) -> [UInt8] {
        if case .wav(let format) = self { WAVLayout(format)?.pause(seconds) ?? [] } else { [] }
    }
}

// MARK: - MP3

extension Sound {
    private init?(mp3 bytes: [UInt8]) {
        var start = Self.endOfTag(bytes)
        var end = start
        var seconds = 0.0
        var rate: Int?
        while let frame = MP3Frame(bytes, at: end), rate == nil || rate == frame.rate {
            // The first frame may only tell the length of a file.
            let isAboutFile =
                rate == nil
                && ["Xing", "Info", "VBRI"].contains { name in
                    let head = bytes[end..<end + frame.length].prefix(44)
                    return head.indices.contains { head[$0...].starts(with: name.utf8) }
                }
            rate = frame.rate
            end += frame.length
            if isAboutFile { start = end } else { seconds += Double(frame.samples) / Double(frame.rate) }
        }
        guard let rate, start < end else { return nil }
        self.init(.mp3(rate: rate), seconds: seconds, bytes[start..<end])
    }

    /// Where the sound begins after a tag (ID3v2.4, section 3.1).
    private static func endOfTag(_ bytes: [UInt8]) -> Int {
        guard bytes.count >= 10, bytes.starts(with: "ID3".utf8) else { return 0 }
        return 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }
}

/// The header of a frame (ISO/IEC 11172-3, section 2.4.1.3).
private struct MP3Frame {
    var length: Int
    var samples: Int
    /// Samples per second.
    var rate: Int

    /// Nil if there is no whole frame.
    init?(_ bytes: [UInt8], at place: Int) {
        guard place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] & 0xE0 == 0xE0 else { return nil }
        let (version, layer) = (bytes[place + 1] >> 3 & 3, bytes[place + 1] >> 1 & 3)
        let (bitrate, rateIndex) = (Int(bytes[place + 2] >> 4), Int(bytes[place + 2] >> 2 & 3))
        guard version != 1, layer == 1, 1...14 ~= bitrate, rateIndex < 3 else { return nil }
        let isFirst = version == 3
        rate = [44_100, 48_000, 32_000][rateIndex] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        samples = isFirst ? 1152 : 576
        let kilobits = (isFirst ? Self.bitrates : Self.lowBitrates)[bitrate - 1]
        length = samples / 8 * kilobits * 1000 / rate + Int(bytes[place + 2] >> 1 & 1)
        if place + length > bytes.count { return nil }
    }

    /// In kilobits per second, of MPEG-1 and of the later versions.
    private static let bitrates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let lowBitrates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}

extension [UInt8] {
    /// A number whose least byte comes first; 0 where there are not so many bytes.
    fileprivate func number(at place: Int, bytes: Int) -> Int {
        guard place + bytes <= count else { return 0 }
        return self[place..<place + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

extension Int {
    /// In four bytes, the least one first.
    fileprivate var littleEndian: [UInt8] {
        let number = UInt32(clamping: self)
        return (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
