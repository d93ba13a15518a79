/// Internationalised labels in ASCII (RFC 3492).
enum Punycode {
    /// `xn--` and the encoded label; a label that is ASCII already stays as it is. Nil for what overflows.
    package static func ascii(label: String) -> String? {
        let scalars = label.unicodeScalars.map(\.value)
        let basic = scalars.filter { $0 < 0x80 }
        if basic.count == scalars.count { return label }
        // A domain label has at most 63 octets (RFC 1035), which also bounds the arithmetic below.
        guard scalars.count <= 63 else { return nil }
        var output = String(String.UnicodeScalarView(basic.compactMap(Unicode.Scalar.init)))
        if !basic.isEmpty { output += "-" }

        var threshold: UInt32 = 128
        var delta = 0
        var bias = 72
        var handled = basic.count
        while handled < scalars.count, let next = scalars.filter({ $0 >= threshold }).min() {
            delta += Int(next - threshold) * (handled + 1)
            threshold = next
            for scalar in scalars {
                if scalar < threshold { delta += 1 }
                guard scalar == threshold else { continue }
                output += digits(of: delta, bias: bias)
                bias = adapted(delta, handled: handled + 1, isFirst: handled == basic.count)
                delta = 0
                handled += 1
            }
            delta += 1
            threshold += 1
        }
        return "xn--" + output
    }

    private static func digits(of delta: Int, bias: Int) -> String {
        var rest = delta
        var digits = ""
        for k in stride(from: 36, through: .max - 36, by: 36) {
            let threshold = min(max(k - bias, 1), 26)
            if rest < threshold { break }
            digits.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
        }
        digits.append(digit(rest))
        return digits
    }

    private static func digit(_ value: Int) -> Character {
        Character(Unicode.Scalar(UInt8(value < 26 ? value + 97 : value + 22)))
    }

    private static func adapted(_ delta: Int, handled: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / handled
        var k = 0
        while delta > 455 {
            delta /= 35
            k += 36
        }
        return k + 36 * delta / (delta + 38)
    }
}
