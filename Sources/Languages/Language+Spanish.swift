extension Language {
    static let spanish = Language(
        code: "es",
        dates: DateFormats(
            locale: "es", isLowercase: true,
            full: "\(weekday: .wide), \(day: .defaultDigits) de \(month: .wide) de \(year: .defaultDigits)",
            day: "\(weekday: .abbreviated), \(day: .defaultDigits) de \(month: .wide)",
            short: "\(day: .defaultDigits) \(month: .abbreviated)",
            shortWithYear: "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)"),
        words: Words(
            title: "Resumen de noticias", contents: "En este número", alsoIn: "También en",
            parts: "Más sobre el tema", earlier: "Antes", later: "Más tarde", share: "Compartir", picture: "Imagen",
            comments: "Comentarios", audio: "Audio", video: "Vídeo", minutes: "min", free: "gratis",
            today: "hoy", tomorrow: "mañana", weekend: "este fin de semana", lastDay: "último día",
            cancelled: "cancelado",
            nothingNew: "Nada nuevo.", read: "Leer", links: "Enlaces", copyLink: "Enlace", email: "Correo",
            unsubscribe: "Darse de baja", online: "Ver en el navegador", history: "Números anteriores",
            recap: "Resumen", saved: "Guardados", search: "Buscar",
            digest: "número", nothingYet: "Nada todavía.",
            nothingFound: "No se encontró nada.", searchNeedsScript: "La búsqueda necesita JavaScript.",
            generatedSummary: "resumen generado automáticamente",
            generatedTitle: "título y resumen generados automáticamente",
            generatedIntro: "generado automáticamente",
            generatedTranslation: "traducido automáticamente, título original"),
        greeting: { time, name in
            switch time {
            case .morning: "Buenos días, \(name)"
            case .day: "Buenas tardes, \(name)"
            // "Buenas tardes" or "buenas noches": the hour of the change is not the same everywhere.
            case .evening: "Hola, \(name)"
            case .night: "Hola, \(name)"
            }
        },
        plural: { $0 == 1 ? .one : .many },
        counts: Counts(
            stories: Plural(one: "# noticia", many: "# noticias"),
            sources: Plural(one: "# fuente", many: "# fuentes"),
            leftOver: Plural(one: "# más la próxima vez", many: "# más la próxima vez"),
            unfit: Plural(one: "# más no cupo", many: "# más no cupieron"),
            leftOut: Plural(one: "se omitió # noticia más antigua", many: "se omitieron # noticias más antiguas"),
            belowScore: Plural(
                one: "# noticia no es lo bastante importante", many: "# noticias no son lo bastante importantes"),
            days: Plural(one: "# día", many: "# días"),
            occasions: Plural(one: "y # fecha más", many: "y # fechas más"),
            more: Plural(one: "y # más", many: "y # más")),
        sentences: Sentences(
            since: { period, date in "\(period), desde el \(date)" },
            unreachable: { source, date in "\(source): no responde desde el \(date)" },
            recovered: { sources in "De nuevo en línea: \(sources)" },
            until: { date in "hasta el \(date)" },
            from: { date in "desde el \(date)" },
            failed: { cause in
                switch cause {
                case .answered(let status): "respuesta \(status)"
                case .unreachable: "sin conexión"
                case .late: "la respuesta no llegó a tiempo"
                case .brokenOff: "la conexión se cortó"
                case .insecure: "sin conexión segura"
                case .tooLarge: "la respuesta es demasiado grande"
                case .redirected: "se rechazó la redirección"
                case .forbidden: "la dirección no está permitida"
                case .unreadable: "la respuesta no se puede leer"
                case .endsRuns: "el programa se interrumpió al leerla, por eso la fuente está apartada"
                case .other: "detalles: newsdigest sources list"
                }
            }),
        categories: [
            "business": "Economía", "entertainment": "Entretenimiento", "general": "Portada",
            "health": "Salud", "science": "Ciencia", "sports": "Deportes", "technology": "Tecnología",
            "events": "Eventos", "world": "Mundo", "politics": "Política", "culture": "Cultura",
            "business-events": "Encuentros profesionales", "cinema": "Cine", "concert": "Conciertos",
            "education": "Educación", "exhibition": "Exposiciones", "fashion": "Moda",
            "festival": "Festivales", "holiday": "Fiestas", "kids": "Para niños", "other": "Otros temas",
            "party": "Fiestas nocturnas", "photo": "Fotografía", "quest": "Juegos de pistas",
            "recreation": "Ocio", "shopping": "Compras", "social-activity": "Solidaridad", "stock": "Ofertas",
            "theater": "Teatro", "tour": "Visitas", "wellness-and-health": "Bienestar",
            "yarmarki-razvlecheniya-yarmarki": "Ferias",
        ],
        offeredFeeds: OfferedFeed.list([
            ("El País", "general", "https://feeds.elpais.com/mrss-s/pages/ep/site/elpais.com/portada"),
            ("BBC Mundo", "general", "https://feeds.bbci.co.uk/mundo/rss.xml"),
            (
                "El País Tecnología", "technology",
                "https://feeds.elpais.com/mrss-s/pages/ep/site/elpais.com/section/tecnologia/portada"
            ),
            (
                "El País Ciencia", "science",
                "https://feeds.elpais.com/mrss-s/pages/ep/site/elpais.com/section/ciencia/portada"
            ),
            (
                "El País Economía", "business",
                "https://feeds.elpais.com/mrss-s/pages/ep/site/elpais.com/section/economia/portada"
            ),
            (
                "El País Deportes", "sports",
                "https://feeds.elpais.com/mrss-s/pages/ep/site/elpais.com/section/deportes/portada"
            ),
            (
                "El País Cultura", "entertainment",
                "https://feeds.elpais.com/mrss-s/pages/ep/site/elpais.com/section/cultura/portada"
            ),
        ]))
}
