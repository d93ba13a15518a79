/// Words with a special meaning for the comparison, by the hash that `WordReader` gives them.
struct KnownWords {
    struct Kind: OptionSet {
        var rawValue: UInt16

        /// Has no topic, so it is not a term.
        static let stop = Kind(rawValue: 1)
        /// Reverses the meaning.
        static let negation = Kind(rawValue: 2)
        /// Shows that the title is about another event of the same kind: again, another, former, third.
        static let another = Kind(rawValue: 4)
        /// Names a time or a place in a series: months, weekdays, parts of the day, day, part, episode.
        static let time = Kind(rawValue: 8)
        static let digit = Kind(rawValue: 16)
        /// An additional word of the newsroom at the start of a title: UPDATE, VIDEO, СРОЧНО.
        static let decor = Kind(rawValue: 32)
        /// One of the most common English words.
        static let english = Kind(rawValue: 64)
        /// Belongs to a subject that concerns everybody: war, law, government, disaster, money, health.
        static let grave = Kind(rawValue: 128)
        /// Belongs to sport, celebrities, shows, games or products.
        static let light = Kind(rawValue: 256)
        /// The first word of one of the `TitlePhrases`.
        static let opening = Kind(rawValue: 512)
    }

    private var kinds = HashIndex(capacity: 512)
    /// The kinds of words by the hash of their first five letters.
    private var prefixKinds = HashIndex(capacity: 512)
    let phrases: TitlePhrases
    let readMore: Set<UInt32>
    let post: UInt32
    let appeared: UInt32
    let covid: Set<UInt32>
    let nineteen: UInt32
    let percent: Set<UInt32>
    let chars: UInt32
    let copy: UInt32

    static let standard = KnownWords()

    private init() {
        func hash(_ word: Substring) -> UInt32 { Self.hashes(of: word).whole }
        var kinds: [UInt32: UInt16] = [:]
        for (list, kind) in Self.lists {
            for word in list.split(separator: " ") { kinds[hash(word), default: 0] |= kind.rawValue }
        }
        for (list, kind) in Self.subjects {
            for word in list.split(separator: " ") {
                if word.hasSuffix("*") {
                    _ = prefixKinds.insert(Self.hashes(of: word.dropLast()).prefix, Int(kind.rawValue))
                } else {
                    kinds[hash(word), default: 0] |= kind.rawValue
                }
            }
        }
        phrases = TitlePhrases(hash: hash)
        for hash in phrases.openings { kinds[hash, default: 0] |= Kind.opening.rawValue }
        for (hash, kind) in kinds { _ = self.kinds.insert(hash, Int(kind)) }
        readMore = Set(
            "read more читать далее подробнее leer mas leia mais continue reading".split(separator: " ").map {
                hash($0) & ~1
            })
        post = hash("post")
        appeared = hash("appeared")
        covid = [hash("covid"), hash("ковид")]
        nineteen = hash("19")
        percent = Set(
            "percent pct процент процента процентов".split(separator: " ").map { hash($0) })
        chars = hash("chars") & ~1
        copy = hash("copy")
    }

    func kind(of hash: UInt32, hasDigit: Bool) -> Kind {
        Kind(rawValue: UInt16(kinds.find(hash) ?? 0) | (hasDigit ? Kind.digit.rawValue : 0))
    }

    /// The subject of a word: `grave`, `light` or neither.
    func subject(of kind: Kind, prefix: UInt32) -> Kind {
        kind.union(Kind(rawValue: UInt16(prefixKinds.find(prefix) ?? 0))).intersection([.grave, .light])
    }

