/// Words that mean something to the comparison, by the hash `WordReader` gives them.
struct KnownWords {
    struct Kind: OptionSet {
        var rawValue: UInt8

        /// Carries no topic: not a term.
        static let stop = Kind(rawValue: 1)
        /// Turns the meaning round.
        static let negation = Kind(rawValue: 2)
        /// Makes it another event of the same kind: again, another, former, third.
        static let another = Kind(rawValue: 4)
        /// Names a time or a place in a series: months, weekdays, parts of the day, day, part, episode.
        static let time = Kind(rawValue: 8)
        static let digit = Kind(rawValue: 16)
        /// Newsroom furniture at the start of a title: UPDATE, VIDEO, СРОЧНО.
        static let decor = Kind(rawValue: 32)
        /// One of English's commonest.
        static let english = Kind(rawValue: 64)
    }

    private var kinds = HashIndex(capacity: 512)
    let readMore: Set<UInt32>
    let post: UInt32
    let appeared: UInt32
    let covid: Set<UInt32>
    let nineteen: UInt32
    let percent: Set<UInt32>
    let chars: UInt32
    let copy: UInt32

    static let standard = KnownWords(.standard)

    private init(_ table: LetterTable) {
        var kinds: [UInt32: UInt8] = [:]
        for (list, kind) in Self.lists {
            for word in list.split(separator: " ") { kinds[Self.hash(word, table), default: 0] |= kind.rawValue }
        }
        for (hash, kind) in kinds { _ = self.kinds.insert(hash, Int(kind)) }
        readMore = Set(
            "read more читать далее подробнее leer mas leia mais continue reading".split(separator: " ").map {
                Self.hash($0, table) & ~1
            })
        post = Self.hash("post", table)
        appeared = Self.hash("appeared", table)
        covid = [Self.hash("covid", table), Self.hash("ковид", table)]
        nineteen = Self.hash("19", table)
        percent = Set(
            "percent pct процент процента процентов".split(separator: " ").map { Self.hash($0, table) })
        chars = Self.hash("chars", table) & ~1
        copy = Self.hash("copy", table)
    }

    func kind(of hash: UInt32, hasDigit: Bool) -> Kind {
        Kind(rawValue: UInt8(kinds.find(hash) ?? 0) | (hasDigit ? Kind.digit.rawValue : 0))
    }

    private static func hash(_ word: Substring, _ table: LetterTable) -> UInt32 {
        var copy = String(word)
        return copy.withUTF8 { bytes in
            var reader = WordReader(bytes, table)
            _ = reader.next()
            return reader.hash
        }
    }

    private static let lists: [(String, Kind)] = [
        (
            """
            a an the and or but of in on at to for from by with as is are was were be been being it its this that these \
            those he she they we you i his her their our your my has have had will would can could should may might do \
            does did after before over under into about than then so if out up down off who what when where why how says \
            said say amid via vs
            """, [.stop, .english]
        ),
        (
            """
            и в во на с со к ко о об от до из за по под при про для у над без через между а но или что чтобы как так это \
            этот эта эти тот та те то его ее их он она они мы вы я был была было были быть есть же ли бы уже еще только \
            также который которая которые где когда кто чем чего после из-за сообщил сообщила сообщили заявил заявила \
            заявили рассказал рассказала
            """, .stop
        ),
        (
            """
            el la los las un una unos unas y o de del al en por para con su sus se que es son fue fueron ha han como mas \
            lo le les desde hasta sobre entre tras ante um uma uns umas e os as do da dos das no na nos nas ao aos em \
            por pelo pela com seu sua foi sao mais apos
            """, .stop
        ),
        (
            "no not never without nor cannot cant wont dont doesnt didnt isnt arent wasnt nobody nothing denies denied reject rejects не ни нет без нельзя никто никогда опроверг опровергла опровергли sin nunca jamas nao sem nem",
            .negation
        ),
        (
            """
            again another former third second first fourth fifth new next last previous ex снова опять вновь еще другой \
            другая новый новая новое новые третий третья второй вторая первый первая очередной очередная бывший бывшая \
            повторно otra otro nuevo nueva segundo tercera primero outra outro novo nova
            """, .another
        ),
        (
            """
            january february march april may june july august september october november december jan feb mar apr jun jul \
            aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun \
            morning evening night noon afternoon today tomorrow yesterday январь января февраль февраля март марта апрель \
            апреля май мая июнь июня июль июля август августа сентябрь сентября октябрь октября ноябрь ноября декабрь \
            декабря понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье утро утром вечер \
            вечером день днем ночь ночью сегодня завтра вчера enero febrero marzo abril mayo junio julio agosto \
            septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo \
            day part episode stage week issue часть серия эпизод этап неделя выпуск parte episodio semana jornada
            """, .time
        ),
        (
            """
            update updated rpt wrapup corrected breaking video watch live photos photo exclusive срочно молния видео фото \
            обновлено эксклюзив
            """, .decor
        ),
    ]
}
