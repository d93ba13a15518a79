// Written by scripts/word_importance.py. A line is a weight and the beginnings of the words that have it.

extension WordImportance {
    /// Language, what a text without any of the words has, weights. All are in parts of 20.
    static let shippedTables: [(language: TextLanguage, base: Int, table: String)] = [
        (
            .english, -2,
            """
            7 kills nato taiwa toll troop uk
            6 annex beiji cease donba flood forei invas kreml least mosco presi prima rebel reces resig
            6 russi shoot virus
            5 airst azovs balli ban bombi brita conde coup elect emerg genoc gunme invad iran jaile kille
            5 legis mariu parli prime quake sanct sievi supre truce udaip uvald
            4 abort agnip ambus amnes arber armin assad assan assas baghd bans barra basha beiru bengh besie
            4 biden bolso bomb bombe boris boyco brazi bribe briti bucha bypol calip carna chauv china clash
            4 coali coron crack curfe cuts cyclo deadl denuc depor dicta diplo disas dissi ebola embas envoy
            4 epide erdog escal europ evacu expel expul feare filib flee fleei franc g7 gandh gaza gerry
            4 gover guber gunma guter haiti halt hamas heatw hizbu hormu hosta immig impas impea infla invok
            4 irans iraq iraqi isis israe jair jerus jihad jinpi joble johns jong kabul karza khash kurds
            4 kyivs landf lashk law leban legal libya likud lviv macro madur mass merke migra milit minis
            4 minne missi modi morat negot netan oil onsla oust ouste ousts overt packa pact plane publi
            4 qaeda raid raids raysh refor refug reope retak retal rioti riots rouha rubbl rulin runof scotu
            4 shind siege slave solei sonia sover sprea spyin stopg subpo sudan summi sunak surfs suspe
            4 sworn synag syria talib talks tarif tayyi tehra thous torna tortu turke typho u ukrai un unemp
            4 uphel upris urani us venez veto vetoe vote warns warsh wave wildf xinji yemen zelen
            3 5 absta actio admin afgha agenc agree ahmau aircr alban allie arabi as attac attor bbc began
            3 below blaze blink bodie bount cdc civil coal colla condo confl convi court crise crisi cummi
            3 dead deal decla deplo deven die dire disgr dozen droug eknat elon embat end eu fadna fauci
            3 fears fed finla gas germa gst guilt gunfi hong hurri impri imran india inqui insid into inves
            3 irani islam jail jan jobs judge jury khali kill killi kong kyiv labor lanka laund laws lockd
            3 londo loote looti major meddl midte milli mlas modis mps natio naval nhs nucle occup opera
            3 outbr pak pakis pales pelos penta plead pledg plung port powel preci priso probe prote pull
            3 pyong quad ragin rajap rajya rate regio restr revol roe said saudi say seats secon seen senat
            3 seoul shinz shut signa sourc spain surge survi swede tax texas thack thehi times toppl traci
            3 treas trude trump unarm unpre uphol urges verdi vigil vladi volod votes votin vowed wall warfa
            3 warn warne washi worse worst wuhan xi
            2 000 19 40 48 50 60 70 8 90 aadit abbot abe abes aboli abuse aca aclu act adity adjou advis
            2 affai afric ahead aiadm aide aides aimim alarm alert alexe allia allow ally amash amid among
            2 ankar annou antif antit aoc ap arab armed army arres ashli ashra asia assai assau asset astra
            2 astro asylu asymp atlan austr autho autop avena avert ba babbi bachm bader bahra bail bailo
            2 bakr baner bankr banni banno barad basav basel bases becer befor begin belar bergd berli berlu
            2 berni beto bevin bigot bilat billi biont bipar bisho bjps blago blase blasi blm bloc blume
            2 boats boe boehn bolto bomma borro bowe breit breon brexi brief brink brist brito bruss bruta
            2 budge buhar bulld burea burr bush but butti cabin calls camps canad candi canva carbo care
            2 carne castr catas catho caucu cbi cbo cbp cede censo centr cfpb charg chene child choke cia
            2 cipol clare clari cleme clot clots collu comes comey comma condi coney cong consi consp const
            2 conti conye cops corke corru cov covid cpac crash crimi crude cruz cuba cubas cucci cuomo
            2 curbi curbs custo daca dalai dalit damni daunt dea debri decad decli defam defau defic defra
            2 defus dejoy deleg demon denma deput derai desan destr deter devas devos dhs diann died dies
            2 digni disar disba discr disea disen disin dispa dispe disse disso dnc does doha doj doome
            2 downe drawd drill drone droup drugm duckw ease eases easin easte ecb ecbs econo effic egypt
            2 eleme embro emiss emman enact enemy enfor enric epa epice equal erupt esper ethic ethio ethni
            2 eua evers evict evide exodu exone expor exten extor face faceb factc facti fallo falsi fanni
            2 fasci fbi fbis fcc fda fdas feari feds feins felon fema fetal fette fir fire firea firef fires
            2 firin fisa fisca flake flame fled fligh flori floyd force freed ftc fuel fund fundi funer
            2 furlo furor g gabba gaetz gallu gang garla gazpr gdp gener genev geopo ghani gianf gilli gillu
            2 gingr ginsb giuli gohme gops gorsu gotab govt grain grave greec greta grim grine guate guida
            2 guide guine gulf gunsh haala haley halte halti hamid hanco harri hatch hate hauge havoc hawle
            2 heari helic helsi hesit hhs hicks hijab hijac hikes hilla himan hindu hiron hit hits hochu
            2 holie holoc homel hours house hucka hunga hunge hurt hush hutch hydro icu ida ilhan illeg imf
            2 immin immun impen impun inact incit incum indef indep indon indus inequ infec infil infow
            2 infra inhum injun inocu insle intra intro intru inval iraqs irma irreg irs istan itali ivank
            2 jabs janat janet japan jenri jewis jews jigne job jr judgm judic juris kaine kamal kashm kavan
            2 kcr kemp kenos kenya kerry keyst kidna kim kirst klobu korea kosov kovin kudlo kurdi kushn
            2 kyrst labou laden lago lawle lawsu layof leaki lefti legit lehma letha letit lgbtq lic lieut
            2 linic litig lng loeff logja lok looms looph loses low maga mahin malar malik mamat manaf manhu
            2 manni mansl march maric marjo maski matti maxin mayaw mayor mazie mccab mccai mccon mcdan
            2 mcdou mcgah mcmas mcsal measu memor merri metoo mevan miner minin minor misco misin mitt mnuch
            2 mob mobs monet mongo monop mosqu mourn move movem mrna muell mulva murde murko murmu musli
            2 mutat naacp nadda nadle nafta naren nauer navy nawaz nazis ncp nda nearl nepal nepar nerve
            2 netwo newso newsp nhtsa niaid niger nih nikki nirma nixon nobel noem nones nonfa nra nuke
            2 nunes nurse oath obstr oecd oliga omb omicr omino omnib openi opioi oppn oppon orour ossof
            2 other outcr outgo outla outra outsi oval overh overs pacif pande panel pardo parkl parle parsc
            2 passe patho payro peace peak pence penin peopl perdu peril pfize pipel pirac plan plann plans
            2 ploss plumm pmqs pms poiso pol polan polic poll polli polls pompe pope ports postm pover ppe
            2 prais preex pres prieb pries priti pritz probi proce prohi propa proph propo prose proto proxy
            2 pruit psaki pullo punit purge push qanon qasse qatar quash quell racis raffe rahm rajna ralli
            2 rampa ranso raped rapis rashi ratcl rates raul ravag re reaff reaga reaut rebuf recus redac
            2 redfi redra reele regim regul reinc reinf relig remde repar repro repub resci respi retir
            2 retre revel revok rheto rifle rift rigge riggi rishi risks ritte rnc rocke rogue rollb romne
            2 ronna rosen rubio ruled sabha sacco santo sarma sars scali scand scara scath schif schne schum
            2 scien scrut secur seeke seeki seeks segre seize seizi seizu sello sena sens serbi setba sever
            2 shang ship ships shiv shotg shots shran shutd shuts sibal sickn silvi since sinem sinha sinki
            2 sitha skept slash slowd slowi slump snowd solid sondl soros sovie spied spies spike spy stabb
            2 stabi stali starm state statu steye stimu stock stopp stree strif strik strzo sturg subma
            2 subve suffo suga summo suppr surgi surve suven swalw swetn tailo taipe take tampe tande tanke
            2 tanks taxes taxpa tempe tens tensi tenta terri terro testi third thunb thwar ties tille tlaib
            2 torre tory towar trapp treat trill tropi tuesd tulsi tumul tunis turki turmo uae ugand uks
            2 unani undoc uneas unfit unila unite unity unlaw unpar unpop unres unsea unvac updat uphea
            2 urged urgen urgin usmca usps uss uttar vacci vance varia vatic venka venti vesse victi victo
            2 vietn volca voted vow vowin vows vp vulne wage wages walen walko warmb warni warno warra was
            2 weak weapo weine weins weiss wheat whita whitm wides wikil wins withd withi woodw worke wray
            2 xenop yelle yogi yovan zimba zimme zinke zone zubai zucke
            1 0 10 100 11 14 15 16 17 20 200 2023 21 26 30 37 38 43 44 49 6 600 64 9 aadmi aap aaps aband
            1 abrup accid accus add adopt after ag again agend agita ago aid air airli airpo akhil alaba all
            1 alleg almos also andhr anger angry anniv antho antib antiv any appoi appro arm arms arriv asks
            1 assam assem at attem auste await backe bad ballo banga bank banks banne barac barr barre battl
            1 being belon bench benef berna betwe bhagw bid bihar bill biolo birth bjp blame bloom blow
            1 boein borde bosse botto broke broug buffa build built call calli came campa cant capit captu
            1 carri carry caste categ cells censu centu cerem chain chair chaos chemi chief chine circu
            1 citin citiz city citys claim clear climb clini clint clust colon colst comba comin comme commi
            1 commu confr congr conta contr corps could counc couns count cr crime criti cross crowd cuban
            1 curb curve cutti dange data days dc de death debt decid decis deepe defen defun defy defyi
            1 delhi dem demol denie denou depar depos deshm despe detai deten detro disap disco disma dispu
            1 distr dolla domin down downt draup drug dutch e earli early earth east edwar effec effor elder
            1 eliza ended endin endor ends engla engul epste escap even eveni ever exact exces execu exit
            1 expen expos facts failu falli falls famil far farme fatal fear fewer field fine fit flu food
            1 forci forec forma fossi fourt fraud frenc frida fuele full funda funds gasol gates gen georg
            1 go goa gop gov govts goyal gujar guns had happe harsh harva harya haul hc heade heard heat
            1 heral hike hitti hiv holdi honor horro hub huge hundr hyder idea imper in incen incom indig
            1 infan injur injus insul inter inund ipo irela j jammu jerem jhark jk josep justi karna kaur
            1 kejri kenne kentu keral key khan kneel know kongs l lakh lal lates laure lawye leade leadi
            1 leads leake led less lgbt lie lies likel linds line lines linke links live looks lose losin
            1 losse lowes machi madel mahar mail main manip manuf map marke masks massa matte maxim men
            1 mexic midwe misso mla moder monar monso more morta motio moves mp musk mva naidu named names
            1 nancy navar nbc ndtv nearb nears needs negat newly next nobod nomin not now nsa numbe nursi
            1 octob of offen offic offs only onto opene oppos orbit organ outag over oxfor palac parad parti
            1 passp pawar payin payme perma permi peter petit pharm phase pierr pil pivot plott pm point
            1 polit poor praye premi press presu previ promp provi pulle punis pushe quart queen quest rage
            1 rages rahul railw rainf raisi rape rbi rebuk recep recom recon recov reduc refus rein reins
            1 relax relie remai remar remov repor rescu reser respe rest resta resto resum reute richa riot
            1 rise rises rose rough row rule rules run runni rupee s safeg saini samaj saved sayin says sc
            1 scale schem schoo scram sean seatt seein sees segme semic semit sen senas sendi senio sent
            1 sente set sets sex sexua shara sheri short shot showe shrin shutt sides signe signs simil
            1 singh singl situa slip slowl slows soar socia soldi speak speec speed spend spill stagg stead
            1 stepp stir strai struc subst succe such suffe suici summe sunda surpr swept table talke telli
            1 tests thail than thats theor threa three throa thurs tight time tmc today tokyo tomor top
            1 trace tragi trees trial trina trip truck trust try tryin type tyran uddha uncer unifi unkno
            1 unsaf until upend uproa ups uptic urge used va vanda very viola viole virgi visit volun voter
            1 wade want war warmi warre waste wealt wedne weeks weigh welfa were whip wi widen wider widow
            1 winte wisco witho worri wrong y year young
            -1 03 04 05 111 150 2016 2017 2018 2020 2022 24 25 26th 300 350 39 3rd 45 53 54 5g 75 86 90th a
            -1 abc above abram acces accom achie acqui acros actor adam addit admis ads aeros affil agent
            -1 aggre aims airpl al alia along alrea alter alway amand amend ameri amoun amput amrit amy
            -1 analy anand ander andy anima ann annua anoth answe anti apart apolo appea apple apply april
            -1 are area argen arsen aspec assis assoc atta atten auto avenu aware away b babie back backl
            -1 backu bale barba based bash bat beat becom bed behav behnk belie bell benga bhatt bitco blank
            -1 block blog board bomba bonds booki boost born borus bosto bowle boxes boy brahm brain breat
            -1 bret brett brian brigh broad brook brown bruce bryan bug burns busy buy buyin c calif cance
            -1 capta card carin carl carlo carls carol cars cases causi cbs cemet chall champ chanc chang
            -1 chann chapt charl chart chasi chhat chill chip chopp chopr chris chuck churc civic clark
            -1 cleve closu cloud cnbc cnns co coast cobbl coca cody cola cold cole colle color combi compl
            -1 compo confe confi confu conse corde core corne corre cost cours craig cult cwg cycle d dal
            -1 dana dark date dave deali dean debut decen deep delus dense depen derek descr despi devin
            -1 diego diese diffe direc disag disgu dismi disqu disru dista diver divid divis do doing domes
            -1 don donat donor doubl doubt drain draws dream drudg drugs dubai durha durin dust duty eclip
            -1 eddie edgar edges edinb eldes elimi ellio elsew emoti empty encou endur enrag enter entra
            -1 envir espn estat eve event evolv excha excit exclu exerc extra eyes f fail fair faith farah
            -1 farm fathe febru feeli feels femal ferre fill final find findi fish fix flagg flags float
            -1 flyin flynn focus foot footb form forum fract fully garde gary gay get gets getti giann girl
            -1 given gives goes gold good goode gordo grade gradu grady graha grand grass greet grief guard
            -1 handl hard hardi hardw harm hartl harve has he hear heavi helpe helps high highe hill hindi
            -1 his ho hocke hole home homes honou hopes hoste hosti hosts hot hour huawe hunte husba hyper
            -1 hypoc ianis icc ident ignor ii iii iit impos inch ind indiv infam influ ink integ invit invol
            -1 islan issue it items its itsel jack jacks jamal james jarre jasmi jeff jeffr jerse jets jim
            -1 joel johar johnn joini jon jones jorda jose josh joshu journ julia julie july jump jumpi k
            -1 kaepe kapil kapoo kara karim kay keepi keith kelly kevin kicke kicki kids king knee knew
            -1 knows ko kumar kurt kyle lady land langu lashe late later lawre leigh leipz lesso let lets
            -1 lette letti level lever levy li liber light lisa litre livin loans locat lock locke logan
            -1 logs lonel longe looko loose lori lough louis loved mad made maker maldi male malic mall
            -1 manha mans many marc marcu mark marki marti marty marvi maryl mason mater matt max mccan
            -1 mccar mcgre mclar mean means meat meeti membe menta mento mercu messa messy meteo metre metro
            -1 mi michi micro mike milk miran mirro miser mixed model momen monit moody moon moose motiv
            -1 moved ms much munic murra mutua myste nasa nativ navig nba near neera neil nervo netfl never
            -1 nevil new newto nic nick nifty nod non norwa nothi notic nupur nvidi nyc obsce obser ocasi
            -1 occas odds odish offli often ohio oklah older olymp once one op oppor optim orang outle overc
            -1 pace paid pair par param paris park parki part party passw pat paul pen per perce perry perso
            -1 petro picks piece plant plasm play playi plent plug pole porta posit post poste posti posts
            -1 poten prefe prest preve princ privi priya proba proje promi prosp prove psych pujar pupil
            -1 purch purpo pursu put quali quara quiet r races rain rajko ramad rank rare ray rb read reali
            -1 rebui recen recko recog redis refle refun regar rejec renow rent renta reply resor retai
            -1 rever rewar riche rick ride rip rippe road rob robb rolli rolls rover runs ruth safe safel
            -1 safet salar salt salut sam same samsu san sanit sarah satel satis save scam scene score scots
            -1 scott scrap scree scrip se searc seaso seek seems selli semes semi seria seven shame shami
            -1 sharm shelt shes shop shoul show shows sibli sick siddh sidel sight sign signi silen site
            -1 skies sky slams slapp slate small smith snapp snyde so socce softw solar sold soon sort speci
            -1 spiri splas spot squar sri ssc staff stage stake stale stall stand stanl stayi steal step
            -1 steps stewa stone store strip stuar stude subsi sun super suppo sure surpa susta swap swipe
            -1 symbo sympt t tablo tackl tacti tagov takin talk tammy tara targe tata team tears tempo tende
            -1 terry thank the theat their them thera there these theyl thin thoma thomp thoug thras thund
            -1 ticke tied tikto tiny todd toddl toget toler tonig tony took tool tools tops total tough
            -1 tourn touts trap trend trent trevo tribu tried trigg truly truth tucke turni turns tweak
            -1 twist twitt two uefa uncom uncon unexp unfai unusu unwel up uploa upon users uses usual varie
            -1 varun ventu versi viewe views vijay visio voice void walk walla wants warm wasnt watch water
            -1 waves websi weddi well went west weve what when where which whirl willi windo wired witne won
            -1 wont woods world worth writt www yadav yahoo yello yet yield you youth youtu youve
            -2 2021 3d aaron aarp abdul abhis about ackma acme acost acres actin advic aeo afc aging aksha
            -2 alan albio alex alien alive aller alpha alvar alzhe amazo amban amber amc amita ances ancie
            -2 andre anfie angel angst annoy apex appla appre apps arena arjun artif arts aruna ascot ashto
            -2 aspir attit aubam aucti aussi autom autum award awoke ayumu babar baby bach bag baker ball
            -2 balmo banan banbo band bands barce barke barrs baseb baske basti bayer beach behin belmo
            -2 benze bets bette bezos bhula bible bibli biles bille birds birmi bisex blade blake bless
            -2 blood blue blues bob bobby bold bonas bond bonus booed boomi boos boot bossy bould bourn bowl
            -2 bowli box boxer boxin boys brace brad brady brand break breas bridg bring brits brom bronc
            -2 bros bruyn bseb bucke bucki bucks buffe bulls bumra bunde burge burgl burro busch bust buste
            -2 butto buyer buys buzzf cam camer camil can canna cappe capti car cards careg carto casin cast
            -2 castl casua catal cauld cave cbse celeb cemen ceo chaor chape chat chees chen chick chiqu
            -2 chole choru chrys cinci cindy cinem class clinc clock coffe colou colum comca comet comfo
            -2 conso conve cook copie copyr cosmo coura couti coven crazy crist crowe crush cryst csk cuet
            -2 cultu curio curry cws dalla dame danny darli datab dates daugh david ddend deale dear deepi
            -2 degra delig delma denve desea deser desig devel devic devil dhoni diamo diana dimit dinin
            -2 divin divor djoko dks docs dodge doesn dogs dolph donci dopin dorse drag drawi drink duche
            -2 due duel dujar duke duran dyche earns easy easyj eaton ebay editi edito efl ego elbow elija
            -2 ellis embar emeri emily emma endga eng enqui entor eoin epic espns essay ev evans every evolu
            -2 ex exami exams excel excer exec exper expla explo eye eyebr eyed eyein fa facet facia facul
            -2 famed fan fanta farew favre fedex feel felix fenci ferna feud fifa film filmi fiona firew
            -2 firm fits fixes fixtu flagb flip flowe fooli ford forev forex fox foxco fredd free frenz fro
            -2 front fun fundr funny futur fyffe gaeth gambl game games garba garet garne gator gauri gazet
            -2 gbs gengh giant gilea gina give glass glitc gms goal goals goldm golds gomez goodi goodw goog
            -2 goran got goya gp grab grace graem great green greg grime gronk gt guend guess guest gunna
            -2 gunne gurga guy gymna gyms hagi hail haile hamil hamme hanna hanuk happy harma harry hasen
            -2 hash haski hauls have hawk hax hbo hbos heada healt heart heath hell helme helpf hende her
            -2 herba heres herit hero heroi herse hes heung hints hirak hiran hires hold holds holid hollo
            -2 holly homet hones horig horiz horri horse host hotel hudso hugh hungr icahn iconi ignit iiis
            -2 imagi impor impre inc ingra innov insta ioc ios is isnt ive jade jadej jake jamie jane jay
            -2 jcp jee jeeyo jeopa jerry jesus jetbl jimmi jimmy jkbos joked jonas jubil judo judok junk
            -2 jupit jurge jussi just juven kai kamar karth kate kathy katie kerr kg kgf kher kick kicks kid
            -2 kigch kilme kings kl knigh kohli krist kuo laal laker lance landl lando lanny lap lauds lauer
            -2 laugh laura leagu lectu leeds left leg legac legs leice lemon lena leo leroy liam lifet limba
            -2 lingo lione lions liste listi liter liv liver loan local logic logis lohme long looki loser
            -2 loud loves ltd luke lunar luthe macbo macy madhy magis make makhi makin malon mammo man maps
            -2 marat marie marri mars marth maste matri matth mauri mays mbapp mccla mcdon mcenr mcgow mcken
            -2 mckin me meani medal meets mega megan megyn melin melis mens merce merck merse messe meta
            -2 metas midda milo milwa miss mista mix mlb mocks mohal mom momij mood moore moral morni moto
            -2 motor mouri msn mtv mukes mumba mural murdo muscl museu music musks naked naomi nasda nashv
            -2 nasty naya nbcs ncaa ndomb nets newbo newca newes newma newsc newsm nfls nhl nicke nike nishi
            -2 noah nolan nonse norri notre nse nurma obitu odi odoi odyss ok olds olivi omaha opini optio
            -2 or orego oreil orion osaka oscar oteri outdo overd owner pacer pack paddl paduk pairs palm
            -2 palme pancr pando pandy pant parte partn patch patid pats pau pawn paytm pbs pearl penal pep
            -2 perfe perfo petty pg pga phone picha piers pink pins pione pitch pixel pl plast plate platf
            -2 playo pobre pocke podmo pogba polo pooja pool posin posse pratt preda prix pro profa profi
            -2 proud psa pseb psg pub pubs pundi pune q1 quizz quote raced rache radio raide ramos rams
            -2 ranbi ranch ranve rashf rated ratin rcb react reall recru redsk reed refer refin relat relau
            -2 remem remin renee rep repla reple repre respo reuni revam rich richi rider ridge ridin right
            -2 rio rips risha rival roar robin robot roche rock rocky rohit role roles ross roste rowin
            -2 rowli rude rugby rumor runne runwa russe rust sachs saga sales salmo samoa sanju saul savan
            -2 sbarr sbihi scamm scams schol sci scoop scrub scull seaha sebas selle sells sergi serie sessi
            -2 seth shams shana shark she sheff shelb sheld shepa shett shirt shops showd silic silva simpl
            -2 sinde skill slack slam slap sleep smash smoll snake snl sober softb solsk solut somet sondh
            -2 song sonu sonys sorry sox spat specu spenc spiel spoka spons sport spots squad stacy starb
            -2 stark steve stoke stop stora stran stunn style suns surfi susha susse sword sxsw synch syste
            -2 t20i tab taekw tag takat talen tampa tangu tappi taste taylo tbr teach teame teams tech techn
            -2 techs teens telan teles telev tenet tenni terms terra teste then theo theyr think this tide
            -2 tiffa till tim tippe tired titan title tmus token tongu tour tradi trans travi treme trey
            -2 trick trio trips trium troph troy turn turna twc tweet twin twins uber ufc umran unfla unicr
            -2 unile uniqu unloc unsee unwin upcom upsc upsta urbn use user usher using utds valuk vault
            -2 vegas venic veriz verst vet veter vette vicky viewi vince virat virtu visua volle vs vulga
            -2 walma walt warp wash watso way wboc wear wearh weari weed weekl wendy werne whats wheth whos
            -2 why wife wild wilde wildl wings winne wirel wisdo wit wonde worki worn wraps xbox yale yang
            -2 yosoz your youre yuto zach zack zee zeida 新闻上查看
            -3 49ers aberd absol ace adven aishw anany andro anupa arrow art aryan aster aston bags bar
            -3 batte beans bears beast beats beaut bedro beef beer belly belov bet beta bhool biogr bird
            -3 blogg bombs book brees bride brill bronz bruno bryce bubba bugs buzz cameo candy canne caree
            -3 carpe cat cats celti chara chats chatt cheap cheat chef chels chess chore chrom click clip
            -3 club clubs cockt comeb comic conor consu copy cosmi coupl cowbo cream creat crick cues cw
            -3 cycli dad daddy dads dak dance deals deand defin depp derby desi deskt dhawa diagn diet dig
            -3 disne docum dont dortm doute dr drama duo dutt ea eagle eason eat eatin edgba egg elvis empow
            -3 enjoy episo espnc etfs exam f1 famer famou fans favor favou featu ferra festi films flick
            -3 foods forbe forge fried galax galle garen gear gift gilmo glimp glori gmt golde golf goodb
            -3 graph grate grill guinn gym hairc ham hanni happi hasht hatha haunt haver havin heels help
            -3 heroe hi histo horne hotsp how humor i ideal ideas indul insan insig intim inver ipad iphon
            -3 jason jenni jio john joke jokes kane kanga karda karee keybo keyno khans kitch klopp lapto
            -3 life linem linux lopez love lovel lsg luck lunch luxur macs magic magni malai malay manch
            -3 manfr mansi markl marve mate maver meal media megha menu messi milan mini mobil mock mode
            -3 monst mothe mouse movie mum napol nasca nbas netiz nice noteb notti novak obses ode oldes ole
            -3 olive onlin oppo optic our outfi outst paddy paint pal patri pcs photo pic pick pictu pirat
            -3 plati plays podca pop popul portf portr poses prabh pre predi presc prett prici pros purpl qb
            -3 racin range ranke rays reade reddi redem reds reel repli revea revie ridic rogan rom ronal
            -3 rtx rukh rumou ryder sachi saint salma scori scout shade shahi shake shine shoes shopp simon
            -3 singe skate snaps snubs songs sony spotl spott spurs starr stars stay steam steel sterl stint
            -3 story stunt sunri susan swapp sweat sweet swift talla teami teamm telec theme they thing
            -3 thril tiger timo tip tom towel troll tua tune tv tvs twili tyson ugly ultra unrea unvei utd
            -3 vacat veget warri ways wc weath wicke wimbl wish wishe wolf wolve wore wrest yash yoga youll
            -3 zoo zoom 在goog
            -4 00 4k 60s 91mobiles a51 aamir aapl aarya acc accen acura adapt adele adida aint airin album
            -4 alley alons amazi amd andi antiq anush anymo api arcad arche arian artet artis artwo audit
            -4 augme autog aveng awake awkwa babys bache backy badmi bairs balle balls bange barbe barbi
            -4 bares barga barty bathr batti bcci best betti bever bewar biebe bilic bite bits bizar blend
            -4 bloat bluet bmx bolly books boots bounc bout boyfr brat brawl brent brewe broma bromw brows
            -4 bts bucca bump bunch bundl burnl butte cafe caitl cake calen camba carap cargo carpl carra
            -4 casti caval cbssp chapp charm cheer cherr chilw chubb clips cloon cloth clown cohle colbe
            -4 comed compi convo cooki cool costa costc costu couch cpus cravi crawl crazi creep cress cricb
            -4 crous crt cubs cuisi cyrus damn danci dashi datin dazzl decha decor degen delic demo depps
            -4 derma desse desti devgn dharm diari diges digs dinne dishe disic ditch diva dive docu dog
            -4 doodl downl drago dtige dtigr duck dunha dwayn earbu eats echo efron eliud ellen emmy empat
            -4 enthu entre etern evert exhib fabri fame fashi fc feeds fest fi fianc fiba ficti filmm fitne
            -4 flapp flatt flaun flavo folks football365 foul freak frees fruit furio galav gamep gamin
            -4 garag garnb garra gears gem geniu gentl gerra gig gigan girlf glad glast glee glitt glory
            -4 glove glowi gmb goalk goggl golfe gonna gophe gossi gpu gramm grati greal gta guita guru
            -4 gusti guys gwyne habit hacks hair haird halft hallo handb harle harpe hater hats heali heave
            -4 hemsw hepta hey hilar hip hitc homag honda honey hook hooke hooli hoops hotst hotte hrith
            -4 hulu humbl hunk hustl hybri hype hyped icon idol ign immer infin inite innin inspi intri
            -4 ipado ipod iraci irony ison itune jacke jadon jagua jailb janja jaspr jeep jenel jenne jessi
            -4 johan jugju juras kalin kanye karat karis karti katy keibl khabi kindl kipch kiss kisse kissi
            -4 kit kloot koffe kourt kris kylie kyrgi lamb lampa lavis lawn lebro ledec legen likes lil
            -4 lineb lineu liqui lite llori login logo lohan lots lucky luka lumia mac macos madhu madne
            -4 magaz mailb makeu mantr manua mario marry masvi mat meals mealt memes memoi metal mic micke
            -4 midfi mikel miley milky mindy minog mirac mixta mma moms muker musta mvp my neetu nest neyma
            -4 ninte nokia nolli norwi notes nude nudit nyjah odd offse oled ondra onepl onsta oprah origa
            -4 packs pairi paltr panda pannu pants parod pasta paych paypa pdf peaty peek penci penne penny
            -4 peppe perfu phill philo pics pix pizza platt playa playe playf podiu pogac pokem pono ponom
            -4 ponop popco popov porn porsc pose promo prop prude ps4 puber qbs quadr quint racew rae rahee
            -4 rainb ranau ranji ranki rant raven ravin rayss reboo rec recip recre redee redes refre rehab
            -4 reinv relay releg remak remat rende reneg repri respa retro riner roast robac rogen rogli
            -4 rooki rosea rosha rotat rouge rower royal ryu ryzen sagan saif saili sakur salah salon sanch
            -4 sandw sang santa savag scarl scary schwa screw sdk seacr selen semif semis sensa seque seren
            -4 setup sexy shack shail shast shelv shilp shy simul sindh sing singi sings siri sizzl skeet
            -4 sketc skin skinn skipp skywa slugg smart smell smoke snack snap snapc sneak snls snubb soap
            -4 solo songw sore soul spa spect spfl spice spinn spino spoof spoti sprit stain star stell
            -4 strol stuff stuns stupi styli subsc sugar surfe surre sushm suv swimm t20 t20is taaps takea
            -4 tale taver tea tease teige tendu texan thiag thron throw timbe tinde totte toy twitc umpir
            -4 unbel unc undie undra unsun upgra usefu uswnt vagin valor vande veg vegan velve versu vibe
            -4 vikin viral vista walle wardr warzo watfo weara wears wed weds weird windi wine winfr winge
            -4 witch wnba woman womba woodl wows wr wrap wta wwdc yearb yours zac
            -5 actre adora aries bra buds coole craft curat dlc dress foodi fortn frien gadge galar gamer
            -5 gefor givea glam gorge gourm headp horos jewel jrpg kitte lifes lover lyric meme neckl newsl
            -5 nutri pinkv pisce playl ps5 puzzl quiz rappe recap resur roman selfi specs spoil sunny timel
            -5 tips trail usb virgo vogue wwe yummy zodia
            -6 joy worko
            """
        ),
        (
            .russian, -1,
            """
            9 путин
            7 взрыв мишус орешн
            6 беспи залож корон кремл объяв погиб терак удары умерл
            5 авиау атаки бпла вакци воине воору вотум вулка геноц гипер госпе завал израи импич кабми махач
            5 мятеж набиу опек повст подры покуш постр превы прези разве ранен режим союзн терро трамп убиты
            5 уничт хамас хусит цб
            4 112 atacm g7 himar patri аббас авиаб авив авива аннек антип апелл армие армию армия артил асад
            4 асада ассам атака атаке атаку афроа аэс барнь барри башар бежен безъя беиру белго белоу бербо
            4 бинья ближн блинк боев боеви боевы боего боепр боиню бомба бомби бомбы борре бортн вагне ввела
            4 ввс вдв венес взорв водом воева воюют воюющ вражд вторж высыл гааге газпр галан галла гебре
            4 генсе геншт геопо гибел глава госбе госде госду госсе гуман дальн дамас дамбы двоих девал
            4 деста дефол джебх дивер диппр днр донал донба донец дроны еврод еврос ес закон залуж запор зрк
            4 избир инауг инфля ирака иран ирана ирано иранс истре кавел казни калла канцл келло киев киево
            4 ключе коали конот корру косов круше крымо кулеб купян ливан лнр лукаш макро масси мбр межко
            4 мерке места мид миноб мирот момен мэра наемн нацбе небен нетан нпз облом обога обстр огран
            4 ожест оккуп орбан оружи отста паден пакис палес парла патру пашин пво пезеш пента плен погра
            4 погро пожиз помил постп правя прими приня приос прого пропа пхень ракет ранил ратиф рбк револ
            4 резол росси рсзо рубио рютте рябко самми самоо санкц сбили сбито сбу сверг сво свр славя слезо
            4 собян солда сопри спике сраже срочн ставк старм стычк судан сумах сутки сухоп сырск таифу
            4 талиб танке танко тахри тегер тедро телео тель терно токае траге траур трубо туск убили убит
            4 удар ударо указо ульти урегу урсул флоид флори флота харьк хезбо херсо цахал цзинь цик цру
            4 челов черка черни число шебек шеств шоигу шольц экипа экс энерг эрдог эскал
            3 103 19 2024 bloom china covid sars times абхаз авиак агрес арест армии атак атако аэроп балти
            3 бедст безра белар берли беспо бжани бирже будут вашин венгр верто вклад власт воз возду возоб
            3 воина воины воиск вперв вс всему вспыш въезд выбор выпис выпла выше голос госуд дикта днепр
            3 догов домод допро дроно егэ жертв забол завер задер запре зараж зараз захва золот изъял ингуш
            3 инфиц ипоте июля канад каран катас киеве кндр крыла курск летал ливии макси масоч минпр минтр
            3 минюс мирны миру мрот напал насел насту нато нефтя нобел обста огонь около отклю палат панде
            3 парад пасса песко повес повыш подня подтв пожар полых попад попов пораж посла прави премь
            3 призы приме продо проку пропу проте реани росав росте рухну сбиты сбои свиде сеича силов ск
            3 сконч следо следс совбе спецо стрел сша терри торго трево трети тюмен угроз удара ударе ударн
            3 умер умерш урага урана утвер хабар цен чрезв шторм эпиде южнок
            2 17 2025 21 31 32 350 50 500 afp airbu arabi assoc axios bbc bfmtv bild boein brent chorn cnn
            2 deeps dpa econo finan fpv kyodo leopa moder monde nbc polit reute sana spieg sputn state sukho
            2 truth washi wsj yonha ytn абу авиал авиар авиас авиат автод адмир азерб азс аксен актов акциз
            2 алепп алжир али аль альян амери амурс англи англо анкар аннул антик антим антир антит арабс
            2 арави аракч арген армен архан астан атомн афган аэрод аэроф бабар баку банк банка барре барье
            2 басма батал бедно безви белга белгр белор бельг бензи бесси биржа биржи биржу блэка богом
            2 боево бои боица боицы болга бомбо бомбу борту брикс брита брифи броне броше брюсс брянс будет
            2 бунке бурят бывша бюлле валют варша введу ввел ввест вводи вводя ввоз ввп ведом вероя верхо
            2 взвод взлет взыск взяти взятк взято визит визов вильн вину виток вице вкс вменя вмс вмф внеби
            2 внесу внж водос водох военк возго волат волго впк врага враже вреза врио всего всеи всех вспле
            2 вспых вступ всу вузы вывез вывоз выдат выдач вылет вынес выяви вьетн гаван газ газа газов
            2 газоп гамал гаран гарни гвард гд генпр герма главу главы годов голод гонко горин город госаг
            2 госиз гособ госпо госсл госсо госст госэк граби гражд грана греци грозн грозя грузи грэм гсчс
            2 гур дамбу дании данны дарчи двуст девоч декла делег дели демог демок демон демпа депоз депор
            2 держа десан детон диагн дивиз дипло дисло доктр долла дольщ допла допра допус досро дости дрон
            2 дрона дтэк думы евраз еврее евреи еврои еврок египт екате елиза ельци ерева жилои жилом жилые
            2 жилья жирин жкх жозеп забар забас забло загря задеи задох закры заксо замес замми замна запод
            2 запра запус заран засед засек засух затон зафик зачищ заяви заяво здани здрав зелан зелен
            2 зерно злоуп зрс зураб ивл иг идеол идет идлиб избер избив извес изнас изоля изъят иммиг индию
            2 индон иноаг инома иност инфек иорда ирлан искан ислам испан истек источ кавка кадыр казак
            2 калиб калиф камал камик камча карак кариб каспи катар катер кахов кашир кая кемер кенне киева
            2 киевс киеву ким кинжа кипр кипра кирги кобах ковид кодек кокаи кокса колон колум коми комис
            2 компр конве конгр конст конфл кончи кораб корее корею корея кори корол кпп кпрф краже крово
            2 кроку крым крыма крымс кубои кузба курах курс кыргы кэлин кэпит лавро лаине латви латин лауре
            2 лдпр легал легио леите летев летчи ливен ливне ливни лидер ликви липец литва литве литвы лихач
            2 лишен лишит лозун локал лондо лэп маида маиск малаи маниф маргу марок мароч марш массо матви
            2 мая медиа медра медуч межве мекси мелик меру метел мечет микоп милон минне минно минсе минск
            2 минст мину минфи минци мины минэк минэн мирно митин млрд могут молда молдо молот монго море
            2 моряк мосби моска мотив мухам мчс мэр навал навед налет нанес напав напас напуг нарас наращ
            2 нарко нарыш насме нацас нации нацио нацис ндс недру нежел незак нераб несан несов неуст нефте
            2 нефти нефть нехва неяде нигер нидер нижег них новак новым ножом норве норни обезв облиг оборо
            2 обруш обсуд объек обыск обяза обязы огаио огнев огнес ограб одесс одкб одобр ожого округ олаф
            2 олига омбуд омон оон опаль опаса опера оперш оплат оппоз опухо орви ордер орешк оруди оруже
            2 освоб оскол оспор осужд отбыв отвер отвод отмен отмыв отозв отопи отрав отсро отстр отсту
            2 отток отчит офице охвач охран оцепи оцепл оштра пао париж парти пател патол педоф переб перес
            2 перу пехот пичуг пламе плана плате плато плена пленн плоти пневм побоч повле повре погаш под
            2 подби подде подеш поджо подле подож подоз подор подро подсу подче поезд поима пока полет полиг
            2 полиц полко полта полуо польш попра порош порт поруч похол правл преве предъ преем пресе пресл
            2 пресс прест прибу приви приле прину припа прира проан прови продл проро прохо псков пулев
            2 пулем пули пуск пуски пуско пытал пятиэ радар радик разва развя разгл раздо разми разог разре
            2 разыс ран раны расиз распа расто растр реакт реиса реисы ренха респу рефор ржд риа ритор роге
            2 розыс росат росгв роско роспо россе росст росфи роты рубли рубль рублю румын рэб рядов рязан
            2 салли самол самоп сапер сар саудо сбива сбил сбит сбить сверд сводк сдерж сдето серби сеть
            2 сеула сеуле сигэр сизо силуа сирии скору слиян смерт смерч сми смоле смягч снабж снг сниже
            2 снизи снизя совфе созыв сокру сообщ сотня союзе спаса спасе спаср спаст спецн спецп спецс
            2 спирт сража сразу ставр стагн стамб стати стаци стыко субси сувер суда судах суде судеб судеи
            2 суджа суджи судил судна судне судно судов судом суды судьи сумск суточ сухум сущес съезд сырье
            2 сырья тагил таджи таива также такти танк танка танки тариф тбили телам тело тенев техас тихоо
            2 толья топли топор траги трасс требо трлн трое троих троти тульс тупик турец турис турци тушат
            2 тц тцк тыс тэц тюрем тюрьм тяжел убежи убивш убиис убил убила убило убито убить уволе угарн
            2 уголо угрож удало удобр уехав узбек указ украи укрыт укрэн унесл упали уполн усугу утру ушако
            2 фальс фбр феико финан финля финск фондо форми фракц франц фрг фронт фсб фсин фурга харри хиншт
            2 хищен хопки хорон христ цахкн целос цензу частн чвк чехии чехия чечен чечне чечни члено члены
            2 чп чс чудов шахед шахте швеиц швеци шлосб шотла шпион штаб штаба штабе штат штата штате штато
            2 штраф штурм эваку эвтан эквад эколо эмира эмман эпице эпште эстон юань юга южмаш южная южног
            2 южном южную юрии юрисд юрлиц юстиц ядерн якутс япони
            1 04 09 1 108 2 2020 2027 2028 240 27 29 4000 45 47 48 5 52 58 60 75 8 81 85 9 90 95 97 98 comet
            1 cov ddos disco n new nil of on one p qr v york авари авгус авиаг авиац австр автоб адвок адрес
            1 акции анало анома антар апрел аслан африк баиде балли банко банкр безоп белог белом белыи би
            1 ближа болез больн борис борьб брази брат бывше было быстр введе ввели вверх вглуб верне веса
            1 виды видят викто вич внуко внутр во военн возбу возмо возро воинс воину волод восем восто
            1 восхи восьм впере враче встре втора входи выезд выжив выздо вылеч выпил выстр выход вышед
            1 вышла выявл г генер гибдд гидро главе глоба года годам годы горит горят госко госпи грани
            1 грипп грузо дагес дал дали дата двери двое дворе двухл деда дезин декаб деле детям дефиц джаст
            1 дискр диста днеи до добро докум дом доме домов дону драку други дтп дырои е евген евро европ
            1 едва ему еще ж жарки ждет жестк жесто живых жилог жилых жутки загов загор задым замгл замед
            1 замор зампр заним запад запас запро зарег захар звани звонк земля знала значи иван ижевс избил
            1 извер извле изуче ик илон индии инфор инфра инцид ип иск исклю испыт итали июня к кабел кадра
            1 кадры казан казах какую канди карел карт карта кассе кв китае китаи китая кнр ковер колом
            1 компа компе контр концу кореи котел кратн кризи крими кровь крупн крыму куда легко леноб летне
            1 летни летня лимит линии лисса лишат львов льгот любом людеи люди людях м магис марта масса
            1 матем мвд медиц медпо меньш мер меры ми мигра миним минис минут мире михаи мкс младе младш млн
            1 много мог мозг мощно мск на набра над надее назва назна наказ накан након накро налич налог
            1 намер народ наса насил начал начат начну невоз него нее неитр немец неофи непог неско нет
            1 нижне нии никак никол новая новыи номер нью оаэ об обвал облас обмен обнар обсто общат объяс
            1 огня однои океан окна оно опове опубл осети оскор остав остал осуди отече откро отобр оформ
            1 очеви пакет парен парке патри пекин перво перев перег перио пик план плата площа по побер
            1 повод повыс подво подго подош подпи подра позво полну полны полов понед пообе порог порыв
            1 посад после пособ посол посре пост потуш похит похор почти почув поэта предв предо предс преду
            1 прежн прекр преод прерв прете прибы приго пригр призо прика прикл примо присв прису про проби
            1 прово проин проко проли проры проти публи пункт путеи пятер пятиб пятни разга разгр разли
            1 размы разру рамен рамка распр рассе рассл расти расхо расче ребен регио редак резер рекор
            1 рельс речь решил риско родст рожда рпц ру руб рубеж рубля руков рф рядом с саака самар самих
            1 самои самым санкт сбежа сберб сведе свобо связи сгоре сдать сделк себя севас север секре сенат
            1 сесси сил силы синоп слов слово служб служе слуха случи смогу снаря снима сняти снять со собра
            1 совещ соеди сокра состо сотни сотру сохра социа сошел срабо сроки ссср ссылк стади стане стары
            1 стекл стиму стихи стоим столи стран страт субъе супру сцена такая таки тасс текст тела тепер
            1 типов токио три ту тут убииц удали удари удовл удост уже узнал указы улиц ульян умень униве
            1 упала упоми упрос услов успел устан устра уступ утра утро ухудш учени учите ущерб уязви февра
            1 фирмы форме химич хочу хулиг целях центр цены цикло цисте часов часу чего через черна черны
            1 черто четве чинов числе члена школ школы шоков штамм экзам эконо экспо экстр элект этапа южнои
            1 ядра
            -1 0 06 08 10 140 15 170 230 24 250 300 35 39 3d 400 41 42 55 70 76 77 air alter apple bank big
            -1 code conce devel digit email europ falco go golan googl html http i ii ipad js lada land
            -1 linux micro mobil mysql nasa nvidi p40 post pro pytho q rest ryzen se shado studi syste tab
            -1 teleg twitt ui ultra vivo vpn watch wildb with x ð3 авто автоп аитиш актуа алекс алког арсен
            -1 архит аспек астер баз базу базы баре барсе без бездо бесед беско библи бизне битко бить благо
            -1 близк больш бот бульв бутов бутыл бы важно важны ваш вашег вдвое ведь верси верхн вести вещеи
            -1 взаим взгля видео видно видом вина вирус влажн влияе влиян влият внедр вниз внима вокру волог
            -1 вообщ вопро ворон воспи воспо восст вот врачи вредн време время вторы выбир выбра вывес выгля
            -1 выдел вызва выигр выиду выкат выкуп вынуж выраз вырас выска высок высот выста вышел газет
            -1 газон геиме геимп генде генет генна герои герце глаз глуби говор голов горен гориз гормо
            -1 горяч групп давле девят делал делам делат делим делит депре дерев десят детен детор детск джо
            -1 диало дизаи диноз дирек длите довел довер дожде доигр доказ докто домаш досту дочер дочко
            -1 дочь драче друг друга друго едино единс ее ежего ежедн ежене если есть ефрем жалоб ждать же
            -1 желан жена живет живот жидко жизнь забыл завед завез завел загсы задач задум замен занял
            -1 запах запис запла затру защит здоро зерка зимни знака знани зону зрите ивано играе идеи идею
            -1 идея извин излиш измер изнач или им имена иммун инвес инсаи интег интел интер инфар искат
            -1 испра итоги ищет кадро кажды какая какие каким камни канал карты катан кварт кг кек кибер
            -1 кинот кинул кисло клиен клуб книги ко кого код кода кодов колле кольц комит компи компо компь
            -1 конта конте конфи конце косми кофе курен курсо курсу лабор леони лесу лета летню летоп лечит
            -1 ливер лига лиги литви лиц ловуш локом лучше лучши любит любят магаз магни мален мама мараф
            -1 марки маршр маска матер матри матче менее мере мессе мест месте местн месяц метод микро мне
            -1 мнени многи мобил модел может мозге мои молод москв моско мощне мужа мужем мусор мы мысли
            -1 навер навсе нагру надеж назад напад напис напом наско наста насто настр науки научн нашег
            -1 нашли невид недел незав незам неи немно непло нервн несча низки низко никит никог никто ничег
            -1 но новго новог новои новую ночь нуля нюанс обеща облак обман обозн оболо обрат обуча обход
            -1 общес огром один одног одну означ оказа оксан олег опасе опасн опред оптич опять орган ориен
            -1 ос осень ослаб ослож оснащ основ особо остан остры осуще отвез отдых отзыв отмет отпра отпус
            -1 отца оценк очень очере ошибо ощуще панел парол партн пацан перее перек перел перем перео
            -1 переп петро писат питан питер пк плане плано пласт платн плюс повед повез повер повсе погод
            -1 погон погру подал подач подбо подсч поеди пожал пожил позже поиде поиск показ покол покры
            -1 покуп поле полуг получ польз поля помещ помог помож попыт порта порти посет посещ посту потом
            -1 похож появи появл появя права право предп презе преми при приве привл прием призн прикр прине
            -1 приоб прова прогр прода проез проис прони просм просп прост прото проце прошл прямо психи
            -1 пути путь пятыи рабоч раза разда разде разме разны разоб разоч разра раион раскр распи рассм
            -1 реакц реаль реком ренде репоз ресто решен робин робот рогоз родит рожде ролик росто роуте
            -1 рубле саит саита саито сами самог самое самую самыи самых сбер сбр сверх своем своим свою
            -1 связа сдал сезон секто семеи семьи семью семья сентя серде сереб серед серии серия серье
            -1 сестр сети сильн синдр синхр сих скеит склад сколь скомп скоро скрип скром слабо сладк слухи
            -1 слыша сна снежн снижа снимо собст событ совре согла солне сопер соста сосуд сотен соцсе спасл
            -1 специ спорт стави стал стали стари стоит стоян страд страш строи строк судьб судя суров сфере
            -1 сферы счаст счет счета сын сюда таила такие таким таког такси там тверс театр тебе телеф тем
            -1 темпе тему тенде теоре теори тепла тест техно тимли типич том топов точно требу трена треть
            -1 трех тропи турни у убеди удивл уити украш улица улучш ума умира умныи упако упал употр урове
            -1 уровн урока усиле усили устои устро утром участ ушла фаило факто фанат фести физич фильт
            -1 фирме фнс фотог фунда функц хаббл хабр хокке хорош цвет целеи цели целью церем чаилд части
            -1 часы чек чемпи чипов читае что чувст чудо чуть шести шифро шлагб шоссе штатн щелко экзоп
            -1 экзот экспе эмоци это этом эту юге юго юпите являе ядро язык языка языку якобы январ ярмар
            -2 3dmark 5g 7318b a a100 a51 acade ai airpo alien aliex alpha amazo amd analy app apu arena arm
            -2 art asroc asus atlas audi audio award b550 baza bende bitco black btc buds carls cd ceo ces
            -2 chatg cherr chrom ci city cloud codin compa count crowd cruis cry cs2 css csv curio cve cyber
            -2 daily dark dc death debia deep def dg1 dhl diana direc displ diy djang dlc docke domai doom
            -2 dos downd drive dxoma e ea edge editi elect ether ex exper extre f face faceb fasta find
            -2 first flask fmt forbe ford forex found fox func gagad games gamin gemin get gif git githu gpt
            -2 grand green gt gta gtx head healt hill honda honor horiz hr https huawe hyund i7 ibm if impor
            -2 in info init inves io ip iphon ips iqoo javas jeep jetbr journ jupyt k k30 kirin kuber l labs
            -2 lake langu le lead learn leona lg libra life list lives mac macbo machi main manag marve
            -2 maste match mate matep matte max merce meta middl mini mix mode model mosco mtv name natur
            -2 neo net nfc ngc ninte nord note20 noteb nvme oled onepl oppo ozon pci pcie pdf php pipel play
            -2 plus point polar power preda proce produ progl proje push qa qualc radeo radio rails rainb
            -2 range raspb razer real realm reddi redmi renau reque risc robin room rotte rpg rt rtx ru s20
            -2 searc secur senio serie sessi shari simul sky skype socia solar sourc sport spoti sqlit ssd
            -2 ssj stack stars std steel stell stive store stree strix struc super table tank tech techn
            -2 testi threa tikto time ton toyot tprog trans tron twitc two types uber ubiso union unity unix
            -2 usb video visa vk webso weste whats world x1 xperi xt yadro yota youpi youth youtu z zoom
            -2 аббре абоне абстр авито автов автог авток автол автон автос ажиот азарт азиму аизек аифон
            -2 аккау аккум актри акция алгор алиме аллер алтае альцг анашк ангел андро аниме анонс антид
            -2 апгре апока аптек арбат арбит арена аркеи артеф архео ассем астро атриб аутиз афимо ахмат
            -2 ашана бабоч бабуш баги базам базов баике бакал балаш балет бан банан бане баран барс батум
            -2 бедол бедра безби безос бенке бенчм беспл бессе бессо бестс бета беты биатл бинар биоло биома
            -2 бирюл блог блоге блокч бобро бобры бог богат богач боксе боксу болел бонда бород босс бота
            -2 ботан боты брак брасл бреин бренд броке бронз брони бронь буду будущ букме бунде бэкен ваиб
            -2 вакуу валда вам варла вас вахта ваша ваше вашем ваших вднх вдохн веб вегас ведущ веиби веипы
            -2 векто велос вендо веран верни вес визуа вильф винис вино вирту виски витри вкаты вконт вкусв
            -2 вкусн вмест внедо внезе внук внука внучк вожде волк волко волос ворот воспр востр впеча вселе
            -2 вскор встро всушн всяки вшэ выгор выгул выжим вымир выпит вырез вырос вычис газел гаид гаидо
            -2 гаишн галак галлю гарик геем геи геном геома гигаб гиган гипот году гонор гордо горшк горьк
            -2 гофер грави гради грызу гулял гулят гум гуме гуру гусь гуф да дача двача двига движе движк
            -2 дебош деваи девуш декор делаи делик демо день депло детек дешев джека джене джики джобс джуны
            -2 дзюба диабе диаго диаре диван дикие дилер динам диска диско диспл дня дожди долма домог допин
            -2 дораб дорог дочки драив драке дружб дубае дубаи дубли дуров дюима еды ездил елки жанре женит
            -2 женск женщи жизне жител жк заблу завое завтр загад загит загсо задан заказ закат закли замет
            -2 запат запеч запов запом зараб заряд заряж засну засып зачем звезд звере звери зверь звука
            -2 звуки земле зенит зефир змеи змея знаем знает знаме зомби зонти зооло зоома зооса зуево зум
            -2 зюзин иб игр игра играм играт играх играю игров игрои игру идеал измаи изобр изогн икра икры
            -2 ильин имидж импор индив инклю иннов инопл инстр инсул интри интуи ископ испор иссле ит италь
            -2 итера ишеми ищем казин как камер камин каник капел капсу карли карто карше карье касса кассы
            -2 катал катат катке каток катте катюш кафе качес кашел квант квинт кеисы кикше кинок киноп
            -2 кишеч класс клето клопс клуба клубе клубы книг книга книгу ковра когда коде кодом кожан кокор
            -2 колба колес комби комед комет комме комму комна комфо комью конеч конку консо консп копир
            -2 корзи корм короб корпо корти косте костю котов котте кошач кражу краси крате кратк креат
            -2 кресл криво круза круче крыс крыса кто куб кубка кузов кузьм кукур кунце купе купил купит
            -2 купюр курор курят куста кухне кучеи лада лазер ландш лас леген лекси лекци лента ленты лечил
            -2 лиге лидир лимон листь логис лось лотер лужни луна лучша лч любви любер любим любли любов
            -2 лютыи маи маине маини малыш мальд мамои мамы манда манче манья марка марко марс марсе марсо
            -2 марьи масте мат матуш матч матча матчи маури медал мелан мелоч менед меня мерку мерсе метад
            -2 минер миниа минив миф мифов мифы мкад млеко мма мневн мода модиф модно модул мозги моике
            -2 молоч монаш монет монит монта моски мособ мосфи мотол мотор мотоц мощны мрамо муж мужик мужск
            -2 мужчи музее музеи музея музык мульт мух мцд мцк мышле мясни мясно навре навык надо нажми
            -2 наиде накам накле накор накру нам наном напиш насла насмо натур наука наушн наш нашум недов
            -2 незна ненуж непту никот новин нович ноге носим носит носта ноябр нрави ну облач облил облож
            -2 обмор обои обраб обрет обсер обучи обфус общен общеп обыгр овечк одева одежд однок оживи
            -2 ожида ожире озеле окон октаг окуну олимп омска омске онкол оперн описа опроб оптим опыт опыта
            -2 орехи орехо осаго осваи осенн особе остин отель откли откры отлад отлич отмеч отнош отрыв
            -2 отфил отыгр павил палео параз парк парко пару паста патен патте патч пачка пвз певца певцо
            -2 пенно переж переу петар петуш пешко пива пиво пивов пикап пирам питом пишит плава платф плацк
            -2 плоды плуто плюсы пляжа пляже побол побор повар повзд подар подел подка подкл подру подсв
            -2 подси подум пожел позит позна покус полез полуз полуф помни помыт пообщ попул пораз поруг
            -2 послу посуд потра поход почит почта пошаг правд празд праис предк преды преим препо приво
            -2 призе призр прила прима принт принц притв пришл прият пробе пробо прога прогн промп прора
            -2 просн профе прыгн прыжк пса психо птиц птица птицы пульс пушки пьян пятик радиа радио радов
            -2 раз разбл разбо развл раско распл рассв расск расср рассы раста раунд рафаэ реала ребят режис
            -2 резин реити рекла рекру рекур релиз ренат репет репор репти рио ритеи риэлт роб робоп родни
            -2 роды розов рок роули роуми рпл рубин рукок рулет руль рунет руси рфс рыба рыбы сад сада садах
            -2 саду саиты салав салон самок санат сатир сатош сбера сборк сборн сбп сбыва светс сеанс седан
            -2 сенса серве серви сереж серию серпу сетев сигар синие синта сити сияни скане скафа скачи
            -2 скеле сколк скрес скрин скрэп скуль сладо слета сливо слова слове слуша слюса смарт смеши
            -2 смоде смотр снача снегу собач собес сожит сок солен солис сольн сообр соосн сотов софт спаль
            -2 спаси спеца спонс спосо спячк срази стаже стаил стала станц старе стать стафф стено стере
            -2 стив стиля стрим студи стэнф стюар суббр сувен сугро супер суши съемк съемо сыгра сыпь сюжет
            -2 сюрпр табак табле таимк таина таину таисо так такое татья тб твери твитт твои творч тегам
            -2 теило телег телес темат тепле теста тигр тиньк типам типы титан титул то товар токси толст
            -2 тонко топ торпе транк треве треид тренд трене трени трехм триум тропа троян трудо туале туман
            -2 тур тура туры тушин ты тыкв уважа увлеч угнал угнат удаля удача удиви уефа узнав узнат улице
            -2 уличн уника упраж упрощ урал уроко усадь услуг усове успее устав устар уфы ухажи учатс учебы
            -2 учены уэст фадее фаил факты фастф федун феиер фигур филос финал фичу фольк фоне фотох фрукт
            -2 футбо хабиб халви хамов ханте хеш химка химки хиты хлебн хозяи холив хорро хосте хости хотим
            -2 хрони худож хэтчб цариц цвето цветы цена цене ценит цивил цодд цска цуме чарли чат чате чаще
            -2 чем черта чипы читаи читат чтобы чудес шаман шансы шахма шедев шексп шерст шокол шотов шоу
            -2 щелку щерби щукин эволю эиншт экипи экран экскл экску элитн эмуля энтуз эстаф эстет юбиле
            -2 юзкеи юного ютуб я яблок языке языко яица яндек японе японк японц яркие яхта
            -3 actio andro api band bmw build check compo conte core cpu devop engin fi fps funct gefor
            -3 gener hello ide ios it junio lenov lite llm macos ml mma nas nissa nokia note os panda pc
            -3 postg pull react ruby samsu scien smart snapd sony sql swift switc think tv ufc valve vesta
            -3 volks vs wi windo xbox xiaom yande zen актер апл артис ассис ассор беспр бонус брака бытов
            -3 вакан ваши вашу венер венти весел витам вкус возлю волше вт выбер выгод вылож гадже галер
            -3 гастр гб граду греид гц даидж джуно дистр досуг друзь дюимо ждем забег забил зоопа зумер игре
            -3 игрок игруш игры иллюс инди интим инфог кавер квадр кино класт косты кот кофеи крипт круто
            -3 курсы ловит макка мемы мини модны монст набер нажат накоп научи начин невер новеи ноутб нурма
            -3 обзор обуче онлаи оптик отдох парам пароч песни питон пишем планш плюса плюще побеж подск
            -3 поигр покло поп порад посмо потте похва почем пресн приду продв проду прока проши разбе разби
            -3 разво разыг раскл ревью рисов садов самоу сеньо симпт симул скаме скилл смоло собча сорев
            -3 стиле стрес субд табли телев тролл тутор увиди удово узнае узнаи умные умных успех утили
            -3 фаила фаилы фитне флагм фокус форва фото фреим хабре хотит храни чип чипсе шабло эпичн ютубе
            -3 яп
            -4 2гис 3000xt 4800u 4k a3 acer add after aka alex amole amper antut appli archi arma ask assem
            -4 astro atomi aura avito basic benz bluet book brain bsod call camer capit cdn chall charg
            -4 charm chat chery circl circu cli click coca cola colle compr const contr creat crypt cs dawn
            -4 day defen desig dev diffu dimen disne dns dota duals duty dyson echo edito enter epic error
            -4 event evil exyno fight flipp frame free freec game gamer geely gmail gpu graph grpc hall
            -4 hardw hdd highl honey how hp href huggi i9 infin insta iris isaac isola java json kfc kia
            -4 kicks kotli lambo langc letsg lock m4 mafia magic make maps mazda mecha media meizu mijia
            -4 minec mitsu miui mongo mono motor msi music naked netfl next node nvd objec odyss offic olymp
            -4 opera optim packa pages path pay perfo pgo pi pixel plays porsc pos premi print profi progr
            -4 prome ps5 pubg qled read renoi respo retur revie rgb rock rog rot russ rust rutub rx sber
            -4 serve setup sh shama sharp shot show silen silve skill soc soft softw solid spark spect star
            -4 steam story strea tea team test text ti tinyg tip tomat true type unive unrea updat v8 value
            -4 viber villa visua vue web work worke wwdc x10 x2 x4 x5 x50 x86 z490 zero абсур абьюз автоз
            -4 адапт адрен аити аквар аксес алена алла алмаз альбо анжел анима аннот антив антио апарт апдеи
            -4 аппет араби арбен арома арт асинх атлет атор аудио аутен бабки бабул баг багов базар бали
            -4 банал банкс баноч бар бараб баром баске батар батла батя бегов бегун безал безза белич белка
            -4 белье берез бесце билод блеск блино блога блого блюд блюда блюдо бобр бодро бокал бокса болта
            -4 болью босса боте ботин ботов брачн бреке брилл будил будни буино буквы булли бурге бутер
            -4 буфер бухга бухои бывшу ваз ваилд ванны варен вашим веба вебин вежли веип верон весте ветвл
            -4 веткл ветку взбес видос викин вин винил виног вином вишли вкуса вкусо водко вокал волну волье
            -4 вообр вор вориш врата всеоб вынос вязан газир гарде гармо ггц гелен гелик гениа гид гиены
            -4 гинне гипсо глади говно говяд голая голли голог голои голыи гонке гонки гонщи горут грамм
            -4 графо гребл гребц грибк грибн грибо грибы грина гриша груди груст губ губы гугл гэтжи дeнь
            -4 даваи дам дама дамоч дамы дарим дарит датам движо дворн двухк дед дедуш декре дельф дерби
            -4 дерзк дескт дзен дзюдо диагр диана дикси диске диски диффе дичь днище добря дозво домик донат
            -4 дончи драко дресс дрифт дуршл душ душа душев дышит дюран дядя евров еда едои еду ежеи ели
            -4 елка елку елочн емкос ест женат жене женил жесть живем жиза жкт жук забав забер забив завир
            -4 завор заигр закус зал залип залог замуж заплы запча зачет звуко злоде значо зубно зубны зубов
            -4 зубы зумом ивент играя идем изо икрои икру инвен ингре индиа инста искре кадр кален кальк
            -4 калья капот капус карол карпи карти касто кастр каэта квест кенгу керам кипер кирко кит китов
            -4 кладо клеи клик клика клико клопо клубн клубо книге книжн кнопк кнопо кодир коду коды кожу
            -4 коз козои козы кока кокте колл колу колы комар комбо комик комми конди конор конса консе
            -4 конья копил копче коров корте косат косме косол кота котеи котен котик кото котом коты кошек
            -4 кошеч кошка кошки кошку коэфф краса красо крауд креве кроко кросс кроша круты крыси крысы
            -4 кубит кубы кулер курин куриц куртк кухни кухню кухня кухон кхл кэш кэша кэшир ладон лаик
            -4 лаифх лампо лампы лап лапы лебед леди ленив леона лерче леха линеи линте листы личин логи
            -4 логов логот ложит локац лосин лосос лук лучик львы люксо люстр лягуш м2 магие магии магич
            -4 магия маион макгр мальт мамам маме мамоч мандр маник манул марке маркл масту махин мебел мега
            -4 меган мед меда медов меинт мелат мелод мем мемов мемуа мен мента менто меню мерч месси метаб
            -4 метри милот миры мисти мод моде мое можно мозгу монак мордо мореп мужу музео мышеч мышка
            -4 мышку мышц мышцы мышь мясо мяч надув накач нарис наташ натив нба неанд небос недор недро
            -4 нереа неуби ниндз ништя нм новен нокау носко носят нхл обед обзав облик обнаж обогн обоср
            -4 обуви обувь общаю объят овощи огоро огурц одеял одноп однуш озада окее океи олене олень оливь
            -4 ооп опенс опция освеж осьми отдаи откус оттен офлаи очки очков паика паипл пален пальм панда
            -4 панор папа папку папои пауко паяль певец певиц пельм пенис перве перез перна перфо пес песен
            -4 песню песня петь пивна пивно пивны пиксе пират пирож пиццы плаче плеи плеил пнул побег повел
            -4 погла погна погов погре подер подза подуш подэк поет позал покат полот полюб помид понос
            -4 понра порас порно посид пости пот потря похме похуд преис преры привы приз продю промо просы
            -4 прояс псевд пульт путев пухов пушис пхуке раиде рандо рапир рарит раску резюм ремес репер
            -4 ретеи ретро рехаб риелт рис ритуа рожал розет ром ронал ротар рубик рубри рудко рутин ручно
            -4 рыб рыбал рыбны рыбу рэпер рюкза салат самец самка самов самор самцо санте сассе сберм сберс
            -4 свадь сверш свече свида сгене сдвг сдэк секс секса сексо селед селле сенсо сериа симпс сироп
            -4 сказк сказо скани скачк слаид слез слезы смель смешн сне сном снюс снял сова совко сову согре
            -4 соли солид сопос сорта сосис софта сохат спа спарр спарт сперм спина спины сплит споил стат
            -4 стек стеко стенд степл стике стиль стилю стира столы страу стриж стрип струн сумки сухос
            -4 сфоку сфото съел съели съемн съест сыр сыра таима таини таины таитл такта талис танец танце
            -4 танцо танцу таня тарак таран таро тарол тачки тверд твоих текил тележ тенни терра тетри техпр
            -4 тизер типор тираж тиран тодор токен топе топол торва торт траво трапе треил трек трека треке
            -4 треки треш трешк трилл троиц трубк трюка турби туров тусов тутбе тыквы тюнин углев углуб
            -4 уголк удобн ужин ужина ужине укрощ улыбк умная умног умолч унита уроки уроло устри утрам уши
            -4 фавор фан фасол фекал фехто фильм финте фичи фишек флешк флибу фобия фонов фоток фотол фотон
            -4 фразы хабра хаипи хакат халяв хама хваст хеите хешир хит хмель хобби холес холл холос хомяк
            -4 хэлло царев цветк цветн ценни чаи чата чатах чая чекал чел челле челси черве чесно четко
            -4 чехло чинит чипа чичер чпу чучел шагов шапки шапоч шаурм шашки шашлы шварц шерло шеф шизои
            -4 шины шкляр шоп шпарг шрифт штука шубои шумоп шутер шутит шуточ щетин эзоте эко эмодз эпизо
            -4 этери ювели ювент юмори юнит юныи яблоч ягодн яркии
            -5 algor apach apk appst async autom aweso aws azure backe bash bindi brawl buffe bytes cache
            -5 camry carti cgo cmd color commi commu concu conta copil cpo cpyth ctrl curso ddd deskt dolce
            -5 dolt dolth ebite erid err excel exec figma firef flow fortn front gamed gensh gigac gin gnu
            -5 gophe gui htmx hyper int jit kafka kokoc kpi leetc like linke markd memes mod mods notio
            -5 ollam orm overf patek pip podlo presl proto pycha pypi rache redis refle repl roadm roblo
            -5 ruff scalp selec setti sims slice slog sre ssh stard strin sync templ tiggo tiobe tls trace
            -5 tui txt ubunt url valle var webas zip абсен авока аллок анекд афиша белоч близн блины боюсь
            -5 будеш булоч буст бусти бьюти ваибы васю ведьм верст вибра влюбл водол вонюч врыва выпеч вышма
            -5 гадал гадан гаида гаиде гаиды геимд глупы гуфа гуфу даите датас двоич дедла десер джун джуна
            -5 дилдо дофам жанр жеват жемчу жопу забуд зажир заман запил затот зафор зацен знаеш зодиа ивлее
            -5 играб иконк интро инфоц инфу ирони каифу калор канье капиб квиз кеиса кешбэ кодер кодин кодит
            -5 козер комп конфу корги короч корут котле кофем кошат крафт крипо кукол кулин купон кусоч лаив
            -5 лаком лакон лапка латте легас ленди лень леопа либид линук ловко логир маинк мапы маско мастх
            -5 межсе мемом мидло милые митап модни моем можеш моих нажим наилу накид нарез научп нах недоо
            -5 нежно необы неоче несло норм норми нравя нумер обним овен овнам олды онлиф отлаж оффер очаро
            -5 пасха плачу пожен посло посме пофик предз прико прику приру прод промт просе пуш пюре пюреш
            -5 ранта редди рекве релак реляц репли рефак рецеп рилса розыг роллы рыбам саиен самбу саунд
            -5 сберп свите семан симпа сисад скача скидк скины скорп скуф скуфо слаис собак собер созво
            -5 стеке стили стыдн сукку сэкон твоя тельц темщи техди техна тикто типиз триви трюко тьюри
            -5 увлек угада ультр упоря упуст успеи учимс уютно уютны фак фич фича фишка фишки форси фотки
            -5 фотос фрила хаипо хардк хогва хочеш цифер чбд чипсы чит чихуа чувак шарди шикар шнуро шопин
            -5 шоппи шотко шутка шутки эичар элега эпиче юзеры ягоди ярче
            -6 горос
            """
        ),
    ]
}
