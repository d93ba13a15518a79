// Written by scripts/word_counts.py. A line is a count and the beginnings of the words that have it.

extension WordCounts {
    /// Language, number of texts, counts.
    static let shippedTables: [(language: TextLanguage, texts: Int, table: String)] = [
        (
            .english, 6494,
            """
            4096 the
            3584 to
            3072 in of
            2560 a and
            2048 on
            1792 for
            1280 is
            1024 as from that with
            896 at has
            768 after by coron new
            640 are be have his it was will
            512 an its over said says
            448 he not this who
            384 about but covid more offic presi state their
            320 19 again been count first how india news one out polic repor up world
            256 all can could day death durin had her pande peopl prote they trump two us were what year you
            224 2020 forme gover inter into natio now than time times when
            192 1 2022 ameri annou back cases healt hindu if last lates man may minis monda no off or other
            192 some today under which
            160 2 accor amid being city contr frida get home house leade like live month old playe retur
            160 russi seaso there three unite video watch we week while would years your
            128 000 10 3 5 also befor biden black chief claim court down elect exper famil fight follo found
            128 georg him i inclu just leagu lockd made make most next publi relea reope revea s satur say
            128 secon servi set share she shoul show socia star start sunda take team thurs top trans tuesd
            128 u ukrai updat wedne white why
            112 4 accus alleg arres attac chang china compa conce confi direc do econo every final five
            112 floyd heres high inves life many media milli night numbe order party premi recor respo right
            112 since so south sport still uk york
            96 6 acros appea becom betwe busin case charg check close comme commi compl congr conti criti
            96 days defen depar donal due end even expec face fans globa help here issue july know launc
            96 lives long look major our place posit post recen resul schoo secre secur serie sever shows
            96 suppo them vs where
            80 12 ahead among anoth apple aroun autho bbc becau best big break calle calls campa celeb centr
            80 class creat crisi deal decis delhi democ despi detai devel died distr engla event force four
            80 game go good group histo hit hospi incre infec joe june justi kille law left likel manch
            80 marke minut move need nfl north only part photo play pm point polit prime produ quest relat
            80 remai scien summe test threa throu told took visit war washi way weeks west win women work
            80 worke
            64 20 7 activ actor allow away battl belie bette bjp bring bulle call cance capit cause chall
            64 champ child chris colle commu dead draft early europ ex expla featu feder finan footb fox
            64 franc free full futur gener going got great held injur insid insta journ key large led liver
            64 makin match matte membe missi ndtv nearl offer open outbr past perso plan plans power predi
            64 press price react repub resea resid restr revie rise score see shoot short six speak sprea
            64 stand store stree super suspe syste takin targe tech these thing third those thoug trade
            64 trave twitt unive use using vacci very virus want weeke well witho woman young
            56 00 11 14 15 2021 30 8 9 actio admin analy anti appro area behin billi calif candi coach come
            56 comes comin consi conte cover crick custo daily data did discu dont drive emerg emplo enter
            56 exten far film flori food frien front games gmt googl heart impor johns keep least list local
            56 makes march measu medic meet might movie much must my organ own parti patie per possi progr
            56 quart reach real recei round rs space speci stay stop stude study sugge supre surge taken
            56 takes talks testi think title union used wants worki yet
            48 100 13 24 agree air alrea andre any atten begin birth board both briti build cant capta chine
            48 cnn compe conta cut d decad deman didnt disco dista docto does dr effor ever faces fall fathe
            48 few find fire getti gov happe head highe highl hold host hours husba infor invol ipl john
            48 join late leave limit londo love mahar manag mayor me meeti messa micha milit modi money
            48 morni murde music near never onlin oppos outsi owner perfo pictu popul prade prepa previ
            48 princ proce provi put race racis resta risk rules sayin sched scott seen senio shot signi
            48 singh son soon sourc spoke story strik strug tests thous too train treat tweet viole wall
            48 warns wheth wife
            40 18 21 25 advis afric agenc along app april arriv arsen asked assau attem ban based benga
            40 bigge bill body boris boss c came care cente citie clubs co com const crash cup curre date
            40 david decla desig dies diffe disea disne earth exclu explo expre focus germa gets giant give
            40 green guard guide harry hes human impac impro incid iphon job killi known later lead learn
            40 level light linke littl longe looki looks lost mark mask masks memor minne momen mothe multi
            40 mumba name needs once opera passe phone plane plann prese priva pro proje promi quara r range
            40 ready reali recov red regul remov resum role royal run runni same senat seven side sign small
            40 staff stars stati stock strea stron suffe surpr teams techn term teste then total track trial
            40 tv until v villa virtu warni websi went willi wont write
            32 16 200 2019 22 23 40 50 able abort acces addre admit affec ago almos alway angel answe assoc
            32 astro attor austr avail bad becam bid block blood book boost brief brita broke broth camer
            32 car caree carri chanc charl chels clear clima club cnns colla commo condi confe conse conve
            32 counc crime crore daugh deadl decid defea delay deliv doesn doing domin dozen drama drug e
            32 each earli educa effec elon encou enfor enoug execu febru fligh forei fourt fresh furth girl
            32 gives givin grand groun growi gujar half handl havin hits homes ht ident image impos indus
            32 inten j jobs judge k kapoo legen less line loss lot massi men micro model moder n nomin offen
            32 openi opini pakis park partn pick playi plus poten preve prima probe promo punja raise rally
            32 rate rates reall reaso regio regis rep repla requi resig retir row safet searc selec self sen
            32 sent serio sexua showe signs singl smart stage statu steve such sympt teach tells terro texas
            32 thats theyr toget toll tom totte towar trail tryin turn turne ufc upcom users uttar victo
            32 vote wake warne water wave wear weigh weste winni worth
            28 0 06 17 accou age anima antho apolo assem atlan award baby bank batte bench borde brand carol
            28 chair civil clash condu consu corpo crimi crowd denie docum done doubl easte ensur evide
            28 exami expan facin fatal fears filed finds form forwa gathe gave given gop hard heat holid
            28 hope intel james joine khan kids korea lanka leadi leavi legal lette link low megha mike
            28 mosco movem nba netwo obama ongoi overt paren parli paul peace perce phase polls probl propo
            28 putin racia rahul re rejec relie remar retai rober rule safe scene schem scotl sees serve
            28 singe sky somet speec sri step storm studi subsc succe suppl survi talk thank tips tomor tour
            28 victi viral weari whose windo winne withi won works youtu
            24 05 300 500 60 act addit am amazo artis askin asks augus avoid began beiji blast broad buy
            24 canad captu card cast centu chara choic circu citys conne coupl cross crypt cultu de debat
            24 debut decli demon descr devic disap drop east ed eight engin entir eu eveni exam excha extre
            24 faceb facil fear field figur finis flood formu frenc galax goes growt gun happy heari heavy
            24 hopes huge hundr infla insti islan isnt isola jones jorda karna lakh lawma let los m manda
            24 markl marri mean menta mid middl mount mp musk named naren nasa nasca nbc neede neigh newca
            24 nothi opene origi paid patri pay perfe platf plea poste priso profe profi push quali quick
            24 rajas rare readi refus repre rescu rival river road rocke roe samsu sanct save scree sena
            24 sense sets sharm shes shock shut signa song spark speed spend spike stadi steal steps strat t
            24 table tackl theat throw town trend tribu un urged vehic vice voter votin wasnt ways weapo
            24 weddi welco whats wins words worse worst youre
            20 1st 26 27 28 31 above abuse acade actua adds admis advan advic agent airli airpo alter andro
            20 anyon areas art backe backl backs beach beat beaut benef beyon bolly books brian brook broug
            20 bruta budge calli canno carry caugh celti cent ceo chain churc cm coast corre cost cuomo
            20 damag dance dange deals destr deter dismi eatin emoti ends energ enjoy episo essen extra eye
            20 faile fast faste fauci feel festi films fired fores frank gandh gas goal gold grant guest
            20 hand hands hate helpe himse holdi hong hot illeg indie initi intro invas ios italy jacks
            20 japan joins jose kashm king klopp kohli kong lands laws lawye leake lines livin main maker
            20 means met michi midfi miss monke moves movin munic netfl non notic novel nursi oil optio
            20 overs p packa paper pass pc physi posts pract prais prope prose prosp prove queen read rebel
            20 recal reduc refer refle regar rest risin room rulin rumou runs ryan sale sc sea seeki seeks
            20 sends sente sessi sex shah sharp shift shind shiv signe silen situa slams someo squad starr
            20 stori strai stran stric stunn style surfa surve takeo tell tempe tensi terri thack thoma
            20 trace traci tradi traff troub turni turns unvei utd versi wade wante warn wicke wrong wrote
            16 10th 2018 29 2nd 5g 75 abili accep accid actre addin aid alert alexa allia ander andy anniv
            16 anthe apart appar appli appoi arizo armed army asia athle b banne barce bay below blame blue
            16 boy brazi bridg buffa camp cars catch cbs cdc certa chand chann chica citiz clini colum combi
            16 comma consp coope cops cours credi crew cuts cyber dalla dc deep degre delet deput detec
            16 devas diagn die diffi digit diplo displ dispu diver divis dog dolla domes donat doubt dream
            16 dress dropp drugs edge eknat ended endin engag engli envir epic equit era espn evert exist
            16 exit eyes f facto false fashi favor fbi feels fell fello forec forma freed funct fundi funds
            16 garde goals gone govt gradu hall hasnt hc headl hear heard helpi holly hotel ignor im imagi
            16 immig impre inch indep indic influ inspi inste invit israe joint jurge keral kills kim kolka
            16 kumar l la label labor land lawsu legis lets liste losse machi madri marks marti mass mater
            16 max miami migra miles mla mlb mobil moham morga motor mouri moved mr musks musli myste names
            16 net nhs nick nine norma nyc objec octob often ohio olymp opens owned packe paris parts payin
            16 peter petit picks pics piece pitch plant plays podca poll postp pre proba pune pushe racin
            16 rain ram reade recip recom recru relig remem reque reser resol respe reuni rever reviv richa
            16 riots rises risks roger rolli rumor sabha sales sanja saudi saw scale sean seatt septe showi
            16 shutd simil simpl site slamm smith sound spent stabb stepp stone stren struc sure sweep swimm
            16 switc taiwa teena terms thehi theor ticke tiger tikto tonig touch tough tourn troop true try
            16 unres upgra urges value veter view viola virat virgi vladi voice w wait wales walk weath wide
            16 wild word worri xi zeala zelen zone
            14 04 150 2017 32 34 400 80 achie added aims akhil al alarm alex allie amit annua apps archi ask
            14 assis aston avera bail baseb bayer bhara bills box brace brown cabin cardi cash chaos chari
            14 chenn clean climb color comba comed compu concl confl convi cool corru crack cutti danie
            14 deepe doors downl drops duty ease elder entra entry excit exerc f1 fact fan femal fifth files
            14 firm fixtu foods fully fund funer gen gossi guilt hande heads holds http https hyder idea
            14 illne immed immun incom inqui insis insur itali itsel jammu jan janua jerse judic kelly kyiv
            14 lake landm leak loan loses lower macbo maint manuf massa maste matt meant mens misse moon mps
            14 negat newly obser orego overa overw page parad payme pledg plung pop pregn proto purch putti
            14 radio raisi remin remot renew rich rock rose saint san satel saved scand seems selli send
            14 separ setti shang shari ship shirt shop shopp shops sir socie sold split spot spott squar
            14 stake steph stopp suici sweet t20i tamil tax taylo telev tempo theme thems thund ties tight
            14 till timo touri tried trip twist tyson uddha uks uncer unexp werne weve whole withd wonde y
            14 yadav
            12 07 2023 38 43 47 49ers 4th 99 ac actin add adver affai afgha agend aircr alaba alone antib
            12 anyth apply arabi asian assam ball bangl banks bans bar bars behav ben bit bjps blow bodie
            12 bowl breat brigh built buyin capab capac carls chase cheap closu cold comeb compr conde confr
            12 confu conso costs cowbo cruci defin defun demol deser discr divid easin easy erupt espec
            12 exams expen expos falli famou fanta farme favou fine fires firms fly flynn foota ford forge
            12 fun furlo g gary golde grade hacke hair hanni haras harde hero hitti honor hopin horos hoste
            12 hotsp hour housi howev hurt ill indoo inspe ipad irela jail jim joini jr kate keepi kevin
            12 knock leeds leice lesso lewis liber locat lose louis mail manip meani mexic mind minor misco
            12 mista mlas museu natur navy nic note nucle nurse odi older ones oppon oppor optim orang outdo
            12 outfi paint pair panel patel path patro peak perio permi pharm phil phila plot pool pound
            12 presu promp pulle pursu puts qb radic ranbi ranki recap recog reds refor revis ruled sam
            12 samaj sanch seein settl shape shelt sick silve siste slave slow soldi solut songs sony sprin
            12 stayi stimu submi summi surro susta swift t20 teamm telan telli tenni thril tied tony trick
            12 troll truck tulsa unemp unlik unpre upset urge urgen vacat varia varie venue verdi via voted
            12 waiti walke wars web wing wishe writt x yeste zero
            10 2011 2015 2016 36 3rd 48 53 aap absol accom acqui adam adapt adopt advoc affor agnip ahmau
            10 ahmed aimed album ali amoun arber arent artet aucti auto await aware bachc backi balan band
            10 baner banga beati bhatt blues boat bob booke bound bowle brain brom bruce bubbl bunde calcu
            10 cap causi cerem chapt chat chopr chron clari code comfo compo cop core corne couns cruis
            10 cummi cycle decem derby dig dinne disas disgr disma disru dolph draw drawn drink drivi duche
            10 dying eased easie editi eligi eliza email empty enabl epide equal equip eric escap evacu
            10 exhib fa fallo falls fame fed feed feet fever file findi firin fitne flag flags flash flyin
            10 forci fraud funny fury girls glimp grow grows gunna guns gupta guy hamil harya haven hbo
            10 heigh hike hill homel horri hosts hydro iconi inaug inc indiv insul iran islam jack jaile
            10 jason jet johnn jong karan karda kept kind knee kneel knows krist lab lady lande langu licen
            10 lies lift lok loote loved luckn mac macro magic male malik mall mamat map maxim meets milan
            10 mitch mode mom ms nadu nancy negot newsp nicol nifty notif novem nypd odds odish oklah op
            10 orlea outra overc pace pages pain pak parks passi penal persp phili pic pilot playo plead
            10 pleas poor prest prior privi priya prize pull purpo pushi quit quite races rainf rajap ralli
            10 ran ranve rape ratin raut reces redsk relax resor resou reven revol rewar ride ring roles
            10 rolle roste rough route rugby russe sampl sande savin scam scrap se seats secto sell shell
            10 shiel shots singa size softw solar sons sorry sough spect spiri spurs st stabl strip subst
            10 summo sun swede talki task tears templ tim titan tool travi trigg trust truth tucke type
            10 uncom uncon units unusu ups user uses uvald valle van vanda vario vast ventu views vital
            10 volod volun walki walt warri whos widel wilso wimbl wirel wolve wwe www yorks youth youve
            8 03 12th 2014 249 250 251 41 45 49 70 90 abc absen ad adams ads adult aged aggre aide aim alia
            8 alive ambas amber amend anger angry antic antiv anxie ap appre argum arms artic asser asses
            8 asset autom aviat ba backg ballo barac barbe barr barri base basic basis bat bet beta bihar
            8 bipar bitco bolso bomba born borus bosto bount boyco boys brady breac bryan bulls bumra burns
            8 buyer cambr campu categ cbi cease certi chad cheat chef chhat chick chill chip chrom cinem
            8 closi cloud codes colon colou corte couti crown crush cuban curb dad dana danny dark dates
            8 debt decen delig dem dems deplo depre depth despe detro diamo disag distu dodge doj don door
            8 dortm downt droug drove eagle earne earni eases eat edito eleme elite else emman epste escal
            8 estab estim et examp faced facts fail failu fair faith fake fda feeli felt fill fir firew
            8 fortn frequ fuel fuele gains gamin gay gear glee goa goalk golf grain grass groce gt guida
            8 gulf gunne h ham harm harri haunt heade headi heatw heavi hell helps heral heroe herse highw
            8 hills hindi hired honou horiz hosti howar ian ice id ideas ii ind infra insig integ intim
            8 items jamie jeff jenni jets jhark joble johar jon jonat julia jump jury kanye kapil karee
            8 kayle keeps kidna kill kingd kings knigh kurt kyle labou lack lampa lance landi leads leg
            8 lemon lengt lever lie lifel lifte links locke looke loose losin loves lowes madhy maldi mann
            8 mans marat marcu marki maver mccar mcena mclar meat medal menti merce messi meteo metro miche
            8 midte mikel mint misso mixed modis monit monum motio motiv mourn murph murra nadal narra nato
            8 nearb neces neet neutr newes ninte nta ocasi occup occur offs offse ole omicr orbit org orlan
            8 outlo palac panic pant pays pelos penns pep perma pete phill picke piers plent praye prefe
            8 presc proph proud ps5 psg pundi punis quits raide railw ramp rathe recon reign renow repea
            8 rider riot rishi roads rocks roman runne rushe saga salar scare schol scrut seat seek segme
            8 semi seque setba shown shuts shutt sides sight simul sites sitti skill skin skip skipp smash
            8 sneak socce solid solsk sp spain specu spfl splas spotl starl steel stick stir stole stres
            8 strok subur sudde sued suit surpa suspi susse tag tailo tally taste tease tens tesla text
            8 thera trage traum treas tries turke turmo twice uefa ultim uncle unloc upon urban usa usual
            8 visio votes vp vulne walla waste wi wides wildf wisco wish witne worko worry xbox yes yield
            8 youll yours zoom
            7 02 33 35 37 42 44 54 62 65 77 79 abroa absur aishw aksha ambit anand anfie anywh argue assas
            7 aster audio austi auton babie bash baske bears belon benso berna biolo birmi bombs bond botto
            7 bourn boyfr breas brexi brill bubba burea burge burn carpe casua cauti cell cells chees chemi
            7 chose chuck cigar citin clare click clint clip clust coffe colin condo consc coord cwg dean
            7 deleg delib denou depos depp derek dhoni diabe diet dire disin dispa donba draws drew drone
            7 eddie elimi ellio elsew embra emma endor enemi enhan estat exact exces expir faili fate fc
            7 fergu fewer fi fille filmm fined fit foot forgo fract frust furio gaine gap garen giann girlf
            7 god gordo govts graem grave greg guara gunma haird hardw harva haver hilar hirin hocke houst
            7 hub hunge hurri imper imran incum index indig injus instr invok iowa issui jadon jimmy joshu
            7 kejri kentu kgf kicks laid laker lapto lebro lee legac lgbtq lic liken likes loans lock longt
            7 lori lover luck luxur macs malay manha marc marin mario mega menu metre mille mo mob moral
            7 mutat narro nativ naya nears nevil newbo news18 newto ni nobod norwa nose nutri ny o ocean
            7 olivi onto outli overh oxfor pacif painf passp patte pawar perry pink pixel portr ports portu
            7 potte preca prett prohi punch quiet rafae rail rains rajya ralph rampa ranke rappe rb rcb
            7 rebuk recre redee rende resto resur revam rips rob rohit ross rowli rukh safel scena scrip
            7 seal secti seem sendi sensi shado shame shark shed shinz sidhu siege sit sligh slowl slump
            7 smugg spani spill spoti srh stead stops stora stret sub subje sugar sunak surre swing swipe
            7 symbo talen tara teen ten theyl threw trent trina trio tripl troph tropi typic ug ultra unarm
            7 unity unsaf upper vikin volum warfa warm warre waves widow woods wound wuhan yello yoga yogi
            6 100m 120 1m 350 39 52 600 64 700 88 96 98 aaron abe adven agita ai alan allen ally altho amand
            6 amita ancie andhr anil anton apex ar arjun arts aspec attra backu bags bankr banni barba barre
            6 bear beats beef benja bhagw bird bitte blade blaze blog bloom bonds boot bowli brass brist
            6 bros bucca bucha buffe bug bully burni burnl bus busy bypol caref carlo cat chart chest choos
            6 civic cleve clinc cnbc cockt cole colom comet cooki corde cough cr crews crude cry cues curry
            6 curve cycli dan datin decre dedic deepi defer defyi delic deny desti diese dinin disgu disor
            6 dispe doug duck efl eithe emily entre ethic ethni evang evans eve excel fadna falle famer
            6 feare fee felic felon feud filli fines finla fish fishe flare flavo flew flout flu fough fruit
            6 funda fundr gain gamep gang gate ghost glasg graha graph greal gripp gunfi halt hamme hardi
            6 harve hidde hijab hints hitc ho hook hoped horro horse hq hunt hunte imd impea impri indul ipo
            6 irani jeffr jerry joke joked jokes josep joy kaepe keybo khans kick kicki kid knew kreml latin
            6 laund lawre lay letti linds lions lists lived liz lobby logs lynch lyric madel maide mains
            6 maps mariu marry mars marve maybe meals merge metho midst midwe mini minin mix mma mock modul
            6 monso mostl murmu musta nagar napol nasas nfls niger noah notti numer nupur oldes olive onepl
            6 opted outer overr paduk pal param pat patch patil pcs pendi petro pga pione pisce pivot plasm
            6 pokem polli port porta pose posse ppe preci preli prema pride prix pubs pulli pyong quiz rage
            6 rages rajpu rams ranch rashf ravi raw rebui recou reddy regai regre relau relen relia remak
            6 remde reply repro resis retre retro revel rheto riche riote robot rolls ron rtx rush sa salah
            6 salt sanit schum scram seeme seemi selfi semit senas shake shara shore silva singi sinha sixth
            6 skate skies slam slash sleep smell sonys sort spice steam stuck surgi sushm swap sweat sworn
            6 syndr tacti tagov talke taxpa teens teles tense terra thane tiny tmc toddl toler toppl torn
            6 trapp triba truly tune twin twins uber udaip ugly umran unacc uncov unfor uniqu unlea unmas
            6 unsee upend uptic usb valua vegas viewe vijay vikra vocal vowed weak wealt weird welfa welsh
            6 whip wider wildl winds winte wolf wwdc yash zubai
            5 08 101 1998 2004 2010 3d 56 57 6th 72 76 7th 82 84 85 86 87 911 aadmi aam abusi accel accur
            5 ackno adora adria airpl albio alloc amc anarc ancho anony anush anymo aoc aries arm arvin
            5 ashok assum attri audit auste autop avenu avert bailo balls baton batti bed beer belgi berks
            5 bever bewar blunt bobby borro boxin brave brees bride brito brits bromw bronc bruss bruyn bull
            5 buys buzz bypas cam cameo camps canne carin caste casts cbse cctv cemet charm chats cheer
            5 choke cites clark cliff coal coca cola colli coma convo creep cricb crist cryst cyclo dairy
            5 dak dal dalto das dave davis deeme defac defie dense denyi depen dept desir desse deten devot
            5 dhs dialo dines dirty disch disqu disti divor dopin downp drago drown drudg du dual dubai duke
            5 durha dust dutch dy ea earbu earn earns echo edwar ellis embar embas embat enact endur enemy
            5 enrag enrol enthu espns etiha evolv excus exodu expor extin fails farm fault fbis ferna ferra
            5 fiery fifa filin filme filmi finge firea firef flaws float flock floor flore flown fortu fossi
            5 foste fueli garag gates gende genet gerra gestu gift glory goode gopal gorge gotab grab grace
            5 gramm gray greet grew griev guess guru hairc hamps hed henry herit hilla holde hole hopef
            5 hudso hurdl hybri hyper hypoc icc icu immin imple incen indon induc inequ infan infin info ins
            5 invad jagua jake janat jay jerem jimmi josh juan jumpi junet jupit juven kai kanga karim karth
            5 katie kemp kenne kicke kit kitch kl km knowl ky kyivs labs lal larry las lashe laura leipz
            5 lineu linux liter longs looti lough lsg ltd luke lying magaz magni malai malic malon manue
            5 marco maryl mate mauri mccon mcdon memo merse mi milk minim mirac miran mirro monet monst
            5 morta mosqu moto mum navig ncr neck neera neowi nepal netiz noise noose norms norwi nvidi
            5 obses occas odd offli om omar oppo oprah outs overd overn pan pandy pardo parki peek perfu
            5 pfize pg pheno pierr pil plagu plain pmqs pogba pole pompe posed poses powel praka prolo pros
            5 psych pujar q1 quad quell rache ragin rahee rai rajna raman rames rand rangi rank ranks rapid
            5 rated ray raysh reass refun rein reins renam repai resem reute risen risha robbe roll rom
            5 ronal rooki rooms rosen routi rupee ruth sachi salma salon salut sarah satis scori scout seaha
            5 sebas seeds seize sells seoul shahs shams sheff shipp shiva shoes shout showc shrin sicke
            5 silic skept slayi slip slowe slugg snap snaps solve sonia spann spell spira spray spy ssc
            5 stall stern stoke stood stray stuff sturg subsi sues surat susan swear swept tablo takea tale
            5 talla tampa tape tata tbr tea telec teleg tende tenet terry thail thick thras thriv throa
            5 tokyo tons topic tops tract trevo trey tripu trium tunne tweak twitc unifo va viewi vigil visa
            5 visib vogue volat vows waive ward warmi wash watfo wayne weekl whate wheel widen winge wired
            5 workf workp wr wrap writi wyomi yashw z zach zodia
            4 01 09 100th 105 10m 111 119 14th 15th 17th 1966 19th 2008 2012 2013 2024 2025 20s 20th 26th
            4 30th 46 51 58 61 63 71 800 900 90th 94 97 aadit aarya aband abbot abdul aberd abes abhis abp
            4 abram abrup ace acted adhik adity affil afrai aimin ajay alban alcoh algor amazi amrit amy
            4 anany angle ann annex api arian arora artif ascot ashto aside assur asylu asymp atmos aug
            4 avata aveng azam backd badly bale balli balti banke barga barne barry batch beate bell benze
            4 bilat bin bizar blasi blend blind blink blitz blm blown bodys bonus booki boots bosse botch
            4 bough bounc bout bow brad bragg brahm branc brent brick brink bruno bryce bump bundl burne
            4 butto cable calm capti cards carib carl carra carso casin chadd chess chole chop cinci cited
            4 claus clock clown cocai comic conor cook copin copy corps cotto cov cravi crazy cream crite
            4 csk cubs cult curat cure curri cusp da dakot dalai dalit darli deali dealt debri debun deepl
            4 defam defau defia defic defy degen delus demen denia denma dent denve derai derma desea desi
            4 devil devin dhawa diana diari disab disci discl disic disre dissi disto ditch donor dose doses
            4 drag drain drast drawi dropl droup duo dutt eager easil eclip edgba edges ek el elvis emine
            4 empow endan eng engul epfo er eshwa espnc essex ethio evade evolu exemp exped exter facti fest
            4 fianc ficti fierc flaw fled fleet flick fold foodi football365 forms forum frenz froze funde
            4 g7 gaeth gamer ganga gangs garne garra gauta gefor gentl geoff ghana ghosh gilbe gilmo glanc
            4 glass glori gmb gonza goodb goods gowdy goyal gpu grid grill grim grip groom grues gst gta
            4 guine guita gurug gwyne gym hacki hai halte hanco handc handi hangs hardl hatha haul hax hbos
            4 headq heate helic helm helme hende hidin hijac himac homic hones hosta hotte hover hulu humbl
            4 hung hunga hurle idaho ign iit impli incit indee ingra inher innov insan insen intri inund
            4 inven irish isle ive jacke jair jamal jamia jaspr jean jee jenne jeopa jesus jk jorge jubil
            4 junk juras kane karis karl karti katri katy kaur keen keith kenya kerr kg khali knife knot
            4 kourt kutch lama lap laugh lavis layer leban lectu legio legit leo lgbt libra libya lifes
            4 lifti lil linem lisa litre liv lloyd loade lodge lonel looko lots lucky lunch ly macos mad
            4 mahes mahin mailb maine mainl malar mandi manhu marty mary maske masvi matri matth maxwe mccan
            4 mcgre meal medit megan mehta melis mento merit messe minds mine misha modes modif mohan monar
            4 moose morri mortg mossi mouse mukes mural mva mvp naval navi ncaa ncp neetu neil nest neuro
            4 newso nhl nicke nod noida oath obrie obtai obvio odoi ok olds oled onset ops opt ortho oscar
            4 ouste outag outco outle pa paddy pales palme paltr pants partl passw pasto pause paych pen
            4 pence penta perha persi pitts pizza pl plati platt playl plott plumm pollu ponde pooja pools
            4 porti posti ppp prabh preva prez prici prop prost ps4 pseb pure q qbs quash queue quote raj
            4 ranau rao ratcl ravag raven ravin rbi recep recko reddi regim reid reloc reluc rent repli
            4 respi retal rethi rev rice rippe risky robus rode rodri rogan rope rover roy sacri safer saile
            4 saini samue sangr santa sars scary scots sebi sensa seria seth setup shahi shami shine shunn
            4 sidel sikh simon slew slowi slows slurs smoke snow soar soft soil somew sondh sore sovie sox
            4 span spars spate specs spinn stabi stale stali stanc strin subpo subwa sue sunny sunri sures
            4 surya susha suv suven tall tame taser taxi teame ted telep tendu thiag thin thomp tiffa tinde
            4 tip tippe token ton toppe torna tory tragi trap tree trees troy ts tua turno unani unaut unbel
            4 unfai unhap unile unit unkno unlaw unles unpro unrea unwan uphol upp uproa urgin usefu usman
            4 utili varma varun vegan veget venez venic venti verge veriz vesse vette vicky virgo vow wage
            4 walma walsh warme wary warzo watso weren whirl whom wings woke wore wrest yard yorke yummy zee
            """
        ),
        (
            .russian, 6493,
            """
            4096 в
            3072 и на
            2048 с
            1280 по что
            1024 для за из котор не росси
            896 о
            768 как
            640 к от сообщ
            512 а до москв после у это
            448 он работ
            384 данны его компа корон но
            320 больш все заяви может об получ предс расск этом
            256 1 2 будет во время года еще интер испол их начал новос прези при произ разра стран также уже
            256 челов
            224 10 2020 5 более году лет назва под рубле со созда сша так то украи чтобы
            192 19 3 возмо ее если или можно мы неско облас она они первы помощ постр появи предл прове
            192 прогр риа рф сегод систе смарт стать тольк том учены
            160 4 автом видео вы есть инфор могут новыи один основ перед подде показ польз приме прода прост
            160 проце путин свои слова случа соста тысяч чем
            128 20 6 covid амери без будут был было верси влади военн време выпус выход глава главн говор
            128 город готов день други закон извес иссле когда коман между месяц много модел моско мужчи
            128 наход недел обнар объяв оказа опера опубл орган ответ откры перво подро прави продо проек
            128 проти распр резул решен сдела сеича следу сми состо сотру специ спосо того участ центр
            112 12 15 8 go алекс были власт вопро всего всех где групп два деист должн долла же женщи задер
            112 измен источ кто милли млн них новог новых ноябр обнов позво пока полиц попул предп приня
            112 причи прошл ракет регио ситуа служб столи счита устро экспе этого этот
            96 100 30 7 автор больн быть вас встре высок даже доста досту жител забол запус инстр истор
            96 кварт китаи крупн летни машин мая минис мире момен назад нет новые нужно объяс однак ожида
            96 отказ отпра офици погиб подмо покуп полно поста почем предв прило пробл раз разме ранее саите
            96 смерт совет среди средн ссылк сторо тепер трамп увели через элект этои я
            80 000 11 2024 2025 9 apple pro pytho shot xiaom анали анонс астро беспл бы включ вмест вперв
            80 второ год госду гражд декаб дости европ ему журна задач запре заявл канал контр конце красн
            80 ли людеи люди матер местн над напра насто начин нашли него новои образ огран около октяб
            80 отмет очень панде побед повыш пожар почти премь пресс приве призн про проис проте психо разви
            80 раион раскр руков своеи связа себя север сети сильн скоро согла стало стоит там терри три
            80 управ устан утвер функц часть число читат
            64 05 14 18 25 50 googl iphon samsu админ актив безоп ближа была быстр вам вечер взрыв вирус
            64 водит вот всу выбор вырос высту выясн герма госуд двух девуш детеи дмитр добав дома дорог
            64 жизни завер звезд здани изобр им инфек июня кажды какие камер качес колич комме конст косми
            64 курс лучши м массо месте миним мнени многи напис наруш недав некот необх новую обвин объек
            64 онлаи опасн опред оружи особе отдел отмен отмеч отнош очере перев плани площа подпи подтв
            64 полож помог право практ превы преду приго прово проду публи рассм режим решил рынке самыи
            64 самых своем своих свою серви серге собра сохра сравн стал стоим суд сутки тем темпе тест
            64 техно транс флагм часто чемпи четыр эконо экс экстр
            56 0 13 16 17 22 23 24 the агент апрел беспи библи битко благо будущ введе внутр выше генер
            56 голов грузи дальн дело депут десят дирек днеи дня докум замет запад зараж защит зелен значи
            56 издан ии каждо класс колле компь лидер лучше места место миноб михаи мобил наблю нас научн
            56 неи новая обесп обрат одног отлич оцени парла пацие перес подго подел подоз попал попро посту
            56 потом потре празд предо прекр прогн рабоч разли разре ребен самол своег своим связи себе
            56 серии сложн собст стали стане столк такие телеф тех техни тыс улице уровн услов фото футбо
            56 харак хорош цены части чего четве числе экран эффек являе
            48 06 21 40 amd andro huawe it micro актер арест артис бренд бывши велик верну владе возду врачи
            48 всем выгля вызва голос госпи губер деньг дерев долго друго живот жизнь заказ заним здоро
            48 иност исклю июля код кода комит компл легко летне магаз макси мероп метро мид микро минут
            48 молод мошен назыв напад напом нее неизв неиро новом обуче обяза однои остав остал пасса перег
            48 перех пишет плане подбо покол полез полит попыт потер поэто прест прихо пришл проко прохо
            48 прямо разны реаль реком самои самые сезон серье событ совер социа спорт сразу средс строи
            48 сущес торго уголо улучш униве уничт урове федер фоне хочет часов эти
            40 27 28 c intel ru steam акции андре базе бизне борьб брита ведом внима возра воору выбра выпол
            40 выяви главы го движе долже дом доме донал допол жертв завтр заклю закры зафик игры идет израи
            40 именн искус испыт кадры клиен ключе колон конку конфл корпо корре космо линеи мвд медик менее
            40 меньш метод мигра мира множе музык назна нам напри нацио небол никто новым обзор оборо обсуж
            40 общес обычн огром одна остан паден пакет перио петер платф поезд поиск порта посвя посто
            40 появл призв продл профе проше пункт разби разве разго рамка ранен распо рассл расст расши
            40 регул рекор русск рынок самым секре семеи сказа сконч смогу снизи собир содер сокра соотв
            40 спаса спрос ставк стала станц старт стати стрел таким такое телев телек тести топ трене тяжел
            40 угроз указа успеш финан франц ходе хотел частн школь энерг эпиде этих эту южнои ядерн
            32 00 112 2023 29 31 500 60 80 a galax mi ryzen teleg windo авари алког англи аппар архит атаки
            32 аэроп баиде банка банко блоге бывше важно важны вакци веб вероя возбу возоб восст восто всегд
            32 вспыш вступ всю вчера вывод выпла выска выста выявл газет грани графи две двое дела делу
            32 демон дешев дизаи доказ домаш доход дтп евро еи ес завис завод загор запро зараб зараз зарпл
            32 захва зачем здесь земле земли зерка знако игр игров игрок имеет имени инсти исход какои квадр
            32 км конца кораб кремл крипт крити кроме летня либо лиги лично лишь масшт механ миров млрд мог
            32 мчс набор надеж наиде налог нанес народ насел недос немец несмо ниже никол новин новое ночь
            32 ночью обеща обраб обращ одном одну оппоз осень отклю отсут оформ очеви ошибк памят парти
            32 перек перен персо песко писат повто погод подар подня подхо покин полет полов помож поним
            32 понят попра пор поряд пост поток похож превр прибы привл прини приоб приро проид проку пропа
            32 пропу пути пытал пятни пять раза рбк редак респу ресур речь родит роман роско роспо сам самом
            32 санкц свобо сентя синоп сирии сколь следс слов сможе смотр сниже собес совме совре солне
            32 списо справ струк суббо супер такои тасс тбили текущ телег течен товар тот точно требо требу
            32 трех турис убиис увиде удало умер уточн фильм фотог хотя цб чаще штраф эта этому якобы
            28 04 200 300 32 of redmi sony авгус авто актри биоло близк бпла бюдже вариа ведущ возвр воины
            28 воиск воскр вызыв вылет вышел граду грози давно девоч делат деле денег детал деяте допус друг
            28 евген жк занят запис запла затем золот идеи иммун индии интел канди капит каран карти китае
            28 клуба конфе кореи куда курск марке медве медиц меня мир надо наити накан намер нарко настр
            28 нато научи начне нашеи недор необы ним ничег объем одним округ опрос оптим орешн освоб отста
            28 парен партн перву перем переп пк план плана плохо повод повре повыс подоб подор пожал позиц
            28 понед пораж посад посел посмо презе призы принц прист продв проит радио разно расте реали
            28 резко руб рубля рынка ряд самое свое сериа сеть силы смогл снова сосед сочи срок страт таких
            28 треть турци узнал умерл фигур форма целом цена цене январ яндек
            24 07 120 2022 26 400 90 api atacm honor ios mash s x австр адвок адрес актуа анало атмос банк
            24 беспо блоки болез борту валер ваш вашег ввест ведь взаим взлом викто внешн возго возни всеи
            24 всеми вышла гиган двига девят делае детск диагн динам диста днем добро догов желез жестк
            24 забра загру замен зампр зарег заряд здрав знани зрите изуча изуче инжен иници инцид итоге
            24 карье катег кибер клини кого конеч конте креди культ купит леген легки лечен любим марта
            24 матем матче меры метео минзд модул мозга монит наибо налич начат нельз нем нефть ни никак
            24 никог нович номер норма ноутб облад обруш оказы описа осадк отвеч отдых откро относ пару пво
            24 пенси переи питер повер подве подра потен правд предн приво пригл приде приду прием приех
            24 промы просп путь пытаю разво разде разоб рекла релиз риск рост росто самос света свиде семьи
            24 силов симпт склад случи снег снежн собак соблю собои соцсе спуст спутн станд стано старш
            24 стрес строк супру счаст счет театр тепло тесто типа тогда тоже тому трасс тура тут удар удара
            24 удари узнат ускор устра утечк утром учени уязви фанат фронт хакер холод хотят цен цифро часы
            24 черно читаи чуть шесть школы шоу эваку этим
            20 150 2019 45 lada mail nvidi plays tesla times upd youtu автов агрес аитиш акаде аккау алгор
            20 атако базов балло белор бесед би билет валют вашем ваши вашин ведут верто весь ветер взгля
            20 винов вице вновь воды вообщ впеча вселе встро выбер выдел выиде выити выпущ высот газа газпр
            20 гаид галак гидро годов грузо да дальш данно дипло диспл домов дорож екате ефрем ждет ждут
            20 желан загад задан замес замеч замор занял заста зенит знает значе изучи иллюс имеющ инвес
            20 иноаг интег испан испра кабин карты килом китая комис комму компо консо корот корпу кофе
            20 краси кризи кросс лабор ликви линии лишен любит любои магни мален маск маска масси матч менед
            20 мессе митин могли мощно мощны мульт навык наказ насту наушн наш невер немно нижне носит нынеш
            20 объед одобр означ оконч окруж оно особо остае отече отреа оценк павел парке патри перва переб
            20 переч персп пилот повед подал подка поздн позна поима покло полны польш помоч пообе попол
            20 посол посте права предм преды преми прибл привы приле прина приос прича прогу продю прото
            20 прояв рамен раньш рассч рассы регис реити решит рожде ролик роста рядом саит салон санкт
            20 свежи свет свето семь серве си сил силу сих сканд следо слишк слухи собян солнц спарт стади
            20 стары страх студе сцена т таком татья те тенде терми терро травм тради трево турни увере
            20 угрож ударо удары узнае указы услуг успех учите факто фести физик физич хозяи храни черны
            20 числа чувст являю язык языка языко
            16 1000 34 42 48 57 5g 600 70 75 bloom brent com cpu drago e gefor githu linux nasa onepl play r
            16 rtx space t twitt ufc авиак автоб аккум альте антит антон аренд астер балли белог белом берег
            16 беспр богат боеви болел брауз брянс вводи вднх ведет ветра вещес взлет взорв взрос взятк вид
            16 виде визуа вклад влиян внедо внесе возле вокру восем восьм врач враче вс всему вслед вторн
            16 выбир выбро выдер вынуж выраж выраз вырас глоба годам годы горос горяч гряду д дает дата дату
            16 дать дел делит депар дефиц дни дочь древн дроно друга друзь егэ едва едино единс женск жилои
            16 жить забло завед запас засед заслу застр захар защищ злоум знаме знать зоопа игра игру идеал
            16 избра илон имеют инфиц ипоте исчез итали ищут кажет каким карта киноп клима клуб комна кому
            16 конта корол котир крае краин круше ленин летню личны локом мае маршр масте матча мать махач
            16 минув миру младш мне море мороз морск мск набер нагру након накоп насил наско нашел незав
            16 незак неитр нелег неожи непри нефти нехва новеи нормы ну нужен нужны обмен обсуд общее огня
            16 огонь одежд одино одно однок океан олег оплат ориен оснащ остро осуще отлож отрав отчет ошибо
            16 палат парад парко певиц переж перер пишут пласт плате плати погов подво подкл подсч подче
            16 подъе позже помим поруч посет посещ поско посла потра прежд прежн препа приез прине присв
            16 прису приче прише прият прова прого проде проси прось профи прочи психи путеш пяти равно
            16 разда разру расхо расче реани реест ремон ресто робот рпл руки саита сама самая самог самоу
            16 сбежа сбои сборн сведе сверх секун серед сигна ск скидк скоре скрыт следи слома снега снижа
            16 снима снимк соеди сопро сорва списк сроки срочн ссср стаби стану старо стате стату столь
            16 страд стрем строг суда судя таког такси текст тела телес теори тесты топор тренд трени трое
            16 трудн ты удале удиви укреп умень уника упал употр усили успел учреж федор финал форми фреим
            16 фсб х хвата хране цска час часа чинов шести шоссе штаб экипа японс яросл
            14 2018 2021 35 37 38 djang editi lake live max reute sql super акция алепп армии ассор базы
            14 банки брази брать брига броси буква бульв бытов вагон вашеи ввели вести видим воду возде
            14 волна втб втора выдач выдви вызов выруч вячес г генди генпр герои гибри гипер главу глаза
            14 глубо гц далек дали дворе двумя дебют делам держа дети длите днях домод домои друзе ежедн
            14 ежене жалую закуп запра землю избил извле измер изнач изъял индек инста инфог искат итога
            14 кадро канад канцл карт киеву кино кндр компе конфи корее курса курсы летев лондо льгот малыш
            14 мальч мест минтр мирны мусор мэр напал наши нашла недов непро несов ними нуля облом обман
            14 обста обстр общен однов озвуч окна опров опуст опытн опыто ориги ос отрас охран паспо перео
            14 письм планш пневм поздр покаж покуш пол потуш преод прика прови промо пропи прося протя пытае
            14 пятер разбе ран родст розыг самар сами самую сахар светл свыше свято сделк сенат сетев слабы
            14 слово смени смог сняти совещ совсе созна спасе спаст спецс сталк страш сумму суток сфере
            14 сходи сыгра сына сюжет такая тариф тверс твитт тему трудо удобн умерш умные уступ утро ухудш
            14 форму фрг фунда фьюче часу честь чтени штата шторм экспо элеме этаже явлен
            12 02 250 33 39 4000 43 47 52 65 77 ai core cov crew cyber f git ide ii k l p40 realm sars se
            12 volks wildb абхаз авиац армен бабуш базу берем берли беско боевы бота вакан васил весьм взял
            12 внеби внеза внуко водом воз возро воине вредн вспом вся выгод выздо выигр вынес выстр вычис
            12 газ гаран гб гибел глав главо годом гораз горит гости громк даваи давле дал даст даты детст
            12 джо дискр днепр довер довол докла докто долги досро досто думае еврос ждать ждем жена живет
            12 завал залож замгл замед запол запор заруб звонк зима знака знали зодиа зоне зрени зумер игре
            12 идут избав избеж импор имуще ингуш иннов иногд инсаи инфра иосиф ирана ит италь итоги кабми
            12 каких какую камча капот карто катан катас кв киева килог кирил клави клетк книги кодов комфо
            12 короб корру котик купил лекар лекци ливан лиц лишил локал лукаш людям мало мария марки медиа
            12 мере мерке месяч метал мини минус минюс мишус мкс могла модиф мозг монет моски мужа мужик
            12 набра напит науки начну нашем негат низки низко новго новов ножом нурма обору обост обслу
            12 общег опыт орбит осенн ослож отвер отец отзыв отобр отпус отраж охват парал парам париж петро
            12 пить плано планы платн повли погру подав подск подст полуз попад поясн прав преде предъ преим
            12 препо пригр призо проан проез прожи прони прора развл реакц ретро решат родил родин роль
            12 росав рпц ру рубеж рухну саито сбили сгоре сдерж семин семья серги серде сердц силам симво
            12 сити скрип слыша снаря снача снего собор сотни союза спасл спект спецн спике среду сумма
            12 счето тв тебе тема темы теплы терак топли топов треил турец удали узнаи украл улица упако
            12 упоми утра уходи учебн фаило февра фильт фирме хабар хабиб хотит цель цену цивил ч челяб чп
            12 шаг шанс шерем широк экзам экспл эфире юн юрии языке япони
            10 01 08 113 2000 2014 2015 2016 2017 2027 230 3000 36 41 44 49 55 58 700 800 85 and band china
            10 data devop elect email games in insta ipad javas llm mobil n new news note one postg progl
            10 radeo reddi rt scien smart snapd toyot tv valve vs watch weibo абсол автоп адапт азии ангел
            10 анома антал антар армия арсен аспек атака аудит банкр барсе безра белар бирже близн брасл
            10 броса будем бунде бутыл бэкен вверх венер верне верхо взяли видов видом вильф влияе внедр
            10 водои воспо впере вполн вреза вскор вторы входи въезд выезд выжив вылож выпал выпис высше
            10 вышло гадже газов газоп гарри гастр геиме генсе георг главе глуби голод голол двоих деваи
            10 деда денис депре детьм детям добра дожде дождь допро драив дрона думаю дюимо ежего ель жалоб
            10 желаю жильц забир забот закре занес заран знаем иван играт избег избир извин изнас илона
            10 иметь имя инсул инфля июле кадра казан казах какая карди карту каток кек ким коде кодом кое
            10 комби конгр конкр копир красо кратк края крыла курсо лавро лежит летия литви лицен лицо лишни
            10 любов людьм мама мараф маски масса мечта ми минпр мм мокры мотив мощне мужск мышеи мэра набиу
            10 навер навсе награ напря наста нашим наших нему неста нефтя нидер ночи оаэ обвал обе облач
            10 обозн обсто обыск одесс одни олега олимп описы оптич ослаб осужд отсле отца офиса пара парк
            10 парол патен перее перел переш пик писал плазм платы погон подни подои подры подря позыв поигр
            10 покро покры пола полаг полос поля помещ помил попов порад пошел пошли появя преоб прете прока
            10 проры просв просм проши пятыи р разбо рака рано распи редко режис резин резки реисы ренде
            10 риска розни руста ряде сбито сбиты сбор своис связы связь секс сексо секто сереб серию серти
            10 сесси сетях синта скору сложи слуха слуша смысл сна снять сок сомне сосре сосуд союзн спаси
            10 стави степе страж студи суде судеб судьб схема счета сын таки такую тверд тебя тело теста
            10 типич титул траге треид трети труда туда убеди ударн удовл уити указ украс улицы ультр ульян
            10 умных упали урегу устои утру уходе ушел фасад форва форме хищен ходит хотим хоть худож целеи
            10 цик чаилд черта чипсе чисто члено чрезв шпарг штатн штурм эволю эколо эмоци энтуз юге южнок
            10 ярмар
            8 09 104 108 2010 2026 2028 3d 51 56 64 68 72 78 95 97 98 99 airpo asus bank black bmw chatg
            8 chrom cloud d devel digit flask forbe group http i js life lite m middl motor nissa open oppo
            8 post power proje shado storm studi techn ultra with xt ð ð1 ð3 автон автос азиат аифон альян
            8 анаст анато анна апл аргум аркти артем архив асинх ассоц аэроф б базам балан балет балко барре
            8 батар бензи бета биатл ближе боепр боец боица боицо боицы боли боль бонус брака брони важне
            8 важну вами ваших ввел ввс вглуб везде венгр венти верит верхн верши весно взлам взять вида
            8 видел виден видит видно виду видят вирту витал витам вниз возгл возьм воина воину вокза волны
            8 волод волон волос ворон воспи вошли врача вторж входя вывел выеха выиду вылеч вытес вышед
            8 вышли генет геоло глаз госко гранд грозн дагес даидж двоин делаю делом демок дептр джонс джорд
            8 диаго диску длинн днр добыч дожди доигр доля дочер дружб дуров еврок едины елена жены жидко
            8 жизне жуков забыл задав заинт запах затру заход звани зовут ивана ивано игорь играе идент
            8 излуч изоля илья имена импер индус иск истин июне кабел кадыр казал какое каком калин калуж
            8 катал кафе квант кг киев киеве кинот киров клето клубо клубы книг кнр ковер колес кольц комет
            8 концу кот кратн крист крови кровл кругл круто крыма крыму кузов курен курсе лгбт легал летал
            8 летом лидир лимит лишит ловит львов малои марко марте масло мгу медле мемы мер мечты минск
            8 минци млечн могло мозге мотор нанос натал наук нашег неаде незам неисп неодн непод непол непре
            8 нервн никит ником новор ночны оба обоид оболо обосн обсле обход обшир общии однаж окно ольга
            8 опыта осети оскор остаю остор отлад отриц охлаж панел парка патте пацан пашае педаг пекин
            8 пента пива писто питан плато плохи плюще побеж повес повсе подеш подош подсо поеди пожиз полиг
            8 полин полко полну помни понад понра понял поп пора пород порыв посов посчи потеп похва похищ
            8 почув правл предд прими примо прино присл присо проби проиг проле проща проще пятиэ пятог
            8 радик радос разбл разга разры раков рамза раскл рассе расти рвану ребят редки резер реки ремеи
            8 ренха рефор решае ржд риски рожда роли росте росту рубри руках румын саака самок сбере сборк
            8 свеже сво сдвиг сегме седан сеи сексу селе семи сенсо сеньо серия серпу симул скрыв скрыл
            8 слабо сливо служе смоло совпа сопер софии спецо срока стамб стиле стиль стиму столб стоят су
            8 суточ сферы схему съемк таган таила таинс тамбо творч темно теоре тепла тизер тиньк тип титан
            8 тонн транз трати трилл трлн трубо туале туман тюрьм убива убииц убил уведо увезл увиди уволи
            8 ударе удерж удивл уехал украш улиц умныи упала уроже усиле услыш устал уходя учиты ушла факти
            8 факту феико ферме фикси филип фитне флори фобос фонда фондо фрукт фурга хабр хабре ханте химка
            8 хирур хищни хокке холив хрони хулиг цвет цвета цели целью целях ценно церем чат чен черна
            8 чечни читае член чудом школа школе шнуро экспр элитн эльма эпизо эрдог этажа этапе юго юрия
            7 03 103 240 2n 2ð 350 4n 4ð 69 73 82 87 999 acade amazo art cd code disco golan gpu inter land
            7 learn nfc opena os q s20 sport sputn ssd store switc to trans vesta vivo washi whats аль анони
            7 апдеи арави артил архан архео ассис атаке барри бездо безум белго белыи бжани бить ближн блок
            7 бога борис бот боя бумаг бывае вален ваша вдвое веран ветро вещи взяла виды вильн влажн вне
            7 водки военк воинс воити волог волше ворва воспр востр вплот вредо вскры вспле вулка выбит
            7 вывес выжил выкуп выпад гд геимп гипот голуб горен гормо горящ госте грана дважд дверь движк
            7 дворц двум делал джон диало диапа дону досуг дыра египт елиза емкос ж желты жену жилог жилом
            7 жкх забро завел загов закан заявк звуко звуча земля зимы знают зоны зураб игруш идея имене
            7 импич индив интен испуг итера кампа карел карма касаю кафед келло кисло книгу колом компи
            7 комсо корми кости кровь круиз крыль курор лаине лета летат лечит либер ливер ливии лиге лица
            7 логик луна любую любые маиск марсе масок медпо менял менят мера мешае минфи мисси младе мои
            7 молек молок молча монас монст моря муниц н набир нагля надее напиш нашу небе невоз недви неофи
            7 непло непос нетан нефте нижег ног ноги ночно нужда нужна нулев нью облак обоня обошл обуча
            7 общат общеи одкб ожире окраи оон опенс оппон осозн остат отвле офис офице оштра ощуще п пальц
            7 парня пдд перез пермс песни плата плюс подач подпо пожел пожил поиде польс помеш попав попас
            7 порог порои потте похор правя пребы прерв пробе пульс пуска пусты путем пьет пьяно ради разгр
            7 раздр разни разум разъя разыг ранни расту рентг риско рогоз рода рубль рукам рулем санит саудо
            7 сбер сберб сбоя сдать севас сел сетеи сизо склон скорр см сняты совбе содеи солда сорти сотря
            7 софт союз споко спрят среды стекл судеи судим сюрпр табли таино твои тонну торгу точки трена
            7 трехм троин троту тульс туриз убрал уверя упрощ успев утекл утили уход ухода учето ущерб фабри
            7 фаила фанта фирмы форум харьк хозяе хочу целыи ценам цирко цифры часам черты чип чрезм шабло
            7 шпион шутер щелку ын экзот экскл языку
            6 105 110 130 170 2004 2009 2011 2077 3500 4ð1 53 676 81 83 84 86 91 93 No air apu arm b big btc
            6 buds cli cnn comet conte docke dota edge engin expre fi for gpt guard html https if io lambo
            6 mac macbo machi matep media mijia minec mma ngc oled p plus ps5 react red revie rx searc sourc
            6 ti tiger tikto union ura v wi york z ðμð1 авито азиму азс антип апока астра атак атаку атлет
            6 атомн африк балаш балун баре бедно бедст безде бенчм бог боево бои боитс бомба бутов бюро
            6 вдруг ведьм века векто велич весе видос вину влете вмеша возму вороб восхо вроде вряд вспых
            6 встав вт втору выдал выпас генна герое героя герце годах горож госст григо грипп далее двери
            6 дебош дезин держи дестр детор джаст дивер дистр дневн добит долга долин дольш дораб драки
            6 другу дырои едини естес жалов живут живым заблу задум задым затро захот звуки зимне зимни зиму
            6 знал зооло игрои идеол идти изнут ик ильи ильин инди интим иранс искал истре ищем кажду калиф
            6 карли квали кешбэ кладб кокор колла колос комед комик консе консу коорд косме костю крими
            6 кружк круты кстат кудри лаифх латви леони лестн лето лига линия литро лишат логин луны любви
            6 любер любом маине маиор макгр манда манче марин марка марса марто марша масла межко меняе
            6 меняю мертв метел мещер мимо мма мода мокро мосби музеи мыши навес надел наемн наиме налет
            6 намек намно напол наряд насек насле насме наше нежел непог непра нераб неуда нии норве норил
            6 носил нрави нюанс облег обоит обоше обсер обусл общеж огоро одерж одинц ознак оксан онкол
            6 опасе опек оправ оренб осаго осмот отвез отдох отозв отрез отстр павла парни пароч певец педоф
            6 пешех питом питон плат повез подло подру поити покор полго поле полик полто полуо пораз порно
            6 порт послу посре похит почин пошаг праве предз предш препя прикл прину приют проро проче пушис
            6 пьяны разло размы разор разыс ранне рассу реаги револ резюм реис рекру реста решаю росст руку
            6 русла рютте ряда санти сарат сбил сдал сельт семье сибир сигар скача скачи скром служи смена
            6 смеша сниму собач совфе сожал сон сочет спецп спирт спраш спров старе стари стаци стере стоял
            6 стрим судна судно судор судья сумел суров сформ съемо сынов таины такти тезис темат теме терап
            6 техас типов торже точне трога тропи тутбе тщате убежд убить уволь удобс удово удост уж уличн
            6 упрос урага урана урожа урока утече учет факт феном финля финск фнс хезбо херсо химич ход ходу
            6 христ хэлло цариц цвето часты чему череп чисты члена чс шансы шерип школу шольц щелко эпоху
            6 этапа этими юг юрлиц ядра ядро якути яна
            5 106 107 119 125 140 1500 180 198 2013 256 3080 320 46 4ð2ð 59 62 66 71 76 79 92 96 actio alter
            5 audi b550 build ces ci cruis daily doom epic ether europ face falco finan g7 gtx half id le lg
            5 lives macos maste matte may meizu miui ml model nil offic ozon polit qr renoi reque rest sky
            5 star twitc ubiso ui updat usb visua vk vpn x10 x50 xbox xperi youth zen ð2n ðoð абдул авиаг
            5 авиас аксес альфа англо анима анкет арбит арген аслан астан аудио аш ашан аэрод бабоч багаж
            5 баз база балти бедол бешен биоме блино блэка богач бомбо борот борре брак брако буду вагне ван
            5 ваше вблиз введу вдоль вдохн веден веке вел велос веса весел весов вечно вещеи взято видам
            5 видет вич вконт вкус влият вовре водку воиду волго волно воруе воссо вошла враща всплы встал
            5 вход входа выгор выжит вымир выпил выпры выраб вытащ галер гамал генде геном гибдд голли гонке
            5 госде госпо госсо гостя госус граби грави грамо грязн гу гуман гуме давид даи дала дают двухэ
            5 дедуш денеж дер детек детен джуно диван дикта диноз диска дисло дню довел докли домах донба
            5 дорох доцен дочко драке духов дыр дыхат дышат дюима еда еду еды ежеме елки ерева живои живые
            5 живых жилищ забег забил забыв завез завыш загра задал задат задых заемщ зажиг закру залив
            5 запод запом засве затон зачас звука знаки знаю зона зонах игнор играл играх идею идлиб ижевс
            5 избив избит избыт издев излиш ими инауг иначе инвал иран иркут истощ исчер кажда каког калуг
            5 камен камни кассе катюш кашел кем кенгу килле класт кличк клопс клубе ключи кнопк кнопо ко
            5 кодек кожи кокте коляс конор конти копии кореш кота кошел краев краже крате крепк крича круза
            5 крышу кубка кузьм кулак купе курсу куртк курье л ла лавоч латин лебед лежат лекси лесоп летел
            5 летуч липец литер ловуш логот ломон лучша любят людях м2 маида макка мамои марии марк маркс
            5 марс масоч матве матри мгнов мелки меню меру месту метра мечет миниа мифы модер модно модны
            5 мозго молит молот мосго мотол мощна моя мп мрот мтс музее мутац мцд мэрии навал надпи нажат
            5 накап накро накры нами наном наобо наса насче насчи насыщ наука наша небес невоо недал недоп
            5 незад неред несан неспр ногин номин носим носта нужну обезв обита обрет общие обыгр овен огнеб
            5 ограб ограж одинн ои окажу оливь опаса опг опове опроб опрош орехо оскол особы остры осуди
            5 отдав отдал отеле отель отеля откло откуд отопл оторв отрыв отряд отсро очки падае паник параз
            5 парне патч пвз перви переу перцо перча пес пи пиво пике пишем плану плоск плуто побол побор
            5 повал погро подви подзе подле подсв подум поиду поиме покои полом полых помес пообщ пособ
            5 поспо похуд пошла поэта преда пресл прибо привя призе прикр присм прися пробк пробу проин
            5 проли проло промп просл прочн пусть путеи пушки пятил пятом радиа развя разгл разог разу ранг
            5 расиз раска распа расцв реаби ревью реисо ректо рельс репоз респи рецеп речи робер ровно росгв
            5 россе роуте рубин рудко рутин рыноч рэпер салат самим самих самми самоч сан сатур сбера сбора
            5 сбр свине свинь сдали седьм сельс сестр сзади сидел сидет силои синдр синте синхр сияни скаме
            5 скрин сладк следы слезо слышн смены смирн снимо сняли солов сорев социо спать спеку спор спорн
            5 споры среда сроко ссыла стаже стара стару стиля стоил стола стоян строч строя субъе судом
            5 судьи суммы суть сухоп сфера счету сэ талан тахри ташке тб тельц типы тормо тотал точка точку
            5 трем тремя трибу тролл труди трусо туре тюрем уважа угодн уефа уехат ужест узбек уклон уложи
            5 умере умира умолч упаде уроке услож фаил фаилы филиа фишин фонд формы фрагм фраза франс хаббл
            5 хамас хамов хвост хопки хуже хэтчб целик целос ценои церкв цикло цисте чек челле черто честн
            5 чипов числу чьи шагом шам шахед швеци школ шлагб штаба экзем эскал этери эфир юлия юмори юпите
            5 юриди ярким ярких
            4 101 109 128 135 144 2030 228 260 290 360 450 456 4k 5000 54 5500 67 7318b 74 865 89 9000 990
            4 a51 afp al amper analy arena astro bluet call camer ceo compa compo dc ddos death debia deep
            4 desig dg1 dhl dimen drive exper faceb gamin geely gener get gta hello honda honey hp hyund i9
            4 is java junio kia kuber labs last lenov letsg lu magic mate merce mini mitsu msi nas net ninte
            4 nokia nord note20 o odyss on panda path pci php produ push qualc resea rpg senio serie sh
            4 shari skype sms soc stars swift tab tech time tprog types unrea world wwdc yonha ytn ðμ абоне
            4 авиаб авиап авток адмир аж азбук аккре акт актов акцен акцио акцию алиха аллер алюми амбиц
            4 амсте амурс ангар андро аниме антив антик антим антир апгре аптек арене аркеи армян арт атор
            4 атриб аукци афган афери ахмат баги базои баран барен башар башен башки бегае бедны безза безус
            4 белка бельг бессе бессм биоте биржа бирюл близо блока блоко боев боксе боксу болею борол борют
            4 боты боять брат брата брюсс будто будь бурге буря бутер бывша вадим ванно вашим вводн веипо
            4 вендо вериф верят вес весны вечны взыск взяти визит вина вмеши вмс внезе внест вноси вовсе
            4 вода воде водол водор вокал волн волне волну восхи враже вреди всеро встат вуза вузы вывед
            4 выдав выдаю выдво выкла выкри вымог вынуд выпав выпив высши выхин гаври газом газон ггц геншт
            4 гигие главк глазо глупо гонки гориз гороб горут горят гунба гуфа давал дамас дании дарят датир
            4 датчи движу двуст двухл дежур декор делег делик делим делят демо десан джеик джене джефф джики
            4 джона диабе дизел диких диско длина добры дождл доктр долю домин донец допла досуд драче дрозд
            4 дрон думат дыры дэвид евров египе едут ездит жаре жарки ждал жесто жиза жил жилую жилых жилье
            4 жилья жирин жутки забар забыт завое загсы задол заиме закид закла закли закро закур зал зале
            4 замещ замкн заниж запат запеч запущ засня затоп затра зацеп зашел зашли звени звук злоуп знак
            4 значк зовет зону зоома зря зум зумом иди извер издел ики икры имели импул инопл интри инфар ип
            4 ирина искан ископ ислам испор истеч итак итог ищет кавер кадре кален калла камня канна карте
            4 каспе катар катка катке катом кашир кинул кирко кишеч ключ книга кокаи колба конец конту коопе
            4 корен корея корти косне костр косты котов коты коэфф краи краса креве кремн крова крым крымс
            4 крыше ксени кусок кучу лагер лазер ле легче леди ледян леипц леите леноб лесу летаю летоп
            4 летчи лигу лиза линию лисса лихач лихор лишне логис локац лучеи любог любое любоп лютыи ляиен
            4 магис магом макет макс малог марат мариа марок марси марти массы матка медос медра мелко мемов
            4 мемор месси милот минне мирно миф могу молни монаш монол мост моста муж музея мухам мысли
            4 мясни набро навиг навре надея назов накле налож напав напуг нарыш нахож нации ндфл небла невес
            4 невид невро незна некие некии немал немед ненав необр неопр непту нерав несоб несча нетре
            4 нибуд нижни нобел новен нож ножев ношен нхл обезь обеих обзав обогн обои обоср обучи общая
            4 общую обыкн овечк огнем одина одноз одноп окаже окрес омско ооо оперн оперш оптик опуск опять
            4 оранж орлов остек откаж отнес отраз отчис отыгр офисе охотн охотс оцене очаг очаго ощуща пабли
            4 павло палео паре пары пенис перми петуш пехот печат печен пивов пика пиксе пирот писем пищев
            4 пищи плаги плесе плеха плоды плюсы побер побла побыв повор повст подше подэк покид полис полум
            4 полуш поляр понес порош порти портр портя посид посуд посыл потря поход похол почта прево
            4 предр преем пресн префе прима приор припа прира прокл просн пряма пряму прямы прята птиц птицу
            4 пугае пузыр пули пусто пушко пытая пятиб пятна рады разва разоч разъе рак раком рамки раны
            4 реал реала резол реид рек религ ремес репор репут римск риску рисов ркн робин родно розыс
            4 ртутн рук рфс рыбам рэу савел садов самов самоз самоп сафро сахал сближ сборщ сверд свети
            4 связе свяще сдава сдачи сеанс сеула сеуле сила скане скачк сквор скеит сконц скопл скора скуль
            4 слежк слове смене смешн смит смоле смс снял снят снято собча сокол солис соосн сопос сорок
            4 сотен сошел спрог срабо среза срыва ставр стихи стол ступе суббр субд субси сувер судит сути
            4 сферу сфоку схват схииг схожи сюда та тагил таджи таини таину таков тамож тарак таро таяни
            4 твоих тегер телео тель темны теряе теряю тимур ткаче тои токио токси толья томас тонки тонко
            4 точны тошно траек трехк троих ту тур туров тутор тушат тушен тц тэц тюмен тюнин убежа убила
            4 убили убито уборк убытк убыто углер удает удаля удачи удачн удобр уезжа ужасн улете ума умеет
            4 уплат упомя упраж уроко устав устар утрен уфе учебы ушло фадее фас фикти филос фишек флаго
            4 флоид фокус фон фонта форм фоток фразу франк фура хаият халяв хвати херли химии хода ходат
            4 холди хорро целую целые целых церко цирку цтак цыган челси четко чехии чиста читал члены чудо
            4 чужак шагов шахма швеиц шерст шесте шесто шифро шоков штамм штате штато шумоп э экзоп экоси
            4 эль эндок эпице эстет этаж этап этиче юбиле юрист ютубе ядер ядови языки яркие ярко ясно ящико
            """
        ),
    ]
}
