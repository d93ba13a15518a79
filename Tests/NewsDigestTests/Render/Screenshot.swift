import Foundation

@testable import NewsDigest
@testable import State

/// How bright a picture is, cell by cell.
struct Screenshot {
    var width: Int
    var height: Int
    /// From 0 to 255, row by row, each of 8 by 8 pixels, so that letters are a shade of grey.
    var cells: [Double]

    struct NotRead: Error {}

    /// Reads what Chromium writes: a PNG of 8 bits a channel, not interlaced (https://www.w3.org/TR/png-3).
    init(png: Data) throws {
        let bytes = [UInt8](png)
        let number = { (at: Int) in bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count > 33, let channels = [2: 3, 6: 4][bytes[25]], bytes[24] == 8, bytes[28] == 0 else {
            throw NotRead()
        }
        (width, height) = (number(16), number(20))
        var packed = Data()
        var position = 8
        while position + 12 <= bytes.count {
            let length = number(position)
            if bytes[position + 4..<position + 8].elementsEqual("IDAT".utf8) {
                packed += bytes[position + 8..<position + 8 + length]
            }
            position += 12 + length
        }
        let size = UInt32(height * (1 + width * channels))
        let stored = withUnsafeBytes(of: size.bigEndian) { Data($0) } + packed
        guard let rows = Compressed(stored: stored).bytes else { throw NotRead() }
        cells = Self.cells(of: Self.unfiltered([UInt8](rows), width: width, channels), width: width, channels)
    }

    /// The mean difference of a cell; 255 for pictures of different sizes.
    func difference(from other: Self) -> Double {
        guard (width, height) == (other.width, other.height) else { return 255 }
        return zip(cells, other.cells).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(cells.count)
    }
}

extension Screenshot {
    /// Section 9 of the specification.
    private static func unfiltered(_ bytes: [UInt8], width: Int, _ channels: Int) -> [UInt8] {
        let length = width * channels
        var above = [UInt8](repeating: 0, count: length)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(bytes.count)
        for start in stride(from: 0, to: bytes.count, by: length + 1) {
            let filter = bytes[start]
            var row = Array(bytes[(start + 1)...(start + length)])
            for index in row.indices {
                let left = index < channels ? 0 : Int(row[index - channels])
                let up = Int(above[index])
                let corner = index < channels ? 0 : Int(above[index - channels])
                let guess =
                    switch filter {
                    case 1: left
                    case 2: up
                    case 3: (left + up) / 2
                    case 4: paeth(left, up, corner)
                    default: 0
                    }
                row[index] &+= UInt8(truncatingIfNeeded: guess)
            }
            pixels += row
            above = row
        }
        return pixels
    }

    private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
        let guess = left + up - corner
        let distances = (abs(guess - left), abs(guess - up), abs(guess - corner))
        if distances.0 <= distances.1 && distances.0 <= distances.2 { return left }
        return distances.1 <= distances.2 ? up : corner
    }

    private static func cells(of pixels: [UInt8], width: Int, _ channels: Int) -> [Double] {
        let columns = (width + 7) / 8
        let rows = (pixels.count / (width * channels) + 7) / 8
        var sums = [Double](repeating: 0, count: columns * rows)
        var counts = sums
        for pixel in 0..<(pixels.count / channels) {
            let cell = pixel / width / 8 * columns + pixel % width / 8
            let start = pixel * channels
            sums[cell] +=
                0.2126 * Double(pixels[start]) + 0.7152 * Double(pixels[start + 1]) + 0.0722 * Double(pixels[start + 2])
            counts[cell] += 1
        }
        return zip(sums, counts).map { $0 / $1 }
    }
}
