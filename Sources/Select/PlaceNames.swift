import Foundation
import Grouping
import Languages
import Texts

/// Places and bodies whose names other languages translate, by number.
struct PlaceNames {
    static let all = PlaceNames()

    /// The places by language (empty: all languages) and by the beginnings of their words.
    private var places: [String: [String: Set<Int>]] = [:]
    /// The beginnings of the first words.
    private var beginnings: Set<String> = []
    private static let longest = 4

    /// The place whose name begins with a word.
    /// - Parameters:
    ///   - keys: of all words.
    ///   - language: of the words; nil if it is not known.
    /// - Returns: the number of words of its name too.
    func find(at index: Int, of keys: [String], in language: String?) -> (places: Set<Int>, count: Int)? {
        guard beginnings.contains(keys[index]) else { return nil }
        for count in (1...Self.longest).reversed() where index + count <= keys.count {
            let key = keys[index..<index + count].joined(separator: " ")
            let languages = language.map { ["", $0] } ?? Array(places.keys)
            let found = languages.reduce(into: Set<Int>()) { $0.formUnion(places[$1]?[key] ?? []) }
            if !found.isEmpty { return (found, count) }
        }
        return nil
    }

    private init() {
        var numbers: [String: Int] = [:]
        for language in Language.codes {
            let locale = Locale(identifier: language)
            for (number, region) in Locale.Region.isoRegions.enumerated() where region.identifier.count == 2 {
                guard let name = locale.localizedString(forRegionCode: region.identifier) else { continue }
                let words = FoldedText.bareWords(of: name)
                guard !words.isEmpty, words.count <= Self.longest else { continue }
                add(words, language, number)
                if language == "en" { numbers[words.joined(separator: "-")] = number }
            }
        }
        let lists = NameSounds.places + Self.others.split(separator: "\n").map { $0.split(separator: " ") }
        for (index, names) in lists.enumerated() {
            let number = names.lazy.compactMap { numbers[String($0)] }.first ?? 1_000 + index
            for name in names {
                numbers[String(name)] = numbers[String(name)] ?? number
                add(FoldedText.bareWords(of: String(name)), "", number)
            }
        }
    }

    /// The beginning of a bare word, without the ends of cases.
    static func key(_ word: String) -> String { String(word.prefix(min(6, max(4, word.count - 2)))) }

    private mutating func add(_ words: [String], _ language: String, _ number: Int) {
        let keys = words.map(Self.key)
        places[language, default: [:]][keys.joined(separator: " "), default: []].insert(number)
        beginnings.formUnion(keys.prefix(1))
    }

    /// A line has the names of one place or body, and of its people.
    private static let others = """
        united-states american americans amerikanisch américain américaine américains estadounidense abd eeuu ee-uu états-unis \
        vereinigte amerikan америка американский washington вашингтон сполучені-штати estados-unidos stati-uniti
        united-kingdom britain british britisch großbritannien grande-bretagne britannique gran-bretaña británico birleşik-krallık \
        ingiltere ingiliz england english englisch angleterre anglais inglaterra inglés inghilterra inglese англия
        germany berlin берлин german deutsch allemand alemán tedesco alemão alman немецкий німецький
        france paris parisien париж french französisch français francés francese francês fransız французский
        spain spanish spanisch espagnol español spagnolo espanhol ispanyol испанский
        italy italian italienisch italien italiano italyan итальянский
        russia russian moscow москв москва russisch russe ruso russo rus российский росіяни
        china beijing пекин chinese chinesisch chinois chino cinese chinês çin çinli китайский
        turkey ankara анкар türkiye turkish türkisch turc turco türk турецкий
        poland polish polnisch polonais polaco polacco leh польский
        austria austrian österreich österreichisch autriche autrichien austríaco avusturya австрийский
        switzerland swiss schweiz schweizer suisse suizo svizzera svizzero suíça isviçre швейцарский
        netherlands dutch niederlande niederländisch pays-bas néerlandais países-bajos holandés hollanda olanda нидерландский голландия голландский
        greece greek griechenland griechisch grèce grec grecia griego greco yunanistan yunan греческий
        brazil brazilian brésil brésilien brasileño brezilya brezilyalı бразильский
        mexico mexican mexique mexicain mexicano meksika мексиканский
        japan japanese japanisch japonais japonés giapponese japon японский
        india indian indisch indien inde indio indiano hint hindistan индийский
        israel israeli israelisch israélien israelí israeliano ізраїль израильский
        ukraine kyiv киев ukrainian ukrainisch ukrainien ucraniano ucraino ukrayna украинский український
        saudi-arabia saudi saoudite saudí saudita suudi саудовский
        egypt egyptian ägypten égypte égyptien egipto egitto egito mısır египетский
        hungary hungarian ungarn hongrie hongrois hungría ungheria macaristan венгерский
        czechia czech tschechien tschechisch tchèque checo ceco çekya tchèques checos чехия чешский czech-republic
        sweden swedish schweden suède suédois suecia svezia isveç шведский
        norway norwegian norwegen norvège noruega norvegia norveç норвежский норвежец norwegisch norvégien noruego norvegese norveçli
        denmark danish dänemark danemark danois dinamarca danimarca danimarka датский
        finland finnish finnland finlande finlandais finlandia finlandiya finnisch finlandés финский
        belgium belgian belgien belgique belge bélgica belgio belçika бельгийский
        portugal portuguese portugiesisch portugais portugués portekiz португальский
        ireland irish irland irlande irlandais irlanda irlandés ирландский
        georgia georgian georgien géorgie georgien gürcistan грузинский
        syria syrian syrien syrie siria suriye сирийский
        iran iranian iranisch iranien iraní иранский
        iraq irak iraqi иракский
        europe european europäisch européen europeo avrupa европа европейский
        london londres londra лондон
        moscow moskau moscou moscú mosca moskova московский
        rome rom roma рим
        vienna wien vienne viena вена венский
        munich münchen monaco múnich münih мюнхен
        cologne köln colonia кельн
        geneva genf genève ginebra ginevra cenevre женева
        brussels brüssel bruxelles bruselas brüksel брюссел
        prague prag praga прага
        warsaw warschau varsovie varsovia varşova варшава
        athens athen athènes atenas atina афины
        lisbon lissabon lisbonne lisboa lizbon лиссабон
        cairo kairo caire cairo kahire каир
        beijing peking pékin pekín pechino pekin
        kyiv kiew kiev київ києва
        jerusalem jérusalem jerusalén kudüs иерусалим
        istanbul estambul стамбул
        new-york nueva-york nova-york нью-иорк
        copenhagen kopenhagen copenhague kopenhag копенгаген
        zurich zürich цюрих
        dresden dresde
        tunis túnez tunisi тунис
        gaza gazze газа газе сектор-газа
        danube donau danubio danubio tuna дунай
        rhine rhein rhin rin рейн
        mediterranean mittelmeer méditerranée mediterráneo mediterraneo akdeniz средиземное
        baltic ostsee baltique báltico baltico baltık балтийское
        alps alpen alpes alpi alpler альпы
        genoa genova génova gênes genua генуя
        marseille marsella marsiglia marsilya марсель
        salzburg salzbourg salzburgo salisburgo зальцбург
        hamburg hambourg hamburgo amburgo гамбург
        barcelona barcelone barcellona барселона
        eu ue ab ес
        un uno onu bm оон
        nato otan нато
        ecb bce ezb ецб
        who oms dsö воз
        imf iwf fmi мвф
        """
}
