import Foundation
import Testing

@testable import Settings

@Suite struct SoundTests {
    /// - Parameter size: what the header says; nil for the truth.
    private func wav(seconds: Double, bits: Int = 16, size: UInt32? = nil, before: [UInt8] = []) -> [UInt8] {
        let block = bits / 8
        let data = [UInt8](repeating: 7, count: Int(8000 * seconds) * block)
        func little(_ number: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(number >> ($0 * 8) & 0xFF) } }
        let format = little(1, 2) + little(1, 2) + little(8000, 4) + little(8000 * block, 4) + little(block, 2)
        let head = Array("RIFF".utf8) + little(0, 4) + Array("WAVE".utf8) + before + Array("fmt ".utf8) + little(16, 4)
        return head + format + little(bits, 2) + Array("data".utf8) + little(Int(size ?? UInt32(data.count)), 4) + data
    }

    /// A frame of MPEG-1 with 64 kbit and 44,100 samples in a second.
    private func frame(_ content: String = "") -> [UInt8] {
        var frame: [UInt8] = [0xFF, 0xFB, 0x50, 0xC4] + [UInt8](repeating: 0, count: 32) + Array(content.utf8)
        frame += [UInt8](repeating: 0, count: 208 - frame.count)
        return frame
    }

    @Test(arguments: [nil, 0, 0x7FFF_F000, UInt32.max])
    func `a WAV has its length, also if it came through a pipe`(size: UInt32?) throws {
        let sound = try #require(Sound(wav(seconds: 1.5, size: size)))
        #expect(sound.seconds == 1.5 && sound.body.count == 24_000 && sound.kind.ending == .wav)
    }

    @Test func `chunks before the samples, and half a sample at the end, are left out`() throws {
        let list: [UInt8] = Array("LIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
        let sound = try #require(Sound(wav(seconds: 1, size: UInt32.max, before: list) + [9]))
        #expect(sound.seconds == 1 && sound.body.allSatisfy { $0 == 7 })
    }

    @Test func `what is joined is a WAV again`() throws {
        let parts = try [1.0, 2.0].map { try #require(Sound(wav(seconds: $0))) }
        let pause = parts[0].kind.pause(0.5)
        let body = parts.flatMap { Array($0.body) + pause }
        let whole = parts[0].kind.header(body.count) + body
        let sound = try #require(Sound(whole))
        #expect(sound.seconds == 4 && sound.kind == parts[0].kind)
        #expect(whole[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == whole.count - 8)
        let small = try #require(Sound(wav(seconds: 1, bits: 8)))
        #expect(small.kind.pause(0.5) == [UInt8](repeating: 0x80, count: 4000) && small.kind != parts[0].kind)
    }

    @Test func `an MP3 loses its tags and the frame about its length`() throws {
        let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 5] + [1, 2, 3, 4, 5]
        let end = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
        let sound = try #require(Sound(tag + frame("Info") + frame() + frame() + end))
        #expect(sound.kind == .mp3(rate: 44_100) && Array(sound.body) == frame() + frame())
        #expect(abs(sound.seconds - 2 * 1152.0 / 44_100) < 1e-9)
        #expect(sound.kind.header(1).isEmpty && sound.kind.pause(1).isEmpty)
    }

    @Test func `anything else is no sound`() {
        let compressed = wav(seconds: 1).enumerated().map { $0.offset == 20 ? 85 : $0.element }
        let inputs: [[UInt8]] = [
            [], Array("RIFF".utf8), Array("<html>".utf8), Array(wav(seconds: 1).prefix(30)), compressed, frame("Xing"),
            Array(frame().prefix(100)), Array("ID3".utf8) + [UInt8](repeating: 0xFF, count: 20),
        ]
        for input in inputs { #expect(Sound(input) == nil) }
        // No part of a sound may crash the program.
        let whole = wav(seconds: 0.01) + frame()
        for count in 0..<whole.count { _ = Sound(Array(whole.prefix(count))) }
    }
}
