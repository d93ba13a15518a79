extension Language {
    /// The Portuguese of Brazil, which the tag `pt` means in the Unicode CLDR.
    static let portuguese = Language(
        code: "pt",
        dates: DateFormats(
            locale: "pt", isLowercase: true, firstDay: "1º",
            full: "\(weekday: .wide), \(day: .defaultDigits) de \(month: .wide) de \(year: .defaultDigits)",
            day: "\(weekday: .abbreviated), \(day: .defaultDigits) de \(month: .wide)",
            short: "\(day: .defaultDigits) de \(month: .abbreviated)",
            shortWithYear: "\(day: .defaultDigits) de \(month: .abbreviated) de \(year: .defaultDigits)"),
        words: Words(
            title: "Resumo de notícias", contents: "Nesta edição", alsoIn: "Também em",
            parts: "Mais sobre o assunto", earlier: "Anteriormente", later: "Mais tarde", share: "Compartilhar",
            picture: "Imagem",
            comments: "Comentários", audio: "Áudio", video: "Vídeo", minutes: "min", free: "grátis",
            today: "hoje", tomorrow: "amanhã", weekend: "neste fim de semana", lastDay: "último dia",
            cancelled: "cancelado",
            nothingNew: "Nada de novo.", read: "Ler", links: "Links", copyLink: "Link", email: "E-mail",
            unsubscribe: "Cancelar inscrição", online: "Abrir no navegador", history: "Edições anteriores",
            recap: "Retrospectiva", saved: "Salvos",
            search: "Pesquisar", digest: "edição", nothingYet: "Nada por enquanto.",
            nothingFound: "Nada encontrado.", searchNeedsScript: "A pesquisa precisa de JavaScript.",
            generatedSummary: "resumo gerado automaticamente",
            generatedTitle: "título e resumo gerados automaticamente",
            generatedIntro: "gerado automaticamente",
            generatedTranslation: "traduzido automaticamente, título original"),
        greeting: { time, name in
            switch time {
            case .morning: "Bom dia, \(name)"
            case .day: "Boa tarde, \(name)"
            case .evening: "Boa noite, \(name)"
            case .night: "Olá, \(name)"
            }
        },
        plural: { $0 < 2 ? .one : .many },
        counts: Counts(
            stories: Plural(one: "# notícia", many: "# notícias"),
            sources: Plural(one: "# fonte", many: "# fontes"),
            leftOver: Plural(one: "mais # na próxima vez", many: "mais # na próxima vez"),
            unfit: Plural(one: "mais # não coube", many: "mais # não couberam"),
            leftOut: Plural(one: "# notícia mais antiga foi omitida", many: "# notícias mais antigas foram omitidas"),
            belowScore: Plural(
                one: "# notícia não é suficientemente importante",
                many: "# notícias não são suficientemente importantes"),
            days: Plural(one: "# dia", many: "# dias"),
            occasions: Plural(one: "e mais # data", many: "e mais # datas"),
            more: Plural(one: "e mais #", many: "e mais #")),
        sentences: Sentences(
            since: { period, date in "\(period), desde \(date)" },
            unreachable: { source, date in "\(source): sem resposta desde \(date)" },
            recovered: { sources in "De volta ao ar: \(sources)" },
            until: { date in "até \(date)" },
            from: { date in "a partir de \(date)" },
            failed: { cause in
                switch cause {
                case .answered(let status): "resposta \(status)"
                case .unreachable: "sem conexão"
                case .late: "a resposta não chegou a tempo"
                case .brokenOff: "a conexão foi interrompida"
                case .insecure: "sem conexão segura"
                case .tooLarge: "a resposta é grande demais"
                case .redirected: "o redirecionamento foi recusado"
                case .forbidden: "o endereço não é permitido"
                case .unreadable: "não foi possível ler a resposta"
                case .endsRuns: "o programa foi interrompido durante a leitura, por isso a fonte está suspensa"
                case .other: "detalhes: newsdigest sources list"
                }
            }),
        categories: [
            "business": "Economia", "entertainment": "Entretenimento", "general": "Destaques",
            "health": "Saúde", "science": "Ciência", "sports": "Esportes", "technology": "Tecnologia",
            "events": "Eventos", "world": "Mundo", "politics": "Política", "culture": "Cultura",
            "business-events": "Eventos de negócios", "cinema": "Cinema", "concert": "Shows",
            "education": "Educação", "exhibition": "Exposições", "fashion": "Moda", "festival": "Festivais",
            "holiday": "Feriados", "kids": "Para crianças", "other": "Outros assuntos", "party": "Festas",
            "photo": "Fotografia", "quest": "Jogos de enigmas", "recreation": "Lazer", "shopping": "Compras",
            "social-activity": "Solidariedade", "stock": "Promoções", "theater": "Teatro", "tour": "Passeios",
            "wellness-and-health": "Bem-estar", "yarmarki-razvlecheniya-yarmarki": "Feiras",
        ],
        offeredFeeds: OfferedFeed.list([
            ("BBC News Brasil", "general", "https://feeds.bbci.co.uk/portuguese/rss.xml"),
            ("G1", "general", "https://g1.globo.com/rss/g1/"),
            ("Tecnoblog", "technology", "https://tecnoblog.net/feed/"),
            ("G1 Tecnologia", "technology", "https://g1.globo.com/rss/g1/tecnologia/"),
            ("G1 Economia", "business", "https://g1.globo.com/rss/g1/economia/"),
            ("Folha Esporte", "sports", "https://feeds.folha.uol.com.br/esporte/rss091.xml"),
            ("G1 Pop & Arte", "entertainment", "https://g1.globo.com/rss/g1/pop-arte/"),
        ]))
}
