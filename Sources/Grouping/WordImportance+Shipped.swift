// Written by scripts/word_importance.py. A line is a weight and the beginnings of the words that have it.

extension WordImportance {
    /// Language, what a text without any of the words has, weights. All are in parts of 20.
    static let shippedTables: [(language: TextLanguage, base: Int, table: String)] = [
        (
            .english, -5,
            """
            9 presi russi uk
            8 least prima
            7 china resig shoot u ukrai
            6 admin brazi brita coron flood forei law milit said survi thous virus worst
            5 ahmau arber attor ban cuts gas gener kills lanka minis minne missi oil packa push rebel seeki
            5 seeks shang sourc summi suspe taiwa un us vote warns wave worse
            4 abort act agenc beiji biden billi boris care clash conde cops dead decli effor elect emerg end
            4 europ fligh gandh gover highl house insid inves israe jan johns kashm kille milli modi mosco
            4 other pakis probe prote publi pulle rate reope restr roe sanct say secon sever shind signa
            4 stock surge texas toll troop trump tuesd turke udaip vacci zone
            3 2023 30 accus actio afgha agnip ahead allow among as austr autho bbc begin below calls cente
            3 centr charg child comes condi court days degre disgr domin easte eknat face faceb fadna far
            3 faste fauci finan finla flori franc fresh fund furth germa gujar heat heatw horro hours india
            3 infec into japan jobs jong judge judic korea legal lic lockd londo loses major march mass
            3 migra moder move murde musli natio nato nearl north outbr overt parad passe plan plane pledg
            3 polic prime priso pull recom regio schoo secur seen senat setba shiv since slave sonia state
            3 statu stree supre swede talks tempe testi thack thehi times traci trave treat uttar uvald wall
            3 wedne were wildf
            2 000 100 11 14 19 40 48 50 6 60 70 8 9 90 abuse afric airli akhil alarm alban also amid annex
            2 annou antho arres atlan attac ba bad bank befor began bench betwe bjp bodie borde borro botto
            2 boyco brist briti build burea bypol canad candi cdc cells chaos citys civil clari cm coal
            2 colla commu condu consp conti convi could covid crash crime crisi crowd cwg cyclo deal death
            2 decad decis decla deepe defen depos detai deter deven diplo disin distr does earli econo eleme
            2 elon energ eu excit execu exten famil feare fine fit floyd force formu fourt freed g georg goa
            2 goode govt grave gst halt happe hate heari hijab hindu hit hits hong hundr hurt idea ill illeg
            2 immig impro imran indus infla inqui inten iran jail jaile job joble jr jury justi karna keep
            2 kentu keral khali kill killi kim kong kreml labor large laws leade led legis lies looks mariu
            2 marke matte maxwe men mexic might minin mlas modis more movem mps musk nancy naval ndtv needs
            2 netwo nhs nobod oath opene overs pak pande parli path pelos peopl perma place plann plans
            2 plead point polls prais praye preci previ proce propo quest raisi rajap rajya rates raysh
            2 reces recov refor regul remar revel rise rose row run rupee sabha says schem scien seats seein
            2 sees sena sets sex shot shut skept spain spike sprea strat strea strik stron suffe summo surve
            2 swear sworn tailo terro theor threa thurs tomor toppl track trial uks unity until updat uphol
            2 urges va visit warne warni was washi weak week withi witho wuhan xi yard yes zelen zubai
            1 06 12th 15 17 18 20 200 21 26 28 34 38 49 5 500 600 62 64 80 98 aadit abili abrup absen acade
            1 accid acqui acted activ ad add adity ads adver advis after ago agree aide aimin air aircr
            1 alaba all allia almos am andy anger anniv anthe antiv anxie any ap app appro arabi arm arriv
            1 asia ask assam asset attem audio auste auton avert aviat avoid await backe bail balli band
            1 baner bans bars battl beati being beyon bid bihar bill bipar bjps blame blaze booki bosse both
            1 bount brief brito broke bros broug built busin but buy calle campa capit carry cars caste
            1 casua categ cause cbi cease centu chain chand chari chief chine chole circu citin city claim
            1 clare clean clear climb clini cnn colst comba comma commi compa condo confr congr consi conso
            1 const contr cop count cr crimi cross csk cummi cuomo curve custo dange data day de deadl debt
            1 defer defin defy delay delhi dem democ demol denie despe destr die died digit dire disas discr
            1 dispa docto doj donba down downt dozen draft drug e each earni earth ease eases easin east
            1 edwar effec elder elimi emplo endin ends enfor engla enhan enter epfo epide escal escap evacu
            1 evang even eveni ever evide exces exerc exist expen facts faile fake falli false fbi fbis
            1 fears fed felic felon felt fewer fight files filin fir fire fired fires firin first flags
            1 flash forec fuele fueli full funda funds funer furlo garde gates giann girl going goyal gradu
            1 grain grass groun group growi growt guara guida guide guilt gunma had harde harva harya hat
            1 haul heade heads helic heral highw hike hitti homes honor hub hunge hyder hydro icc ice iconi
            1 immed immun imper impri in incen incom incre indie indig infan infor inspe insul intim intro
            1 invad invas invok ipl ipo items jean jerem jhark joins june k kapil kaur kenne key kidna kids
            1 know kyiv l label labou lakh lal larry laund leadi leads leake learn leban less lgbtq lie line
            1 lines links liste lori lose losin loss losse low lowes m macbo machi macro maide main malik
            1 mamat mandi manhu map mask masks massa massi maybe measu medic memor menti miami miche michi
            1 mid midte midwe mint minut misso mla monda money monso mosqu mossi motio moves murph myste
            1 nadal nadu navy nearb neet neigh newly news next ni niger not notic now numbe nursi objec
            1 ocean octob of offic only onto openi opera oppor oppos orbit order organ outsi over overh
            1 oxfor pages passp patie payin payme peak penns permi pharm phase picks pierr pilot pivot plain
            1 plung pm polit poll pooja poor port ports powel prade prepa press prior priva produ profe
            1 prosp proto provi purch pushe quad quart quash r racis rage rages ragin rahul rampa ranbi rare
            1 raut rcb re readi recei recep recon recou recru reduc regis reins relax relig remai remov
            1 repor requi rescu rest resto resum retal retre reven rheto richa riots rises risks rocke rowli
            1 rules s sale samaj satur saudi saved savin sc scale scand scene scotl scram scrap scrut secto
            1 segme sendi senio sent seoul servi set sexua sharm shift ship shopp short shots shoul showe
            1 shuts shutt sides signe singl sites six slash slip slowl socce sough sp space speec speed
            1 stabb stadi stepp stimu stir stopp strai stren struc sub subst such surpr t20i tablo take
            1 talke tame tara taser tax tens term tesla test tests thats third thras three throa throu thund
            1 tight time to today top torna towar trace treas trees trick trip trust tryin tulsa turmo turno
            1 type uddha uefa under unite unkno unlik upper ups uptic urged used valle vanda vehic verdi
            1 verge victi victo vigil virgi volun votes votin vp wade walke wante waste weeke weeks weigh
            1 whip who wi widen wider wides widow will winni wins winte wisco wish woods worke worri would
            1 wrong y yashw year years yogi york
            -1 03 04 05 1 100th 111 150 2 2016 2017 2018 22 23 24 249 25 2nd 3 300 350 39 400 45 5g 79 86
            -1 90th aadmi aam above acces accom achie acros actin actre actua adam adapt addit adds adora
            -1 aged agent aggre agita aid aims airpl airpo aishw album alex ali alrea alter alway amand
            -1 amazo ambas amber amend ameri amita amrit an anand anany anarc ancie ander anil anima answe
            -1 anti apart appar appea appre april are areas arent aries arjun arms aroun art aspec assis
            -1 astro athle atten audit augus avail award aware b bachc backl backs ball ballo balls bangl
            -1 barbe barce based bash basic beats becom behav belie bewar bhatt blast blink boat bob body
            -1 bolly bomba bombs boss bowl bowli boy brady brahm breas breat bridg brits brom broth brown
            -1 bruce bryan bucha bulls burge buyer calcu canne car card cases cast cat causi certi chall
            -1 charl chat cheap cheat chees chef chhat chica chick chris chrom churc citiz cleve closu cloud
            -1 club clubs co coast codes coffe color colou colum com combi come comeb comed comin commo
            -1 confe confl confu consc consu conve cook corre corru cost couti cover credi cricb crick criti
            -1 cuban cycle cycli dad dalla damag dark dates daugh deali debat decem decen deep deepi defun
            -1 defyi delic demon dems dense depar depp deser desig deten devic dhawa diagn diari diese diffe
            -1 dig dines dinne direc disag disgu dispu dista divid divis dolla dolph domes don donat donor
            -1 doubl doubt drain dress drone drop drops drugs duty dying easy eat eatin edito educa elvis
            -1 embar empty ensur envir episo eric estat evans event evert exams expec expir expla extra eyes
            -1 f fa fail fall fame fashi fathe fear febru feder feel feet fello femal fill films final fines
            -1 finis firm fish fitne five float flowe flu fly flyin focus follo foods foot ford form forme
            -1 fortn four fract frank fully furio galax games gamin gen gets ghost gift given globa go goals
            -1 golf good gossi graha grand greal greg gt guest gunna gupta guy hair hall hande hanni happy
            -1 harm harve has haunt have he held helpe helps here hero heroe high hilar hill him hitc holdi
            -1 holds hole holid home hope hosti hot hour hudso huge human husba hyper hypoc ident ignor ii
            -1 iit image imagi impea impre incid inclu indiv induc influ inspi inste insti integ intel invit
            -1 iphon isnt isola it its itsel j jack jacks jagua jamal james jamie jason jenni jim joe joini
            -1 joked jones jose julia july jump jurge juven kanga karan karis karth keepi kelly kevin kgf
            -1 khan kind klopp knew knows kohli krist lampa lance land landm langu later lawma lawre leagu
            -1 leak leave leavi leg legac legen lesso let lette letti li lifes light like lives loan lock
            -1 locke longe looki louis lover lsg lunch made makes makin malai malay manha many marc mario
            -1 mark markl marti maste match matt mccar mclar meals meani meets mega membe mens menta menu
            -1 messa messi midfi mike mind mini miss mobil mock monit monke moon moral morga moto mouri ms
            -1 much multi murra musks musta n nativ navig near need never new nfl nick no noise nomin non
            -1 nothi notti nupur nurse nutri nvidi nyc obama off offen offse often ohio older oldes ole
            -1 olive olymp one ones op oppo optim optio origi outle overc own pace paddy paduk paid pair pal
            -1 panic paris park part pass pasto patel peek per perfe persi perso persp petro phone pic pick
            -1 pics piece piers pil pink pisce pixel plant plati plus pokem pop portr posit posti poten
            -1 pound prefe premi presu price proba proje prolo pros prose ps5 psych pune punis purpo pursu
            -1 putin quali quits raide rail rainf rajas rally ramp ranch ranke reach reade real reali rebui
            -1 recre red refer regai rejec relat relea rent repla resem reser resol resur retro reuni rever
            -1 reviv rewar rich risha risin risk rival road rock rolli rolls rom room round rtx rukh runni
            -1 ryan safel safet saga saint salma sam same samsu san sanch sanit satel save saw scam se sea
            -1 searc seaso seat seek seem seems sell selli sells semit sen seque serio sessi shah shame
            -1 shape shark sharp shell shes show si sick side sight silva simul singh siste site skate skies
            -1 skin skipp small smash smugg sneak soft solar sold soldi solsk solut somet sondh songs soon
            -1 sort specs spect spend spill sri stage stake stand starr start stati stayi step stick still
            -1 stone store stran stric strip strug style sugar suppl surpa susta sweat sweep swift symbo
            -1 sympt syste t20 tackl tag takin talk talki tampa targe taylo teach team teamm tech techn
            -1 telan tell tempo ten tende tenni terra terri teste their theme there thoug ticke tied till
            -1 tim timo titan title tmc toget told toler took tops tour tourn tradi trage trap traum travi
            -1 trend trevo tried trigg trium troll tunne turns tv typic ufc ultra umran uncom uncon unexp
            -1 unfai union uniqu unres unvei up upcom upgra upon upp usa user utd value varie varun vegan
            -1 versi very views vikin viole walk walt warre warri watch watfo waves way weapo weath welsh
            -1 werne whats when wicke wild wimbl win windo wirel witne wolve wonde words worki worko world
            -1 writt wwe x yoga yorke you youre yours youth
            -2 00 2020 2021 3rd 7 a along amoun andre arsen artis assoc aster away bar batte bette big bird
            -2 block blood blue board book books box brand bring c calif can cance caree carls carol celeb
            -2 ceo champ chang chara check class colle compl confi conse convo core cowbo cultu d dana dance
            -2 david devel disne diver do dog doing durin ed encou enjoy ex exam excha exper eye fans farm
            -2 featu find fox giant give gives gmt gold golde grade great hacke half hard harry havin hear
            -2 heres his horos ht im impor is islan john jorda joy just kapoo king late level liber liver
            -2 locat lost love madhy make maker maldi man maryl max meeti megha mista mothe movie music nasa
            -2 norwa onlin open opini orego owner patri paul perce play pre preve pro profi prove put quara
            -2 quiz racia racin rain range ranki rape rappe react recen recip remem repre revie right riote
            -2 role rule rumou safe sande scott selec serve seven share she shows signi simpl sky song sport
            -2 squad steps steve stop stori stude studi sunny super swimm t teams the then these theyr think
            -2 this throw tiger tips tom total totte tucke turn turni tweet tyson unive using viral virat
            -2 virtu water well went west whose why wife zoom
            -3 2022 about affec apple baby break brian camer capta cbs celti chels coupl creat despi dont
            -3 drama due every film free front futur game goes got green healt heart help her hes histo host
            -3 how insta kumar left life me morni napol nasca or partn photo pitch popul predi promo read
            -3 reall rep respo royal sales sign slams smart smith so speci stars terms trail trans vice
            -3 voice vs willi woman your
            -4 angel apolo behin best donal dr f1 frien i long manch media our perfo playe revea serie star
            -4 stay story they which
            -5 my
            """
        ),
        (
            .russian, -3,
            """
            12 путин
            9 взрыв махач
            8 корон погиб
            7 постр прези трамп цб
            6 112 атаки глава кремл момен огран превы сутки торго украи челов число
            5 арест верто власт воору госду задер закон залож заяви израи мая мид мишус объяв приня ракет
            5 режим росси сотру сша умерл утвер
            4 19 аэроп банк беспи будут ввест вперв всу выдач выше газпр герма дальн догов долла забло завер
            4 идет июля массо набиу наруш них облас облом около оплат орешн освоб пасса поезд пожар попов
            4 пригр приме пропа рамен риа рф связи север собян сообщ терри экс
            3 2024 22 atacm covid disco times белом боеви было вакци ведом вероя военн воз возду возоб вс
            3 всему выбор выпис газа главы голос город госуд гражд диагн днепр дом домод дости забол завал
            3 закры здани кадры камча круше места минис миноб мире михаи начал неско нет нефть объек округ
            3 оружи отклю отста оформ паден перес пичуг повыс под подде подмо подор подро подтв преду призы
            3 приос прихо продо проко разве ранен рбк регис реест реисы респу роско руб санкц сеича серге
            3 слома срочн ставк стрел сущес терак требо трое убиис угроз уничт ухудш флори хабар цен цик
            3 часов эваку энерг
            2 103 17 2022 2025 2027 32 58 opena shado storm абхаз авиак азерб амери армен аслан ашан балти
            2 банка белар белор бжани би будет бюдже вклад во возго всего всех втора вулка выезд выжив выяви
            2 газоп гибел гипер годам годов грузи грузо данны двоих двух декаб джонс диста днеи до доктр
            2 докум дома допол допус егэ екате ему еще запад запра запре запус зараз зафик захва золот измен
            2 ингуш иност инфор ипоте источ июня к канад киеве ключе колон кораб крупн летев линии липец
            2 людеи люди мае маиск макси медиц между мер метро ми миним минтр минюс миру много могут молот
            2 море мэр мэра над намер напал необх нераб нефтя нижне ним обста обяза огонь одна опек остал
            2 отказ отмен палат парла перев пик писат пишет план плана плато по повре повто подня подры пока
            2 покуш полиц полну пораж порог прави предв прежн преод пресс прест прово продл пропу проти
            2 прохо пункт пять разре распр расст реани регио реком рекор сам самол сбежа сбои свет света
            2 свиде своих сеть силов ск следо сми сниже снизи со союзн спаса сразу сроки стати стран строг
            2 строи суббо суд тагил тела терро тыс уведо уголо удало удары уити умер униве утро утру финан
            2 форми хакер частн числе штаб экзам экипа экспр юрии ядерн
            1 05 09 108 12 16 200 2014 2020 2021 2028 21 31 33 350 45 47 500 52 60 75 8 80 81 9 90 95 97 98
            1 bloom china chrom cloud crew cyber ddos drago falco inter live mi n new p40 resea reute space
            1 tesla vpn york агент адвок адрес азии азс акции акция алгор алиха андре антит архан атака
            1 атаке барре барсе безде безоп безра белыи бензи берли беспо билет бирже боевы боепр больн
            1 борис борту бпла брат брита брянс бывше была были васил вводи венгр верну веса ветра взлет
            1 взорв взяли взятк видел видят викто вину вице внедо внедр внуко внутр водит возбу возмо возро
            1 воина воины восем воскр восьм впере враже врача вреза всеи всеми вспыш встре вся втб второ
            1 входи въезд выбер выбро выеха выжит выкат вылет выпал выпил выпла выруч выход выявл г где
            1 генди генпр главо года годом годы горят госко грани графи грипп грозн дал дали два дворе девоч
            1 деист делом делу детям деяте дипло дискр дмитр добро дожде дождь доигр должн доме домои донал
            1 донец допро дорож дрона дырои евген евро европ едва ерева ж жарки жертв живых жилищ жилои
            1 жутки загад замед замор заним запор запро зараж заран засед звонк звуки зелен землю значи
            1 ивана ижевс избеж избир избра извер извес издан изнас изоля изуча изуче изъял ик илон имуще
            1 инвал инсти инфиц инфля ип исклю испыт истин истор итога кабел кабми кадра какую канди карел
            1 карта кассе кв киев киеву кинот км ковер колом коман комис конта контр конфи концу короб котел
            1 котир креди кровь курс лавро ленин летал летня ливии лидер ликви лимит литер лишь локал лукаш
            1 льгот любим любом людях м магис магни макка мальч масоч масса масси масшт матем машин медпо
            1 межко меньш меры метел минпр минув минут минци мисси младе младш млрд мог могли мозг мокро
            1 мокры моря мск мчс набра назва накан накро нанес напра насел насту наход начат начну невоз
            1 негат недос незак неитр нефти нидер нии никол нобел новая новос новым ножом номер нью о об
            1 обесп облад обруш обстр общат общес объед объяс обыск однак однок одобр океан окна оно оон опг
            1 опера оппоз орган осадк остав отвер ответ откро относ отчет офици панде парад парке парня
            1 парти партн пво педоф пенси пента перва перио персо песко пилот писал плата плате площа повес
            1 повыш подбо подго подоз подра подст позво поима полет полов полуо полых польш помож понед
            1 понят попра порт поруч порыв поряд посад после пособ посол пост потер поток почти почув предо
            1 предп прекр преми препа прерв прете прибы прину присв прису проби прого прогу прожи проин
            1 проку проте публи пуска путеи пытал пятиб рабоч ради радик разга разго разда разъя рамка ранее
            1 рассм рассы расти расче регул редак резул рельс ресто речь решил ржд риск родст роман росав
            1 росгв рост росте ру рубеж рубле рухну рынке самих санкт сбер сберб сбере сбили сбито сведе сво
            1 свою сдать сделк секре семь серги сердц сибир сигна сила силу силы синоп сирии скеит сконч
            1 скору скрип сладо следс слов слово сложи случа случи см смерт снега снима снова сняти собра
            1 совер совфе солнц сопер состо сотни сотря сохра социа сошел спасе спике списо справ спутн
            1 срабо срыва ссылк стади стало станд стане старт стекл стиму страж су судно сумму супру схему
            1 сына таива такая также таки театр текст телек тело топли топор тради транз трасс трево трети
            1 трлн ту тульс турец турис турци тюмен тюрьм тяжел убили увели угрож удар ударо удост укреп
            1 улиц умень упала упали упрос услов успел успеш устан устра утра учени учите фабри феико фигур
            1 фирмы фондо фоне форме фотог франц фсб х хирур хищен ходе хопки целях цисте цифро час через
            1 черна черто четве чиста члена члено шерем шифро школ школа шпион шторм штраф штурм эконо экстр
            1 элект эпиде эпичн эскал этапа южнок японс
            -1 0 00 000 06 08 10 14 140 15 2 2019 2023 230 250 3 35 4 400 42 50 55 5g 990 ai air andro api
            -1 apple arm big bmw com data devel doom dota edge editi fi galax games gefor gpt group honor
            -1 http ide ii in intel ios java json kuber lake lg linux lite m macbo middl ml motor nas nfc
            -1 nokia nvidi onepl ozon php plays postg q react realm revie rtx ru ryzen s20 scien searc shot
            -1 simul snapd sql store t to toyot twitc ufc valve volks wi xt авиаг автов автон автос админ
            -1 аифон аккум актуа алекс алког анали анонс апгре апл апрел артис архит асинх астро бабуш баз
            -1 базе батар бездо берег берем бесед беспр биатл бить благо близн блоки боец больш борьб бота
            -1 брази брака брасл бутов бутыл бы быть бэкен важно важны вариа вас ваш ваша вашем ваши ваших
            -1 ввели вдвое веб ведущ ведь ведьм векто велос венер верхн вести вечер вещеи взаим взгля видео
            -1 видно видом вильф вина витам вич вкус влажн влияе влиян внеза вниз внима водои возвр возлю
            -1 вокза волно волну волог волод вообщ ворва ворон воспи воспо вот впеча врач врачи време вспом
            -1 вт вывес выгля выгод выдел выиду выраж выраз высок высот выста газет гаид гб генна георг
            -1 гиган главн глаз глоба говор год голов горен гориз госпи граду громк губер гц да даваи дагес
            -1 даже даты двига двое дебют девят дела делае делал делат делит дело депре депут дерев десят
            -1 детск дефиц джики джо длите дне днях добав довел докто долго долже домов досту доцен дочер
            -1 дочь драив драке драки драче древн друг друга друго друзь дуров едино единс ее ежедн еи жалоб
            -1 ждать ждем же желан желаю жена женск живет живот жидко жизнь жител жить жк забав забег заблу
            -1 забра завед завел завтр загсы задан задол задум задым замен занял занят запас зарег затем
            -1 защит зенит зимни знает знаки знако знали знаме знани зодиа зоопа зумер и игр игра игре игров
            -1 игрок игру игры идея излиш измер именн имеют импор инвес индии иници инста инстр интел интер
            -1 интуи инфог искат искус исход ит итак итера ищет кадро кажда каждо кажды кажет каким кален
            -1 камни капот каран карти карту карты карье катег кафед кг кек кешбэ кибер кино кинул клима
            -1 книг когда кого кода кольц комик комме комму комна компл компо компь комфо консо кореи косми
            -1 космо косты кот котик котор краин краси красо крипт крити кроме кругл кстат купит курен куртк
            -1 лаифх лебед леноб леони лесу лета летню лето лечит либо лиге лисса литви лиц ловуш лучше
            -1 лучши львов любер любит любов любои маршр маска масте матри матча матче медик мемы менее меня
            -1 мере мероп месте место месяц метео метод мигра микро мини митин мне мобил модел может мои
            -1 молод монит мотив мошен мощны мужик мужск мужчи музеи набер набор набро навер надо назад
            -1 назна наиде наказ накат накоп нам напис народ нас насил настр научи наушн начин нашел нашли
            -1 невер недел недов недор незав неи неиро некот немец немно неожи непол непро неста низки низко
            -1 никит никог ником никто никуд но нович новои новую новыи новых норма нормы носта ноутб ночь
            -1 нужно нурма нынеш обвин обе обман обнов обозн обоид обосн обост образ обход общен огром одино
            -1 однов одноз одну оказа окруж оксан олег он она опасн опенс опубл ориги ориен осень ослаб
            -1 ослож оснащ основ особо осозн остан остро остры осуще отвез отвеч откры отмеч отнош отпра
            -1 отреа отца очень очере ощуще палео памят парам парко патте певиц первы перем переп пива питом
            -1 плано планш пласт плюс побед побеж повед погов погон подал подар подач подво подка подпи
            -1 пожал позже позна поиск покаж покол покры поле полез полик полуз получ польз поля помещ помни
            -1 помог помощ понад пообе попро попыт пор порад посет посещ поско посту потра потуш похит похож
            -1 похор поэто появл правд превр преде предс презе препо при приве привл приво пригл приде прием
            -1 прика прило принц приоб прича прише пробл прове прогр прода продв проде проез проек проид
            -1 проис прони просм прост прото профи проце психи птиц путь раз раза разби развл разме разни
            -1 разны разоч разра раньш раскл раскр распи распо рассл рвану реакц ребят рекла релиз ремеи
            -1 ретро решит робин ровно рогоз рода родит рожде розни розыг роль роспо рпл рпц рудко русск
            -1 рэпер рэу самар сами само самог самое самом самую самые самых сбор сборн сбр свеже свежи
            -1 свето своеи своем свои сгоре сдал сдела секто секун семьи семью сенсо сентя серве серви серед
            -1 серье сетеи симво симпт синдр сих сканд склон сколь скоре скоро скром слабо слове слыша смогл
            -1 смотр сна снего снижа снял собач собес собир собст событ совме совпа совре совсе согла содер
            -1 созда соосн сорва сорев сосед соста сотен софт соцсе спарт спаси спасл спать специ спецо
            -1 спорт спрос спуст сравн среди стави стала стали стари стиль страш стрес строк студи судьб
            -1 судья судя супер суров сфере схема сходи счет счета счита сыгра сын табли такие таких такои
            -1 тамбо тарак тверс твитт твои тебе текущ телег телеф тема темпе тему теоре тепер тепла теста
            -1 тесты типич типы товар того топ тот требу треил трени трилл труда трудо туман тура туриз у
            -1 убеди убежд увере удиви удивл удобн удовл ультр ума умныи уника употр управ урове уровн усили
            -1 услуг устои устро уступ утром ушел ушла фадее фанат физик физич фильм флагм фнс фото фреим
            -1 функц хамов химка ходит хозяе хозяи хорош хотим храни хулиг хэлло цвет целью цивил цска часто
            -1 часть челле чинов чисто что чувст шансы шести шесть шлагб штатн щелко экспе элитн энтуз этаже
            -1 этим этих это эфире юге ядро языка языко яна яндек
            -2 20 24 300 e git go googl insta it micro pro pytho samsu sony the x а актри базы балли беспл
            -2 близк богат бренд бытов валер вам взлом вирус включ вопро время вскор вывод вызва выити вылеч
            -2 вырас выска вышел герои гидро году грози групп гуфа движе девуш денег дешев динам для дорог
            -2 женщи забыл завез зараб заявл здоро земле земли знака или им иссле как какие камер качес
            -2 квадр кварт клуба колле комит конку конфе корпо кто леген лиги линеи магаз марке матер матч
            -2 местн моско музык мы насто научн необы ничег новин новог новом ноябр обзор обраб обрат ожида
            -2 они опред оптим отдох отлич отмет оценк пацие платф погод подел показ полно посмо потом практ
            -2 привы приго приду пришл прова проду промо профе прошл психо разво реити решен росто своим
            -2 сезон сериа серии серпу сети скидк слова смарт собак станц стать стоит счаст таким таког
            -2 такое телев тем тест тольк том трене украл улице улучш успех участ федер форма футбо цена
            -2 цене части чаще чем чуть шнуро шоу шпарг экран эту январ
            -3 a amd huawe iphon redmi steam xiaom актер блоге верси вмест вырос горос день дня запла звезд
            -3 конце кросс мален обуче онлаи повер попул почем прогн продю расск саака спосо так татья то
            -3 умные учены читат чтобы я
            -4 иммун появи прямо
            -5 замет можно
            """
        ),
    ]
}
