// Written by scripts/word_importance.py. A line is a weight and the beginnings of the words that have it.

extension WordImportance {
    /// Language, what a text without any of the words has, weights. All are in parts of 20.
    static let shippedTables: [(language: TextLanguage, base: Int, table: String)] = [
        (
            .english, -4,
            """
            11 ukrai
            10 russi
            9 china
            7 u
            6 billi presi resig shot uk
            5 act admin brazi dead effor lanka milit milli north secon seeks shoot summi us worst
            4 30 ahmau arber as autho cente charg coron days force furth gas gener japan korea law murde
            4 other said shang survi thous un vacci warns
            3 11 2023 6 actio attor borde brita calls chine cops crime cuts decli degre distr doesn faste
            3 finan fligh floyd forei georg impro insid inves journ judic june justi kashm large least march
            3 might minis moder move mumba oil packa pakis polic prima priva probe prote pulle push s schoo
            3 seeki sees sever sourc stock surge suspe terro test threa traci trial trump use vote wedne
            3 week were worse zone
            2 14 18 8 9 abort accus activ agenc ahead airli also attem bank beiji biden boris campa capit
            2 care cases chaos child claim commi conde condi condu const could covid crash cyber death decla
            2 defen democ detai domin easte elon emerg energ enter europ exclu execu famil far fight flood
            2 flori fresh get girl gover grave growt gujar heat highl hindu hold homes hundr ill infec inten
            2 into johns k keep keral kille lockd looks marke mask masks mass massi medic men mexic missi
            2 musli natio nearl neigh new next pande path place plan plane prepa priso promi propo r recom
            2 regio repor requi restr sanct satur say says secre secur senat sets shoul since strea stree
            2 stron suffe surpr testi times track trave tuesd twitt two under vehic war warni was wave wheth
            2 witho
            1 100 12 19 24 25 34 4 40 5 500 53 60 acros actor addre again air all allow among analy anoth
            1 app appea area atlan austr aviat avoid bad battl being beyon bigge bill black botto broad
            1 budge buffe build busin but buy by calle cause centr chanc chief churc clean clima cm comes
            1 comma conti contr crowd custo daugh deadl decad decis deepe delay digit diplo docto draft
            1 drive each earli elect end event exami face fast feder festi few for formu found fourt full
            1 getti going groun group growi guard handl hate he heari him hits home hopes hospi hours house
            1 illeg in incre india indus invol issue italy its job jobs judge karna key killi lawma learn
            1 led loss made main makin may mean michi mid migra minne minut mitch more mosco motor ndtv near
            1 news notic numbe offer old on opene oppos order out over overs part passe past pilot prese
            1 prime provi purch putin quart rate recei recor recru regul remai reope rescu reven rise roe
            1 rose row run scene scien scotl scrap seen senio sent separ sharm singe soldi space steal strat
            1 strik sunda taken takes talks tempe tensi teste their them thing thoma thurs trace trade treat
            1 troop true until updat urged valle victo video virus wall wants warne washi watch way wear
            1 weath weeke weeks weste while withi woman wont worki would year years
            -1 0 000 10 22 7 79 addit amazo amend amoun an annou answe anti april aroun arres arriv askin
            -1 assau assoc avail back basic bbc becom began benef betwe bid board boss bount brief c calif
            -1 came camer cance car card carls carol carri cast cent chair check chels chris class clubs
            -1 cnns co comin compe conse consi consu conta conte conve count creat credi crisi crypt cultu
            -1 daily day deal delhi depar devel devic dies diffe disea dista do doing doubl drop drug due
            -1 early educa encou enjoy ensur essen ever every exam excha expec expla explo extra fans farm
            -1 fears feel find finis fire flu follo forme four game games giant give gives govt green gupta
            -1 hacke had hande hard has held help here hit holdi hope ht ident ignor impor infla inste inter
            -1 iphon is islan isnt isola it j joe joine just last late launc leade leave lette level liber
            -1 likel liver local locat look love low madri mahar mail major manag mayor me meet meeti megha
            -1 miss monda money mothe movie music must nasa negat never no nomin now olymp onlin openi or
            -1 origi outsi partn patel patie paul perce perfo photo plans pm possi posts poten pound predi
            -1 preve price priya profi proje prove put quara racia raise rally range re reach react read
            -1 reade real reali recen relie remem reser rest resta resul revie reviv rewar risk road role rs
            -1 rules rulin ryan saw sayin sched seaso see selec self selli serio serve set seven sharp she
            -1 show shows side singh sky south speak spend sport sprea stabb stand start statu steps steve
            -1 stop store stric studi succe sweep talki targe team teams tell tenni terri tests they theyr
            -1 those today took top total tourn train tucke tv union unite up used using v virtu vladi wake
            -1 water we wealt websi weigh well west what will with words world y york young
            -2 2 2020 3rd a adds affec agree ameri away baby backs be best big birth block body break brian
            -2 buffa call capta cbs celti ceo chall chang citiz confi coupl d despi direc diver drama durin
            -2 ex film food franc free frida frien from front futur go goes gold gop great half harry hc
            -2 healt heart his host human husba im insta kumar leagu left life like looki manch maryl match
            -2 matt media membe morni nasca need nfl not nurse off open opini our own per playi popul premi
            -2 princ promo race racin rape relat rep resea respo retir retur round rule runni scott sign
            -2 signi slams smith socia some star stars stay still stori story super take techn tells terms
            -2 the told towar very vice voice went whose wife willi wins women work your
            -3 1 2022 about angel apolo apple arsen behin champ colle comme compl dr ed f1 got her hes histo
            -3 lives long lost maker month my pitch play reall repub right safe sales serie share so speci
            -3 stude than trans tweet unive vs which why win
            -4 and criti donal how i playe revea smart
            """
        ),
        (
            .russian, -4,
            """
            10 путин
            8 погиб челов
            7 взрыв трамп украи число
            6 мая наруш огран рф север
            5 арест атаки власт долла закон заяви подмо прези пригр сотру цб
            4 atacm ввест верто глава года госду измен корон махач мид минис момен начал облас пожар постр
            4 превы преду работ регис серге сутки терри торго умерл эваку
            3 112 22 банк будут военн воору выдач газа герма гражд данны двух до забло задер залож запад
            3 кремл между метро мире неско нет о оплат освоб отклю по пресс прихо проко рабоч ракет реком
            3 риа роско росси руб рубле санкц связи слома сообщ стрел сша требо убиис утвер фоне часов этом
            2 05 12 17 19 200 2022 8 covid аэроп баиде без безоп белом больн было ведом во возго всу втора
            2 выпис выяви выявл газоп главы город грани графи дальн два диста днеи догов доктр дома допол
            2 дости если за завтр закры запре запус зараз захва здани идет избра израи июля к круше любим
            2 мае медиц миним могут мэр над напра необх нефть ним них облом обруш общес одна однак оформ
            2 пасса перег перес писат повто под подде поезд предв приме приня продо пять регул реест резул
            2 респу сам свет света своих сеича секре ситуа сми собян совет спаса стати стран строг строи
            2 суббо суд трое тыс тысяч уголо угроз устан хакер цен штаб экспр экстр ядерн
            1 100 16 2021 2024 23 27 28 30 авари автом автор агент амери андре борту будущ были велик верну
            1 вероя вице вклад внутр водит возбу возду возмо воины вперв всем всеми всех вспыш встре второ
            1 госуд грузо губер деист декаб делу деяте диагн дмитр докум должн дом доме донал допус доста
            1 европ его ему есть еще женщи жертв жизнь забол завал завер заним зараж зафик зелен значе ивана
            1 извес издан иност инфор источ июня кадры канал китае класс коман кто курс летал ли линии локал
            1 люди массо машин минзд минув михаи много москв мчс назва накан намер начну недос нижне новои
            1 обесп оборо объек обяза один одобр около округ оружи особе остал остан отдел отказ отнош отста
            1 паден перев перио персо пик пишет план повре повыс подор подра подро подсч пока покуп полиц
            1 помож понят попыт порта посад посвя пост поток прекр при призн прине причи прово произ пропа
            1 публи разби разве разго разре рамен ранее распр рассм расст регио речь росгв рост рынке самол
            1 самыи санкт свиде своем себя серги следо следу слова служб сниже снова совер солнц соотв списо
            1 станд старт страж сущес тех техни трех тюрьм увели удале указа успеш утра х харак ходе цены
            1 частн черта экс энерг эпиде эти этого этот являе
            -1 00 04 10 13 2 2019 2020 2023 21 24 25 29 300 500 andro c e intel sony the windo x xiaom авгус
            -1 алекс апрел артис астро атмос берег берем бизне билет битко благо ближа богат больш борьб был
            -1 быстр быть валер вам вас введе ведущ вечер взлом видео вкус внеза возвр возра вот врачи время
            -1 вы вывод выгля вызва выити выпла выпус выска высок газет гаид гидро го говор году госпи готов
            -1 даже движе девят деле десят дешев долго досту древн единс еи же женск жить забра замен зараб
            -1 затем здоро зрите из изуче им имени именн инвес интер инфек искус испыт каждо какие камер
            -1 каран килом клини колле комит комме компа компл компо компь конку конст контр конфе корол
            -1 косми котор краин красн крупн купит леген лет летни линеи любои м матер матч матче мероп
            -1 места местн место месяц метео микро минут млн мобил модел может можно молод мощны мужчи мы
            -1 надеж назад назна назыв наиде након нам нарко народ научн начин нашла нашли него недав нее
            -1 неи неизв неиро немец нович новом новым нормы ноябр нужно об обвин обзор обнар образ обращ
            -1 обуче объяс оказа онлаи опред опубл ответ отвеч отдых откры отлич отмет отпра очень пакет
            -1 памят парке парти паспо первы перед перен плани платф повод погод подал подел подня подпи
            -1 позво поиск полез полно полуз получ поля попал попро посмо потом похор поэто практ превр
            -1 предл предс премь приве приго приду приоб пришл пробл проде проду проез проек проид промо
            -1 прони пропу профе проце прошл психи психо пятни раза разли разно раньш расши ребен резко
            -1 решен решит розни роспо саите самом самым сборн свето своеи свои своим сдела секун серви
            -1 серии сетеи сети сеть сильн систе скидк следс сложн смарт смерт смогл собир событ совре совсе
            -1 согла содер сокра сосед соста состо сочи спосо спуст среди средс стане стоит струк схема
            -1 сыгра также таким таких такое тасс текущ телев телеф тем темпе тот требу тура турис уже улице
            -1 улучш умные уника управ урове ускор устро ушел федер физик форма франц футбо хотел цена цене
            -1 центр церем части часто чаще чего чемпи через чинов читат эконо экран этои эффек январ
            -2 3 4 50 a amd apple go micro pro pytho redmi актер анали беспл близк блоге бы вирус включ
            -2 вопро време вылеч вырас год групп девоч девуш денег динам для дня домов жител журна запла
            -2 заявл звезд земле земли и или иссле кварт китаи клуба колич конце кросс лиги лучше лучши
            -2 магаз мален милли моско мошен музык насто но новин новог обрат ожида октяб он она они опасн
            -2 оценк панде парко пацие побед повыш показ попул презе привы прове прогн прода продю разра
            -2 расск реити самои сезон синоп созда специ сравн стоим счита таког татья тепер тест того тольк
            -2 том трене у украл фото чтобы эту я
            -3 000 5 googl huawe iphon верси вырос главн ее замет иммун новыи обнов повер помощ почем прямо
            -3 саака средн так то участ чем что это
            -4 20 а день как появи учены
            """
        ),
    ]
}
