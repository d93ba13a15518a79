extension Language {
    static let ukrainian = Language(
        code: "uk",
        dates: DateFormats(
            locale: "uk", isLowercase: true,
            full: "\(weekday: .wide), \(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits) року",
            day: "\(weekday: .abbreviated), \(day: .defaultDigits) \(month: .wide)",
            short: "\(day: .defaultDigits) \(month: .wide)",
            shortWithYear: "\(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)"),
        words: Words(
            title: "Дайджест новин", contents: "У цьому випуску", alsoIn: "Також у", parts: "Про це ж",
            earlier: "Раніше", later: "Пізніше", share: "Поділитися", picture: "Зображення", comments: "Коментарі",
            audio: "Аудіо", video: "Відео", minutes: "хв", free: "безкоштовно", today: "сьогодні",
            tomorrow: "завтра", weekend: "цими вихідними", lastDay: "останній день", cancelled: "скасовано",
            nothingNew: "Нічого нового.", read: "Читати", links: "Посилання", copyLink: "Посилання",
            email: "Пошта", unsubscribe: "Відписатися", online: "Відкрити в браузері", history: "Попередні випуски",
            recap: "Огляд", saved: "Збережене",
            search: "Пошук", digest: "випуск", nothingYet: "Поки нічого.",
            nothingFound: "Нічого не знайдено.", searchNeedsScript: "Для пошуку потрібен JavaScript.",
            generatedSummary: "переказ зробила програма",
            generatedTitle: "заголовок і переказ зробила програма", generatedIntro: "написала програма",
            generatedTranslation: "переклала програма, оригінальний заголовок"),
        greeting: { time, name in
            switch time {
            case .morning: "Доброго ранку, \(name)"
            case .day: "Доброго дня, \(name)"
            case .evening: "Доброго вечора, \(name)"
            case .night: "Вітаємо, \(name)"
            }
        },
        plural: PluralForm.slavic,
        counts: Counts(
            stories: Plural(one: "# новина", few: "# новини", many: "# новин"),
            sources: Plural(one: "# джерело", few: "# джерела", many: "# джерел"),
            leftOver: Plural(
                one: "ще # новина наступного разу", few: "ще # новини наступного разу",
                many: "ще # новин наступного разу"),
            unfit: Plural(
                one: "ще # новина не вмістилася", few: "ще # новини не вмістилися", many: "ще # новин не вмістилося"),
            leftOut: Plural(
                one: "# давнішу новину не показано", few: "# давніші новини не показано",
                many: "# давніших новин не показано"),
            belowScore: Plural(
                one: "# новина недостатньо важлива", few: "# новини недостатньо важливі",
                many: "# новин недостатньо важливі"),
            days: Plural(one: "# день", few: "# дні", many: "# днів"),
            occasions: Plural(one: "і ще # дата", few: "і ще # дати", many: "і ще # дат"),
            more: Plural(one: "і ще #", many: "і ще #")),
        sentences: Sentences(
            since: { period, date in "За \(period), з \(date)" },
            unreachable: { source, date in "\(source): недоступне з \(date)" },
            recovered: { sources in "Знову на зв’язку: \(sources)" },
            until: { date in "до \(date)" },
            from: { date in "з \(date)" },
            failed: { cause in
                switch cause {
                case .answered(let status): "відповідь \(status)"
                case .unreachable: "немає з’єднання"
                case .late: "відповідь не надійшла вчасно"
                case .brokenOff: "зв’язок обірвався"
                case .insecure: "немає захищеного з’єднання"
                case .tooLarge: "відповідь завелика"
                case .redirected: "переспрямування відхилено"
                case .forbidden: "адресу не дозволено"
                case .unreadable: "відповідь не читається"
                case .endsRuns: "під час читання обривалася робота програми, тому джерело відкладено"
                case .other: "подробиці: newsdigest sources list"
                }
            }),
        categories: [
            "business": "Економіка", "entertainment": "Розваги", "general": "Головне", "health": "Здоров’я",
            "science": "Наука", "sports": "Спорт", "technology": "Технології", "events": "Події",
            "world": "Світ", "politics": "Політика", "culture": "Культура", "business-events": "Ділові події",
            "cinema": "Кіно", "concert": "Концерти", "education": "Освіта", "exhibition": "Виставки",
            "fashion": "Мода", "festival": "Фестивалі", "holiday": "Свята", "kids": "Дітям", "other": "Інше",
            "party": "Вечірки", "photo": "Фотографія", "quest": "Квести", "recreation": "Відпочинок",
            "shopping": "Покупки", "social-activity": "Благодійність", "stock": "Знижки", "theater": "Театр",
            "tour": "Екскурсії", "wellness-and-health": "Краса і здоров’я",
            "yarmarki-razvlecheniya-yarmarki": "Ярмарки",
        ],
        offeredFeeds: OfferedFeed.list([
            ("Українська правда", "general", "https://www.pravda.com.ua/rss/"),
            ("BBC News Україна", "general", "https://feeds.bbci.co.uk/ukrainian/rss.xml"),
            ("Укрінформ", "general", "https://www.ukrinform.ua/rss/block-lastnews"),
            ("ITC.ua", "technology", "https://itc.ua/feed/"),
            ("Економічна правда", "business", "https://www.epravda.com.ua/rss/"),
        ]))
}