    /// The hash of a word, and that of its first five letters, as `WordReader` gives them.
    static func hashes(of word: Substring) -> (whole: UInt32, prefix: UInt32) {
        var word = String(word)
        return word.withUTF8 { bytes in
            var reader = WordReader(bytes)
            _ = reader.next()
            return (reader.hash, reader.prefix)
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
            """
            der das und mit von vom zum zur fur auf ist im dem des ein eine einen einem einer nicht auch sich bei nach \
            aus sind werden wird zu uber wie als \
            les des du et est une dans pour sur pas avec aux qui que ce cette ses son sont au \
            il di che della dello dei delle gli per nel nella sono alla dal con non uno \
            het een voor niet zijn bij naar aan ook wordt och att for pa som av till det den inte om ett \
            og til ikke ve bir bu icin ile ja oli ei na za do sie jest nie oraz та що від як для на при
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

    /// `*` means any ending. Exactly five letters must stand before it.
    private static let subjects: [(String, Kind)] = [
        (
            """
            kill killed kills kille* killi* dead death* dies died attac* war wars airst* strikes strike bomb bombs \
            bombi* missile missiles shelling explosion explosions explode exploded blast* crash* earthquake \
            earthquakes quake* magnitude flood* hurri* wildf* evacu* protest protests protesters riot riots clash* \
            police troop* army milit* soldi* hosta* gunma* shooting shootings massacre terro* invas* cease* nucle* \
            weapo* drone* sanct* court courts supre* judge* rulin* verdi* guilt* sentenced trial* charged indicted \
            indictment prose* arrest arrested arrests law laws bill legis* senat* congress parliament lawma* gover* \
            minister ministers ministry presi* chancellor election elections elected vote votes voter* ballo* \
            referendum impea* resign resigns resigned resignation treaty summi* nato kreml* econo* infla* reces* \
            unemp* joble* gdp budge* defic* tarif* lockd* outbr* pande* vacci* virus* coron* infec* quara* emergency \
            disas* victims rescue rescued collapse collapsed refug* migra* border borders coup genoc* crisis \
            opposition diplo* ambas*
            """, .grave
        ),
        (
            """
            убит убита убиты убили убийс* погиб* умер умерла умерли смерт* атака атаки атаку атако* война войны войне \
            войну войной удар удара удары ударов ударил обстр* ракет* взрыв* терак* стрел* авари* круше* земле* \
            навод* пожар* эваку* протест протеста протесты протестов протестующие митин* беспо* столк* полиц* войск* \
            армия армии армию военн* залож* дрон дроны дронов бпла беспи* пво санкц* суд суда суде приго* обвин* \
            арест* задер* уголо* закон закона законы законопроект госду* правительство правительства правительстве \
            минис* прези* премь* парла* выборы выборов выборах голос* рефер* отста* самми* нато кремл* путин \
            путина перег* эконо* инфля* ввп рубль рубля рублей рубли доллар доллара бюдже* тариф* центробанк цб \
            каран* эпиде* корон* вакци* зараж* зараз* чрезв* катас* жертв* пострадали пострадавших спаса* обруш* \
            бежен* мигра* грани* переворот кризи* оппоз* посол посла ядерн* мобил* миноб* росст* ипоте*
            """, .grave
        ),
        (
            """
            match matches goal goals striker strikers coach coaches midfi* quarterback league playoff playoffs \
            champions championship tournament nfl nba nhl mlb ufc fifa uefa crick* tenni* golf wimbl* innings wicket \
            wickets cup club football soccer actor actors actre* singer singers rappe* celeb* star stars movie movies \
            film films trailer netflix hulu disne* episode episodes season album albums song songs music oscar* \
            gramm* emmy karda* reality tv show series fashion dress dresses bikin* horos* zodia* quiz crossword \
            wordl* recipe recipes puzzl* givea* coupo* discount discounts deals deal sale barga* review reviews \
            iphon* ipad android galaxy pixel xbox plays* ninte* console consoles gamin* gamer* fortn* leaked rumor \
            rumors wedding dating boyfr* girlf* baby romance divorce royal royals megha* harry viral tikto* insta* \
            samsu* xiaom* snl kimme* colbe*
            """, .light
        ),
        (
            """
            матч матча матче гол гола трене* форва* полуз* футбо* клуб клуба лига лиги чемпи* турни* рпл спарт* \
            зенит* цска локом* хокке* нхл тенни* боец бойца бой боя сборн* трансфер бокс биатл* фигур* актер* актри* \
            певец певиц* рэпер* звезд* шоу фильм* сериа* трейл* альбо* песня песни песню конце* клип шоуби* блоге* \
            телев* развод развода свадь* берем* наряд* купал* горос* зодиа* рецеп* скидк* распр* промо* обзор смарт* \
            игра гейме* котен* кот собак* зоопа* шнуро* бузов* бузова пугач* кирко* тур тура туре
            """, .light
        ),
    ]
}
