extension Language {
    static let russian = Language(
        code: "ru",
        dates: DateFormats(
            locale: "ru", isLowercase: true,
            full: "\(weekday: .wide), \(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits) года",
            day: "\(weekday: .abbreviated), \(day: .defaultDigits) \(month: .wide)",
            short: "\(day: .defaultDigits) \(month: .wide)",
            shortWithYear: "\(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)"),
        words: Words(
            title: "Дайджест новостей", contents: "В этом выпуске", alsoIn: "Также в", parts: "Об этом же",
            earlier: "Ранее", later: "Позже",
            share: "Поделиться",
            picture: "Иллюстрация", comments: "Комментарии", audio: "Аудио", video: "Видео", minutes: "мин",
            free: "бесплатно", today: "сегодня", tomorrow: "завтра", weekend: "в эти выходные",
            lastDay: "последний день", cancelled: "отменено", nothingNew: "Ничего нового.", read: "Читать",
            links: "Ссылки", copyLink: "Ссылка", email: "Почта", unsubscribe: "Отписаться",
            online: "Открыть в браузере",
            history: "История дайджестов", recap: "Обзор", saved: "Сохранённое", search: "Поиск", digest: "выпуск",
            nothingYet: "Пока ничего.",
            nothingFound: "Ничего не найдено.", searchNeedsScript: "Для поиска нужен JavaScript.",
            generatedSummary: "пересказ сделала программа", generatedTitle: "заголовок и пересказ сделала программа",
            generatedIntro: "написала программа",
            generatedTranslation: "перевела программа, заголовок в оригинале"),
        greeting: { time, name in
            switch time {
            case .morning: "Доброе утро, \(name)"
            case .day: "Добрый день, \(name)"
            case .evening: "Добрый вечер, \(name)"
            case .night: "Доброй ночи, \(name)"
            }
        },
        plural: PluralForm.slavic,
        counts: Counts(
            stories: Plural(one: "# новость", few: "# новости", many: "# новостей"),
            sources: Plural(one: "# источник", few: "# источника", many: "# источников"),
            leftOver: Plural(
                one: "ещё # новость в следующий раз", few: "ещё # новости в следующий раз",
                many: "ещё # новостей в следующий раз"),
            unfit: Plural(
                one: "ещё # новость не поместилась", few: "ещё # новости не поместились",
                many: "ещё # новостей не поместилось"),
            leftOut: Plural(
                one: "# более старая новость не показана", few: "# более старые новости не показаны",
                many: "# более старых новостей не показано"),
            belowScore: Plural(
                one: "# новость недостаточно важна", few: "# новости недостаточно важны",
                many: "# новостей недостаточно важны"),
            days: Plural(one: "# день", few: "# дня", many: "# дней"),
            occasions: Plural(one: "и ещё # дата", few: "и ещё # даты", many: "и ещё # дат"),
            more: Plural(one: "и ещё #", many: "и ещё #")),
        sentences: Sentences(
            since: { period, date in "За \(period), с \(date)" },
            unreachable: { source, date in "\(source): недоступен с \(date)" },
            recovered: { sources in "Снова на связи: \(sources)" },
            until: { date in "до \(date)" },
            from: { date in "с \(date)" },
            failed: { cause in
                switch cause {
                case .answered(let status): "ответ \(status)"
                case .unreachable: "нет соединения"
                case .late: "ответ не пришёл вовремя"
                case .brokenOff: "связь оборвалась"
                case .insecure: "нет защищённого соединения"
                case .tooLarge: "ответ слишком велик"
                case .redirected: "перенаправление отклонено"
                case .forbidden: "адрес не разрешён"
                case .unreadable: "ответ не читается"
                case .endsRuns: "при чтении обрывалась работа программы, поэтому источник отложен"
                case .other: "подробности: newsdigest sources list"
                }
            }),
        shareNames: [.vk: "ВКонтакте"],
        categories: [
            "business": "Бизнес", "entertainment": "Развлечения", "general": "Главное", "health": "Здоровье",
            "science": "Наука", "sports": "Спорт", "technology": "Технологии", "events": "События",
            "world": "Мир", "politics": "Политика", "culture": "Культура",
            "business-events": "События для бизнеса", "cinema": "Кино", "concert": "Концерты",
            "education": "Обучение", "exhibition": "Выставки", "fashion": "Мода и стиль", "festival": "Фестивали",
            "holiday": "Праздники", "kids": "Детям", "other": "Разное", "party": "Вечеринки", "photo": "Фотография",
            "quest": "Квесты", "recreation": "Активный отдых", "shopping": "Шопинг",
            "social-activity": "Благотворительность", "stock": "Акции и скидки", "theater": "Спектакли",
            "tour": "Экскурсии", "wellness-and-health": "Красота и здоровье",
            "yarmarki-razvlecheniya-yarmarki": "Ярмарки",
        ],
        offeredFeeds: OfferedFeed.list([
            ("Meduza", "general", "https://meduza.io/rss/all"),
            ("Коммерсантъ", "general", "https://www.kommersant.ru/RSS/main.xml"),
            ("Би-би-си", "general", "https://feeds.bbci.co.uk/russian/rss.xml"),
            ("Лента.ру", "general", "https://lenta.ru/rss"),
            ("Хабр", "technology", "https://habr.com/ru/rss/articles/"),
            ("N+1", "science", "https://nplus1.ru/rss"),
            ("Naked Science", "science", "https://naked-science.ru/feed"),
            ("Ведомости", "business", "https://www.vedomosti.ru/rss/news"),
            ("РБК", "business", "https://rssexport.rbc.ru/rbcnews/news/30/full.rss"),
            ("Спорт-Экспресс", "sports", "https://www.sport-express.ru/services/materials/news/se/"),
            ("Sports.ru", "sports", "https://www.sports.ru/rss/all_news.xml"),
        ]))
}
