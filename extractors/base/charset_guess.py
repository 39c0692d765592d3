"""The character set of text that says nothing about it: how well does what each set makes of the bytes read?

Every reading is weighed in bits (-log2 of how frequent its characters are in the languages written in its set), so all
are compared on one scale: sets of two bytes by the ranks of Chinese, Japanese and Korean characters, sets of one byte
by the letters of the languages written in them. What no writing does costs more: capitals within words, two scripts in
one word, signs between letters. A set that is usual around a page costs less.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from typing import NamedTuple

# Characters of Chinese (simplified and traditional), Japanese and Korean, the most frequent first.
#
# They were counted in subtitles of films, a dictionary's word list and manuals; only the order was kept, and
# what a rank is worth was measured once for all of them.

SIMPLIFIED = (
    "的我是你了不一在有这人他们个来么要会大好为到上就那和中说国以道什去没可生子能得地时也下里想对出过看年都吗事她家天"
    "知还很后多自吧行着发起开小成样用现如之只学但作等于所然心方点经长定真把做些而面分法民前主意全当给怎回工部进啊公本"
    "动见手高最明走别西同从已其机让种理因它门果先间太日业话力市被关实儿打正女再安重两情老快无外代政次新问东又死相名头"
    "谢军体三听表将常区此与者产该跟应北特加己文美比水位电第身物告员像呢利信任制通斯平内放找妈爱合干才场口山直十克月战"
    "建今化性向或度由何马海哪路觉各保并南活入教车感使世城白叫原二气院认总系更解带少候住接孩受命期提题处亲记数计治变几"
    "立金完武万需量结声谁管喜务吃及王件队请边清石拉非诉尔报元德必晚错思至目资爸级许交杀师科欢神每士品始米决难帮四司望"
    "色张展统委基省指首义反离汉便江布设达号光拿运钱字流条官议湖界眼书求五准备笑友社程共权领算早办形改花夫选论式收空术"
    "导华强取切州确近风约哦失称组持格男服远府却查房火英乐规类根传百证周族林联刚单史河警据帝父球且校影游试希罗集息片黄"
    "言亚照器整哥害转步线星调职京考兵即阿谈技连黑令装兴朋台争造您历党留往坐察古须包飞李团消济专病酒商底伙识宝怕质象具"
    "精阳举医弟广玩音功段呀半演县除击随尼深站越农参图土客极皇复案护众伤派价则巴未研救容增况红划待送千局奇究够际型停母"
    "示支满较轻观续抱鱼视嘿语律热料投曾姐喝倒掉八易属久朝另革密存写断值血节啦故注引止药嗯维助甚尽兰枪紧蛋群费速落足标"
    "愿破嘛绝股赛育卡纪推室怪份肯担食居买积婚置继哈显著弹终源双责答势境兄志网跑响衣忙六构列睡穿船龙铁防似乎仅超礼低承"
    "刻突初歉修永楼虽青脸亮项负差钟拜严般味油织讲按左否搞敢独排编斗创托楚威营施旅夜念射习班供检围洲恩监岁丽企副犯卫险"
    "鬼假急静率毛招模若波富木胜采娘验伊混态适致简块抓冲贝素右环村苏获细坏香状冷占呼普银杨养攻效苦雷藏印罪惊沙福七座画"
    "控竟均乱依街背皮嘴激板闻脑某余席架角宫仍降胡批吸退顾层户痛跳幸镇航毒劳吉封麻乡付抗艺伯微忘园升赶换恶预慢协饭狗央"
    "陆范桥压九域卖舞靠章优配弄圣练树临温歌财陈敌追灵守棒录闭玉夏束拍脚句例介景审免店剧松杯杰读善宗戏醒坚牛肉岛秘堂刀"
    "庭咱纳词遇探限刘博掌妹票懂迎草逃执宣顿噢疯既危阶欧爷云顺讨疑索判暗败姆充货测略贵森嗨怀午策床挥喂露良洋烦休康邦丝"
    "田趣伦征姑菜材遗迪梦核操牌奶登恐剑朱括亿翻顶婆益散毕馆蒙艾洛脱移春异奥尚唱亡输港笔餐曲训屋择沉筑典偷辑雄牙杂妻阵"
    "瑞释昨套野叔叶茶归洞额刺宁误短洗宜娜禁瞧私炸销漂丹码困概烟季鲜荆佛替烈督孙寻唯麦授鲁莫附版烧祖借丁迷拥雪评互毫端"
    "俄塔轮荣莉吴坦睛熟妇盘旁哭糟雨彩巨戴昌骨冰厂含辖述唐诺宋旧莱献姓祝後狂虑爆魔智盖庆暴谋款乔补萨毁渐猜矿奖丈洪诗遍"
    "鸡减耳玛挺召凯忽软碰滚末浪植蒂课健疗逐捕弃齐汽纸折塞勒缺炮墙固库灯盛避享丰扩序透甲襄播紫载秀岸弗臣殿尸幕摆尊郭赢"
    "迹累傻隐泽稳珍阻签厅耶瓦剩灭搜谷针雅呆曼埃狱陪勇础童鄂侧冒骗罢届聚梅努忍绿汤湾沿抢挂访侵徒聊屁糕卷遭废宽泰阴摩震"
    "途敬俩弱陵怒袋腿摇染吓潜君巧骑呃抽啥迫夺伸伴挑尤络恨舰镜哇秋诸粉辛伟币墓硬辆岩仙迟莎厚握延圆培页忠虚丢闹奴址鼓摄"
    "峰刑谓距购析旗仪甜损踪予凡绍撒抵拔菲默脏径辈繁妮酸朗售糖纯韦扰鸟液虫启箱廷蓝竞彼庄厌译盾徐残撤触桃闪偏融窗赵圈珠"
    "吹胸川乘岗虎钢桌赞搬厉孤黎讯韩兼奔横订喔撞驻盟壁悲戒欲蠢尖凶奋庙陷灰袁妙纵频御敏孔潮尾汇锁劲奏暖尝伍羊奉隔诚宪逼"
    "租障殖稍摸缓乌役冠嘉纽魂旦誉扬净翰滑壮爹隆裁佳幅援赏泥粮搭郡症堡胞喊梁吨祥碎池纷脉恋猛贴躲杜猪胆剂豆誓狐赌促润醉"
    "谎宇谅袭墨聪拳铺贸拒舒咖申尺秦税倍缩啡迅犹烂彻崇惯郎零荒饮臭漫罚津裂惜涉磨驾坛贾殊仔貌措拖酷荷阁渡寺署扎估械瓜抬"
    "堆汗鞋贼猫熊倾吻插淡综缘琴涓恢档凭闯鹿氏吵豪寄箭岭篇肥俗呈胖牧患符骂迈寒疾允绪忌绩帅截锛娃莲怜泪岳亦饿牢键媒伏扔"
    "董柱曹竹吐诞泉扫仇凤肚荡偶琳绕宾衡疼暂泛哎冬瓶呵甘仁铜邀忆辞振旋贡卢颜贫闲晓颗爵叛泡惨盐恭鼻秒薄葬雕笨焦灾盗映舍"
    "猎爬龄违穷咬霍峡埋尿赖湿曰靖仰耐叹跃扯储孝邓描斤嫁胁巡祭艇番沟燃询隶粗乖邮帐俱锋腐磁拾递帕狼臂仿朵邻肩烤於纺愈井"
    "鼠棉贯腹挡幻佩糊兽敦魏迁挖肠晨腰扮浮劫苗悉麽晶欠慈梯欺桑阅饼蜜钻擦污痴厨胎割炒饰躺燕侍雇皆匹返晋勤纹氧妓乃浓柔赚"
    "丧匙坡惧仗腊慧册览辽悬遵裤掩凉丘僧绑宏碍艘赤怖幼愚恰穴陶孕赫聘桂牲惹愤洁沃蓉傅旨柏瑟蛇怨碗尉锅涂贺奸逮砸驱邪忧屎"
    "芬轰亩抚涨乳俊稀惠哲腾踢瞎券丑狠鸿蒋牵屈嫌贷悄澳捉奈赋帽郑悔宿绘湘扑煤袖腔辩垂阔抛敲夹矛扇覆拼扶漠歇劝刷跪揭喷泊"
    "钥砍驶慌辱肃枝债乏踏堰寨葛辣辅拆寡杭剪跨廊弧弯柳勃眉扣盒冈炎填炼昏慕详滴椅颁盆辉棋籍尘昆趋穆偿耀杆诏爽锦摔乾盯添"
    "亭詹凌欣艰幽姻陛刊菌珊唤翼逊侦励粒亏跌寿薪胶戈羞圾齿垃宙玄凝愉轴轨寸璃侠涌衰赴滩拟卧丛肤链枚亨拦憾姊寓撑漏壳挤昂"
    "傲疏循渔筹账猴肌绳遣羽披恒妖泳柴惑庞浅吊灌捷践慰勾谱塑舱哼岂咸狮姨祸炉吞倘滋浜纲侯蜂拨舌芳缝宴癌鲍矩鉴啤豫遥婊玻"
    "祈斜浴惩伪兹胃蒸溶诊押贤伐肿堪颇荐渴窝扭辨俘雾娶弥耗削廉眠卑孟耍黛脊沈柯篮溜徽趁葡仓畜顷芝蛮恼弦陕夸诱祷冯脆泄碑"
    "仆晃鹰杉绣闷牺纤哩膜痕逻栏脂纠卵赐挣妥笼擅肝贱咒婴耻鸣肖筋彭萄悠佑吾郁晕柜匠冻膀飘催剥缠浩咪巫熙宰卒衫浑妃掘抖棺"
    "瞒拱赔瘦抑叉淋疆棍畅携锡匆捐溪屏煮巾罩贪盈浙稿囊饱宅淮呐脾铃愁耕鹅漆辜咨汁坊罕罐芙睁哟哀佐疲唉镑厘扁翠堤椒霸兔郊"
    "悟咐澡脖汪钉寂崩趟鞭契砖逆遂谨浠辟壤肺厕蹈翅氨酱夷堵钩杖斑丫萧嘘苍榜贩姿挨谦叙拯粘窃兆坑屠垸颈喘萝趴慎抹吏蔡桶吟"
    "哨唇裙骚瘤卜溃喉驰稣僵霉撕拐戚碳嫩骄氛摧饶柄疫陌甩辐矮吕翁殷衙藕腺筒甸畏串煎愧逝佬佣狄瞬舅酬斩嫂崔枢鸭劣乙捧粹裸"
    "蕾轿汝朴蓄宠浆咽讽刮锐龟藻阀盼掠摊摘卓恕妨庸颤秉丸癸履碧肾勋茅渠袍儒裹函潘艳冶鹤薇芭顽秩拓挽逢纬坝纱绵贞咋妞刃坠"
    "娅巷吩喇鹏炳讶舟囚钦轩侄谊悦胀竭槽凑抄豹茫衔矶盲稻兑茨妆旺唔膝妄熬芒僭烛圳斐砂毙瑰琼伞拘肢煌坟匪陀淘斥哄咯妒炭姜"
    "侨藤慨钧咳喀衬挪踩滨鄙塘裕毯旱夕兜颠遮瑶栋碱崖枯懒卿宸谭螺鼎祯狭搅搏琪惟辰蓬鸦娱芦逛幺帆虹俺捣晒尬禀瞄铸尹蹲铭虾"
    "瓷逗腕雀棚涯皱饥栖掷仲苹蜡厦吼冤厄浦衷爪捡祀焰茂姚洒醇弓昭肆丐蜀渊媳钓魅叠尴嘲霜匈玫株淫毅钮薯倡磷婶杩喻澶硕诈蚀"
    "铅棵嫉蔬膏卸禧栽倦擎垒塌厢歧揍瑜磅宛掏谜泣嘱斋壶涵谐霖墩泼霞蛛浸阐汀舆郧萍璋僚诀讼捏赠枕勉坤巢渗呜肴嚷窟窄稷赣帖"
    "垫瞪玲姬膊诡攀犬焕珀歪琵鹃胳泌驴沾镖雌吁晴膨哑薛撰饲杠咕虏棣涔鲸韵菱歼甫驼捞檐笛侮躁蛤翔茄淹禽掀砰斌朕禅猩卦棕滥"
    "乞沪烫竖侣刹弊隋梨叮氢昔谬奠躯擒茎谍怔硫垮芯菊锻嗣橡篷瘾亥晰沼潭募腥厮逸堕痒涛燥耽帘缉缸浣骤夥衍窑熔搁谣绅仑睹烹"
    "彪雁娇蔽颂赦屡苯旭劈赎焚坎俯瓣阙隙唬磕舵碟琦蟹挫匾矣俞巩汰畴珞屯虐褐隧沸缚牡沔窥硅戳框膛榴剖寞躬栗滞鳍樊斧叩峻丞"
    "贿骆诅嘻蒯驳桐哗拌懦藉勘梳蹄暑杏啸庵芽绸闽弘茜缴缔缅淳沦灿勿豚锤噩歹桩璇盔菇蝶淑渣酪肪坞琉奢屿喃凰寇葱鳞帜旬敞鲨"
    "庇愣沫酿粑剿闸媚秃呕苑瀑铲麋稽扳姥沮嗓嗽粪怡蚁炬噪宵槟娥枣凿垄恳匀冀裘蕴晌阱肮陡旷魄阮枉钞禄觅叭兀咦鸽烘谕删伽蝠"
    "惶菩氯揪蜘魁绞灏袜裔腻孽盏慷醋凸蒲婉蛙圭溢奎狡麓寰椎榨撇坪颊凛拂舶棘怯搂羲橙熄陋嚼皖蕉扒梭眨咙诵钠疤礁匿砌憎狸硝"
    "蝴屑橄嵌驯谴茱氓髓铝浏喽莽榄骇禾咧疚瑚昧蝙碌暇拢畔瞅傍沐聋靴澄兮浇梢拚庐羡窍藩骸饵凄凳阎灶桓跋卤挠贬柑稚捆叨鞍蝇"
    "粥蕲樱钙惕蚕涡趾锥悼呻鳄剃淇邢窜峨耸炕胚锌渝倚糯洱皂豁窖捅耿颖逍"
)
TRADITIONAL = (
    "的我你是一不了個這在有們以可用來要會到他分上為就人好提如那麼檔下交支案時能作行本定看者沒後過中想什所它說些得開樣"
    "都對出嗎也去果和子使很或新該現工命還大合目把更庫將令而存多生前然做道地知裡次自發吧最只她事專件設倉錄但被之方式同"
    "修資點服執其取琌進已起成當給入需先並指別常於法端么面因讀著快意從回讓小改器名物動真加內併送經何天再特通怎此程應許"
    "啊接推版容種見示遠變料問實圖伺像家重話比相理每標建兩選制保間哪包找心謝打立第明字正己任記等解情走始訊性完碼部向跟"
    "關例主系單統無題公安手查太代史及項候且控原兒放克告歷管呢非暫位值寫除死引媽外簡全結必稱機含聽直確列戶數女才叫錯里"
    "輸具愛西試協腳整訴請電補處注幫帶覺基務頭格另某決照幾表類組璶老傳長權學檢文與三斯認顯流誰參又拉增孩信年區車由則少"
    "二爸換若利路切歡裝便盾力喜僅東未高感國須操爾章模空身碞產假受籤即住金日美幹節複晚親員失準白馬供殺求計算條望備份剛"
    "體離期弧今況導思預掛辦介號友清總首息化拿活希功難似追衍編態護留鉤刪父錢移吃邊隊維至妳議根蹤差連否近夠元德隨易較官"
    "各后識倒狀笵早您警絕復續量哦製朋掉型度十士略帝助步轉效鑰場考底證線突譯視世玩雜干色運允氣繼儲收範癸網置紹輯集持門"
    "論教拜郵男規義共止語衝索消強樂神談演水抱夫停妓嘿約暗師羅域搞書達星界嘛際反救花害套唯業擁火藏阿奇般影房歉團萬報球"
    "擇啦戰級獻尼形四呀哥片嗯跑卡展序興按速笑伙輕測載啟怕站瞭蛋貝痷層貢怪司乎平驗納據弟符架段初往抓軍坐久酒黑翴亞言頁"
    "終隆退混口醫喝待拒細海槍吹趣姐傷嘗仍眼託布五瞷月聲誤散費肯寶客母佈採棒歸光忘癬限鐘校察米麻講替徑永密飛異普腦卻煩"
    "忙免擔蘭屬順盡婚王尚緊習棄壞琵討雖弄靜巴簽音睡策祖礎鬼附答派買源境丟跳于哈擊技配適足訂壓穿張獲越甚責風英址調精病"
    "百獨致係懂乾街楚超噢味瘋舉城呼造串術互半閉兄束莉穩醒帳室幸聯嗨險述滿伊賽樹杠蛤艾麗船核副局尾短付林優狗落刻斷依品"
    "犯礛游喂吉禮亮六商環鬆破遇恩丁班負避姆迪尋洱亂衣射監慢私排血圍嘴雷防率曾授塊威院故洛科鍵極娜尺遺祇靠湊山治罪歲偷"
    "狦縮竟糟彈瑪象願缺蓋畫印杯民周構遞千針敢冷苦觀福瑞夢惡倫波寄拍萊痛軟玡登靈謂概碰享價舊妹句隔顧急店既念兵絲註南響"
    "趕市八吸忽戲劃誌奧逃臨慮漂托夜淨嚴政猭蒂剩覆餐油賣律釋薄毀舞爭熱歌雙藥探毒飯封遍背深昨裸右台巧傢省猜傑魚炸砆恨微"
    "領紅群喔練守凱畢借伯樓森熟秈困稍頓匹床焊獺承莎恐唱殊妮戴擾喬腊七迷迎角娘食傻禗零奶援聖博危返挺休驚贏魔磁叔臉洗武"
    "華衛皮頂并笆紀署判滾詳麥酷沙妻投敗懷炳祝激挑諾旅翻碟惠弗透質夥智恢貨石描估騙創婆審疑繷陪狂票薩塔究低幕職秘阻粄聊"
    "瓣社屁蠢埃篩浪匯雅撤稰叉筆瞧巨厭臺庭脫午伴儘古材九括倆左末北頻牛耶冒養獄毛魯觸週佛呃亡紈肉聰哇香玂居露聞爆爺遲館"
    "遊州勝丹野板旦糕咱閱堅園座胡堆搜暴招瞶繁劇屋稦禁嚇塞施啥欄攻癘逐溫牢曼眾堂箱潔升損沉睛冰途族硬莫菲勒娩牆土瓜銀景"
    "歐辨純康河湯謊降牡擴搬煙雞牙鏡額奔旁減牌毫衡准逼姑皆袋撒呆尿齊慣榮隻刀敵鎖鈕愿蒙哭遵遭抽蘇廣賭斗燒鎮充漢霉顏泰偏"
    "紐圈輛陣貴仔富善冊勢雪努誕陽勞鼓坦妨股揮捕典杰皇妙徒烈辛秒誓窗彼甜丈啡李銷匿摩咖航憐穌府覽忍餘播賴狟詞龍攝冠課木"
    "臭翰田析笨琳砍憶戀營謀訓慧偶陷戒琩糑璸刺俱尊搶掌吵欲孤酵映獶腹濾戳歧爛勇柑腿插朝撰草匙抗研默輪埠鐵秀菜摸牧拆佩佳"
    "潛藝撞搭貓碭諒雨螟簆夏雄島甡簀肚爵詢羆燈隱驟跡敬億黃帕勵廢臟漫迴荷魂梅乖良尤躲橋志滅獎骨騎悲聚揀累鳥評紙織惑髮餓"
    "矹孽療耳厲洲癡委疼健擺屍迫拖霍鞋藍砰靡扯鮮扔逗申鬥鬧松偉舒洋村洞予佔吻珍摘醉痙輩邁瓁盤俄款廠窾循膀宣廳揪彩哎姓猶"
    "階襲逮青矗弱瞴殿氨瓶垛誠沃婦杜叛獵握殘遷瓦曲督瑟砸側顆恭凡堵藉繫蝴圣堡朗蜜延拳唐豬艦財茲企綁季邦泊糖趁酚閃夾批賺"
    "貼祈茶奏琍訪褲仇柏碎帽熊寸闆慘黎勁兇汽徹怖悔愉幻租奮圾醚戈扮惜垃折素惹席童絡偵漏簍桌欠喪壹笲竊墓杆躺搖染駕葛禱撐"
    "刑脆禲闡育沮帥邏墨悄匡滑農宮磨粉拷截陛跌賓宇春廚朱陰悉皊劫擦孕浩固体疊屎羊膽餅桑賞杉盞禦忠憾盛娃嫁捷咒慶鼠璣跨崩"
    "沖翅盜邀壁掃倍拼諸伍鄉鮑紇咪罰障池虫賦荒狼婊盉宙郎寧盧蕾盯脅岸爬番央泡籔陸儿朵吐亨尉貌粗踞豆奪港芬敲梯懼蟲愚烏咬"
    "虛睼輔怒沿緩刮剪啤甲胸敦胊擷積拾欺龐胎涉爹腞澤泳詹宗罷糶尖裂傲爽怨叭炮埋踢憑恰昂仿侵違獸琴緒拋忌耐雇灰植痴擠抵黛"
    "敏捨狶喊挖距侈听繰紋虎君慌乘牲羛詩嫌骸氮勃獽捉邪框紆糊繞甫艘玻涵徵黨賈災胖羞鼻競証牠浴柯糒摧巡旗仰廉豪穨暖羽綠傾"
    "唉沸幢嚮擋硈辭蛇谷牽囉耍拯震儀奴弘巫趴寬嘲履潮窮奈掩裁晨縫狠賤益吶擅烤猛奉措葬摔豐眶几疾燃猵卷癌廁辣寓贊礙痁駛抖"
    "澡玒京淮狹琪珠葉融秖粘箭慈蘿伸姻媚獀秸鄰籌禫懶飾肩妞扎飲焦滴猧液臥噓珿劍斑肥陳佬娥壯幅偽盒仁唔臂嚎睹俠曉腐呵玉麵"
    "渴召媒禬赫伐犧磅謹崔絏痕尸抬椅縱耗拔瞎抑割宜患罩遜鋼辱緻綼篊遏訝矩芭佑姨濟函胞瑿籠猳辯芥蠻跋泛盟趟驕劑孔扒甮鏈仙"
    "敖炊癠妥炒呈昏珇艇菌欣汗湖填闖罺振譽禍圓辰婭鑒狄丑攔吊醬臸揭腔繩脖拘淋賬伏漸扣繺臣辜董娶兔凍抄淆軸症診噴閣革魁塗"
    "瀏磯冬矮緣膚髒兜珊幽柔划桃礹艙蹈嫉蕩乃采耀兼猌姬懲眠揍恕旋緗征誘裙懸泥脈耞薇灘猴莊韋騷渡甩菏債嘉漠購砫褐喚陌江芝"
    "踏宿甘舌瑀佰菇戮噁蜂揩罕癚荐償乳溜駁遙浮砃墜汀茜勸恥瞞慰巾棟憤窱吼魅擱鑽塵齡潰刁臮譜秋仗嬰玥售妒种憂淚驅熬孫晰哼"
    "川范賜幣桶璃璚腸愈隸掙稅雲礦賊押販賀俊袖瘤簎滇芙占厚汁啞哀蔓淡瞄癥睦轟擎璽軌閒臘韓胔腇傅添歇瞬宴膠濕臩珃罵薪井哩"
    "勾污蓮俗斌棍賠离篇宏丸艱裕卓幼芠恆氧縒詭佐粹潘挪穆机喲亦虧穎吞扭彎煮鷹阱暈禜均筒囚厄揚壘瞏瑣窩葡卑逞踩擬詛籃迅霸"
    "癵纏萄齒役隧築瑍謎宰鈴櫃肖粒廊箇衫遮溯寂寵舍耙刷籐峨罐屠跪珀懦肅貸哲涼饋晾逛塑讚胃腰駐琿夯彌碗撿匪崇披窟縷睜撕砏"
    "饒契羭嵌璉堪惱屈喘斃傣祅鹿顛澈雕攀砯籇扇硉翠醜奎悶狡績氏襯撫獅捐筐緄扶瞅酬凌培裹蹲催祭柴稼赤勤姊愧滋攫狙扁籍豹繻"
    "蝗挂簙咯猩弊玭繪毖倦泉癮肌妝貧淺秤頸尬氟疫粿峰毯唇丫渾笴遣陶奸津灣爐脾貪械狐濫玦簿茱璊飽溝蝶酪瘦确茄余凶碧諜誇灌"
    "籜囊纔逝喉猾咋挨竤慕瓊玫撥膝竹霧叢緝謬竅耕疏橫畏疲姿棋瑰寒鄙乏煎凈垂尷篴釣釘晶抹贖鍛豈穴郴淘縉舅蝙蝠筋枚胳妖甸醇"
    "眃淹犁酸殼騰耑鵝戚肺殖蘋庇侍剔揣攪昆槽穖噩洩癟餵柱蛛畜寞侶斤狽劉蠟誼鯊圭鬍襪踐渤紫薯稀坑衰悅慎虐甃濃龜傭檳糾睫气"
    "詐喇鋪沾盲棵琠搏茫沽蹦螢妄鴉塢姦躬斜礩慾絃蒼侮潤轍傘渣鋒竭宅燙絞徽澳茨倖捲坎挽籹紳鍋壽翼鄧淫侄叮疵逆岡羬秅飄腫謠"
    "銅骯緅蜘晃漆肕勉匆薦膊咚洪燭犬廂篷眉雀癢岩禿娛稿"
)
KANJI = (
    "行作何使人定見私前変彼一分実用合場業更方出事時上取最要言大間後自的指中知者開手同新動理内名書対追君来話女全今意次"
    "必俺法本思加設示入込図持気明成生誰参以発先力他日照数容無能表単問部通別得下状子初目点報殺所態戻説題情歴可違直付聞"
    "外解度切確達終当在適存常除会死味管利文機式考僕家公関含現物正特続結元例二仕始認注回連多待少信際決送性保親年読体様"
    "簡記共不起調準残我限立有良心字置章値夫失近悪進果史引感呼身複鍵格金備受権削番奴移処各形跡証地再返納助学完警長丈止"
    "男空配応非換員電戦安父教供基消集流探好了制伝撃面第由構強主便車向重期統着高履緒扱録覚世件側食効帰査国渡化検境選位"
    "頭済接約愛詳組計過断隠環居判真規順早三命素夜異代頼神犯落運相友官覧逃号視画白任母欲象小士個守既願般離標望突替許屋"
    "楽去為属難界転降操捕訳月急量務捜深修係介壊放忘語細察提乗道族告皆類与略口軽想念版貴模両足息飛半列破軍晴差王装興罪"
    "独試危色魔復択質古器血打経役段傷識銃速刑社専害末然紹救働似病答絡嫌義険十御万野雑飲編船護張週婚故盗勝恐仲密反遅娘"
    "支活署座予丶売音像水従型階囲倒兄混未隊束整献避求疑抜幾投衝率議貢線薬央敵顔否礼令怖越術端毎釈技省等比種乱絶声短謝"
    "寝押買医料原登平朝爆秘住静監黙品仮馬遠却幸弾散嘘歩払拒裁協裏普優夢兵巻昨論造祖室弟割閉述痛況因改補山美習映校項暗"
    "赤怒験易苦治院争海索妻逆到負展驚若欠領市担攻拠局捨民防博葉妙休敗写触困天巨火街退交風範責満資政悲走眠憶郎駄百系振"
    "功互掛被星服台首亡算店純縮申歳援笑影具談師停収球奇光概稼較武増昔奥依練逮誤区帯携邪推途精犬客企片毒吸鹿低価継弱骨"
    "産条弁程療群誘圧寄科頃遺工奪余路繰案脱導射和唯慣職将営歌暴脅並刻千岐施棄秒司洗届怪節晩採詰障狙賢狂右響四減旅銀究"
    "緊研惑庫曜杯都織丿沢永超腹黒遊島恋広根木汚貸緩固土喜氏石観冷北折襲冗太熱荷迎建団演借勢棒闘瞬育妹背握紙禁刺留府撮"
    "嬉稿田門腕損町壁夕派獄滅致築左才州候侵婦激抵姿誓周鳴横雇艦肉酒東極泣犠牲染宅勇久花麻焼貰善頑臓聴髪衛英脳聖械尾姉"
    "迷箇酷測頂燃席肢授課招埋祈旧伏剣尋閲潔慮勤挙厳暮辺抱殊殴茶箱踏宙丸耳偽布宇抗絵億曲浮角印南森繋患則微評璧穴西佐酔"
    "疲針忙頻策訓吹給館青訴挿慢源製括舞歯祝辿承維屈潜威委及層誕園耐鳥儀析坊慈拐陸絞偉域奨五益窓財川尽老希陛載悔匿獣鎖"
    "描霊症至勧騒栄液快吐掃村把僚徴午迫魂労総磁呪創恥請隣免遭徒闇福宝靴胸庭裂鉄暇輪叫誠倍競波砂皮叩丁融魅臭揮訪審敬雨"
    "健努港副拡衆辞延剤費賭材米虫誇凄陽隔乾昼痕診毛踊鬼葬諸宣忠積辛拘尉凍叔賛幕春孤遇底嬢陰航紋喋譲契泥級騙殿劇督筈商"
    "駆欄砲筋富温賞偶橋寂雄戸尊勘愚猫慎凶渉符梱包罰床柔児掴悟房噛己額贈袋核牛魚筆崩双宿執珍志農封妨忍諦匂剥律縛妊敢隷"
    "貼輸巡昇帝悩看遂酸誉謀尻軟兆揺遣鼻沿裕噂墓掘預挑秀抽閣狩充虐締羽此占奮票岸貫養讐償哀寒劣雪甘距曹厄冒倉麗伴序枚駐"
    "歓邦廃憎錠繁油娠宮景芸城恵露煙泊震沈脈卒植還獲浴玉勉囚香乙炎畜清狼祭矢帽荒召抑孫欺皇氷衣綺輝即恩謎卵黄徹康傾句糞"
    "喧漏奏偵僧夏匹廷暖懸党嘩腐株草戒眼豚飯旦撤釣鏡干潰谷班卿怯網飾革泳駅嵐拶挨藤柄仰幻是板滞紀那飼税熟紛雷排蹴睡胞八"
    "脚討喉幽肩眺拾催岩妄拷罠盛詐椅貨粒堂惨豊鮮災蔵鑑顧陥騎乳京郷塗姫須扉縁勿灯貧就墜憩敷宜嘆七伸摘札竜捧粉幼烈朗溶辱"
    "妬弧称諜塔趣緑舎添灰拝麦誌巧牧抹拍阻傍冬円哲績赦里芝鎮翻戴妥蓄炭賊陪洋販机詩踪恨焦懐裸帳嫁肝典湖覆卑旨羊臆凡河虜"
    "滑蓋薄没儲六塩庁溺華暑涙菌井蜂錯幅巣爵盟促癒云呂鋭縦嫉腰爪舌紳豆蔑漠甲飢洞餌齢刀券講籍揃猿肺娼腫訊蛇廊糖浅託幹盤"
    "寧如穏叶吉窒酬浄瀬癌伯膝妃臨蘇旗透徳胆晒鉱爺簿缶瓶賃伊僅膚訟謹冠喚宗玄妖随桁飽林浪嗅樹塞控棚狭拭羅拳濡跳披褒堅径"
    "郵殆紅躍鍛慰涯槍爽刃惚堕翼池磨雲愉炉熊砕凵縫菜遮摂疫肌臣併捉征侮縄猟粋豪捗湾貯唱癖覗又塊虚剰醜丘喰憑婆畑菓董寛懲"
    "浜浸胃汲皿購軌猛吟伺厚鈍倫奉汗牢穫盾崇杖彩棟轄吊藻郡窟陣雛濯硬童紗脇糸崖枝馴募惜架怠薦慌竹盲秋批沙渇澪著湯江汎卜"
    "崎尚弓松翌鋼昆昏膨韓鶏偏惹瞳蔽詮繊瘍隻宛寸憲筒鈴填殻滴圏汰搭甥揚濃隅窃苗蛮拉渋銭祐鼓漁隙喪邸剃柱漬秩詞逸雰仏挟泡"
    "均旋暫檻溜骸俳潮笛藝遥郊釘其乏岡汝寺緯迄"
)
KANA = (
    "のいしにをなたてはるすでとーまがこかれうっだントらもあんりッそよクリきルくスイジさけコえラつどプフブわチロせマド"
    "シおめミアやタちェばデろァょバじレみィサテねュメポゃオパョカグべセムずウモほナキエツぞベャダへピビハソごげニワザ"
    "むひズォぜユボケネぐガびホぶペざふヘ"
)
HANGUL = (
    "이다는하가에을지어그아고로요를한있서리은나해기수도사일의자게니만면야할으들거시정용라저보치장스내제것트여명브말커"
    "파모밋래랜데전소마인없때안우신대령같와네버않무개알프당실상주부했러오토구려적과문터생된까디든두세드설되었난람좋른"
    "히행죠너작미예건방런동젝더중간각바겠경메위체크분진뭐렇금단준음태았필좀비관잘렉번걸공조발키습살직추못결원르럼줄봐"
    "처식계운누법왜돼선름록입테떻유새워날죽돌통림싶집성확업속력님물찾군화씨잖약떤포레랑션던변본남슨절많접져합옵환함근"
    "막언점찮냥됐복린괜차머받심코엄반펴출영타냐빠먼현재능녀편항친얘후형배순볼술애호께달최릴맞연될립훅또왔목줘피컬늘매"
    "퍼긴삭째얼표회따값닥넌루쉽감길규갈송온올템별몇불충잠양임끝쓰먹놈둘료짜응클혼종읽등앞권콜참잡쪽느론녕희픽질빨몰교"
    "손검뿐봤완베뭔카뭘엇노열억란겁황널책움곳증넣젠쳐티겨첫외엔특슈큰병짓강존패망축돈났국역닌백팀깐꼭싫죄놓밤뒤산페럴"
    "울침청학였끼떠험밖담눈렸켜칙믿압냅똑족샷셨킹년초허갔택독릭꺼넘석맙낼램쓸랬혀글쉬턴천박듈졌련십끔낸힘킨숨잃링써뇨"
    "벽붙싸범굴앙류멋깨셔옮섬격걱텍취귀벌색며겼뜻급갖씩즈악혹떨총즉평답례놀얻향찰갑빌견씬판렵칠웠곧왕틀락꿈략몬꾸찍웃"
    "숙잔훨꼼씀쁜윈케놔익헤듣잊몸럽앉암텐냈밀걔활슬슷멈탁듯혈웹쳤쩌쨌랐딸팔착튼빼민곤효채맥궁맡꽤협팅플딱빈쟁줬삶픈쉘"
    "멍창블엘눅늦옥쁘짝쎄끗롭투맨옷골룹둬닉큼폭꿔므닙컴킬괴웨승탄룬춰룰딨쓴녁멀높획땐풀즘옆셋율칼찬밥땅끄닐맷척휴묻섹"
    "삼짧량짐즐철훌폐빛밑델됩엉랫낫굉뛰욕륭맘겐븐흥염렌쟤폼꼬웬퓨월둔랄덮김극뇌벗딘떡꿀앤끌맛솔캐광깔슴렴쉐셰딜넨념농"
    "쯤덕옳득맹탈밌흉홀품쇼섯흔딴싱낌낮벤뀌돕랭률랍닫덩쩔냄옛뜨숫껴텔쌍젊깊북쫓찌촌앨탭끊넷액춤뉴팁왼덜틴징늙뻔롬훔삽"
    "릿츠껏딩녜댁홈젯샤육컨헬춘객잭폴눌쇠잤층밝띄랙헌줌뚱똥샘뀐눠벨힌핑풍겪봉곁탐핵꼴깜꾼썼럭꽉푸흠납낄흡싼봅쏘뼈뻐낭"
    "넬묶톨굳켰쉴셈숲윌칭빚몽둥웅뮤걘윗묘센캘훈롤쌓흘꽃덤흰떼퇴튜혜멜탕톰헷핀힐쥐낙및졸캡쏴털릅릎놨렀뉜측볍낳섭폰룡둑"
    "빤욱땠셀콥챙논뽑걷밴헛썩톤렬곱둠팬닮쿠좁짱캣뒷젤좌쩡짚뭣섞빅옴잇셜릇큐엽흑녹뚫빵첼촬뀔흐틱댄혔곡멘뜩엿왓햄늑뢰픔"
    "핸뤘뷰뵙"
)
COMMON_HAN = frozenset(SIMPLIFIED[:800] + TRADITIONAL[:800] + KANJI[:500])
COMMON_HANGUL = frozenset(HANGUL[:300])

_BITS = (
    (3, 5.0),
    (10, 6.5),
    (30, 7.5),
    (60, 8.3),
    (100, 9.0),
    (200, 9.6),
    (300, 10.3),
    (500, 11.2),
    (800, 12.0),
    (1200, 13.0),
    (1700, 14.0),
    (3000, 14.8),
)
"""-log2 of the frequency of a character up to each rank."""


def bits(ranked: str) -> dict[str, float]:
    """What each character of a table is worth, in bits."""
    worth: dict[str, float] = {}
    begin = 0
    for end, value in _BITS:
        worth.update(dict.fromkeys(ranked[begin:end], value))
        begin = end
    return worth


# Letters and words by which the languages of Europe and the Near East are recognised.
#
# Letters beyond ASCII: -log2 of how often they are, rounded.
#
# They were counted in the Universal Declaration of Human Rights, with the rare letters of each alphabet added.

_COUNTED = {
    "de": "ä2ü1ö3ß3é8",
    "fr": "é1à3ê4è3ù6â6ô6ç4î6û6ï7ë8œ8",
    "es": "ó2í2á2ú4é3ñ3ü8",
    "pt": "ç3ã2í4é3º7à6õ4á3ê4ó4ú5â5",
    "it": "à1è1ù4é4ò3ì4",
    "nl": "é2ë1ï3ö4ê5è4ü4",
    "sv": "ä1ö2å2é6",
    "da": "æ2å2ø2é7",
    "fi": "ä0ö3å7é9",
    "is": "ð2þ3á3í3é4ó4ö4æ4ú5ý6",
    "pl": "ł2ż4ą3ó3ś3ę3ć4ń5ź6",
    "cs": "á2í2é3ě4ý4ž4č4ř4š4ů5ú6ť8ň8ď9ó9",
    "sk": "á2ý3ž3č3é3ú4ť4š4í4ľ5ô6ň7ď8",
    "hu": "á2é2ő4ö4ü4ó4í5ű7ú6",
    "ro": "ă2ț3ș3î3â4ş3ţ3",
    "hr": "č1š2ž2ć3đ4",
    "sl": "č2š2ž2",
    "et": "õ2ä2ü2ö4š7ž7",
    "lv": "ī1ā2ē3š3ņ5ū5ļ6ģ6ķ7ž7",
    "lt": "ė3ų3ą3ž3š3į3ę3ū4č5",
    "tr": "ı1ş2ü3ç4ğ4ö4â8î9û9",
    "ca": "ó2é3à3è3í4ú4ç5ò4ï6á8ü8",
    "ru": "ё8о3е4и4а4н4т4в4с4р4л5д5п5м5к5я6у6б6ы6ь6г6ч6ж6й6з6х7ю7щ7ц7ш9",
    "uk": "о3а3н3і4и4в4т4р5с5е5д5у5п5л5я5м5к5б5з6ю6г6ь6ж6х6ч7ї7ц7й7є7ш8щ9",
    "bg": "а3о3и3е4н4в4т4с4р4д5к5л5п5б6з6ч6я6м6ъ6у6г7ж7щ7ц7й8х8ш9ю9",
    "sr": "а3о3и3е4н4в4р4у4с4т5д5п5к5м5л5ј5б6з6ч6њ6г6ш7ц7љ7ж7х8ђ8ћ8",
    "be": "а2н4ы4і4р5в5е5о5с5д5я5л5к5п5ц5у5м5т5б5з6ў6г6ч6ь6х6ж7ю7й7э7ш7ʼ9ё9",
    "mk": "а3о3и3е3н4т4в4р4с4д5л5п5к5у5м6ј6б6з6ч6г6ц7ш7њ7ж7ќ8ѓ8",
    "el": "α3ι4ε4τ4ο4ν4κ4ρ5σ5η5π5ς5υ5ί5μ5δ5λ6θ6ω6έ6ά6ή6ό6γ6χ7ώ7ύ7ξ7φ8β8ζ9",
    "he": "ו3י3ה4ל4א4ת4ב4ש5ר5כ5ד5מ5ע5ח5ם5נ5ז6פ6ס6ן6ק6ג6צ7ט7ף7ך8",
    "ar": "ا3ل3ي4م4و4ت4ن5ة5ر5ع5د5ق5أ5ح5ه5ف5ب6س6ك6ج6إ6ش7خ7ض7ص7ى7ذ7ز8ط8ء8غ8ً9ئ9ظ9ث9",
    "fa": "ا3د4ی4ر4م4و4ه4ن4ت4ب5ک5ق5س5ش5ل5ع6ح6ز6ج6خ6آ7ف7گ7ٔ7ص8ض8ط8ئ8چ8ذ9پ9ظ9",
    "th": "า4ร4น4ก5อ5่5ม5ิ5ง5ท5ะ5ั5ด5้5ส5ล5เ5ค5ย5ี5ว6ต6แ6ห6จ6ป6บ6ใ6ุ6ข6ช6ธ7ื7ไ7พ7็7ำ7ศ7โ7ู7ถ8ภ8ึ8ษ8์8ญ8ผ8ๆ8ฏ9ฐ9ณ9",
}
FREQUENCIES: dict[str, dict[str, int]] = {
    language: dict(zip(counted[::2], map(int, counted[1::2]), strict=True))
    for language, counted in _COUNTED.items()
}
_WORDS = {
    "de": "und der die zu auf das oder in werden durch ist nicht mit von den ein eine",
    "fr": "de et la des le les ou toute en sa que dans est un pour du une",
    "es": "de la en el los que tiene su por del las se como un una para con",
    "pt": "de da ou que tem em dos os sua do no na as um uma para com",
    "it": "di ogni della il in la alla che dei ed ad un una per con non del",
    "nl": "de van en een het op zijn te in heeft of worden voor niet met",
    "sv": "och till att envar eller av har som de alla en med ett det den",
    "da": "og til har at af eller for de er der en skal det ikke med den",
    "fi": "ja on tai ei kun sen saa ovat jotka kaikki oltava kanssa se voi",
    "is": "og til er sem skal fyrir um ber hver eiga vera ekki",
    "pl": "do ma lub nie jego na jest oraz bez to od po przez dla",
    "cs": "na nebo se jeho aby je ve nikdo za proti pro jsou do ne lze byl",
    "sk": "na alebo sa jeho je aby nesmie ako nikto proti za pre bez nie do",
    "hu": "az van hogy vagy mind sem arra lehet szabad kell nem egy is meg",
    "ro": "de la sau are care nu fie se au sa pentru prin un cu din",
    "hr": "na da ili se su ne za biti je smije kao od nije",
    "sl": "in do vsakdo ali ne se ki je biti sme na za da ni pri",
    "et": "ja on igal ei oma ning et mis peab tema nende kui seda",
    "lv": "un ir uz vai ar kas ka no par bez katram nav lai",
    "lt": "ir turi ar kad jo savo tiek negali tai kaip yra jis su visi",
    "tr": "ve bir veya her bu olarak herkes ile kimse ana tam da mi",
    "ca": "de la en el que per tota les els no dels una amb un del",
}
WORDS: dict[str, frozenset[bytes]] = {
    language: frozenset(words.encode().split()) for language, words in _WORDS.items()
}


SAMPLE = 4096
_BEFORE = 64
# What is to be said against each set beforehand, in bits.
_WIDE = {"gb18030": 0, "big5hkscs": 3, "cp932": 4, "euc_jp": 4, "cp949": 4, "johab": 24}
# Most text in one byte that declares nothing is from Windows.
_NARROW = {
    "windows-1252": 0,
    "cp1251": 0,
    "cp1250": 1.5,
    "cp1253": 2,
    "cp1254": 2,
    "cp1255": 2,
    "cp1256": 2,
    "cp1257": 2.5,
    "koi8_u": 3,
    "iso8859_2": 4,
    "iso8859_7": 4,
    "iso8859_5": 5,
    "cp866": 5,
    "cp874": 2,
    "iso8859_6": 5,
    "iso8859_15": 4,
    "iso8859_13": 6,
    "mac_roman": 4,
    "cp850": 4,
    "cp852": 5,
    "mac_cyrillic": 4,
    "cp437": 6,
    "cp855": 6,
}
_HIGH = bytes(range(0x80, 0x100))
_FOREIGN = re.compile(rb"[\x80-\xff]")
_WORD = re.compile(rb"(?<![\x80-\xffA-Za-z])[a-z]{2,8}(?![\x80-\xffA-Za-z])")
_A_WORD, _MOST_WORDS = 2.0, 6
_PUNCTUATION = (
    dict.fromkeys("“”‘’„«»–—…\u00a0", 5)
    | {"،": 7}
    | dict.fromkeys("؟؛", 9)
    | dict.fromkeys("¿¡§€£©®·•×´¨²³½‹›№™†ªº°", 8)
)
_SIGNS = frozenset("’‘'·\u00ad\u200c\u200d'`´-")  # may stand within a word
_UNKNOWN_LETTER, _UNKNOWN = 10, 13
_CAPITAL, _ATTACHED, _WRONG = 3, 5, 9
_MOST_DAMAGE = 0.02
_A_DAMAGE = 16
_SOUND = 30
_USUAL_AROUND = 15
"""Bits by which a set gains that other pages of the site are in: worth a few uncommon characters, no sentence."""

_WIDE_SIGNS = dict.fromkeys("，。、：；！？“”《》（）「」・ー", 6.0) | dict.fromkeys(
    "‘’…—·〉〈『』【】～％\u3000", 9.0
)
_SIGN, _SYMBOL, _NO_LETTER, _ALONE = 11.0, 14.0, 24.0, 5.0
_SWALLOWED = 3.0
"""What an ASCII byte is worth that is the second half of a character: other readings have it for nothing."""
_FEW, _TOO_FEW = 2, 5.0  # accented letters that stand together may always be taken for so many characters
_LONE = re.compile(
    "(?<=[A-Za-z])[\u0080-\uffff](?![\u0080-\uffff])|(?<![\u0080-\uffff])[\u0080-\uffff](?=[A-Za-z])"
)


class Guess(NamedTuple):
    """`cost` is in bits for all bytes beyond ASCII."""

    codec: str
    cost: float


def guess(data: bytes, usual: str | None = None) -> str | None:
    """The Python codec of some text that is no UTF; None when nothing fits. `usual` is that of pages around it."""
    sample = sample_of(data)
    gains = {usual: _USUAL_AROUND} if usual else {}
    best = Guess("", math.inf)
    for found in (_wide(sample, gains), _narrow(sample, gains)):
        if found is not None and found.cost < best.cost:
            best = found
    return best.codec or None


def sample_of(data: bytes) -> bytes:
    """The part of a text where it leaves ASCII."""
    first = _FOREIGN.search(data)
    start = max(0, first.start() - _BEFORE) if first else 0
    return data[start : start + SAMPLE]


def common_share(text: str) -> float:
    """How many of the letters beyond ASCII are common in Chinese, Japanese or Korean; -1 when there
    are no letters."""
    letters = Counter(character for character in text if character > "\x7f" and character.isalpha())
    total = letters.total()
    if not total:
        return -1.0
    kana = sum(count for character, count in letters.items() if "\u3041" <= character <= "\u30f6")
    hangul = sum(count for character, count in letters.items() if "\uac00" <= character <= "\ud7a3")
    known = sum(
        count for character, count in letters.items() if character in COMMON_HAN or character in COMMON_HANGUL
    )
    if kana * 10 >= total:  # a few in a text that has none is chance
        known += kana
    if hangul * 2 >= total:
        known += sum(count for character, count in letters.items() if "\uac00" <= character <= "\ud7a3") // 4
    return min(1.0, known / total)


def _wide(sample: bytes, gains: dict[str, int]) -> Guess | None:
    total = len(_FOREIGN.findall(sample))
    best: Guess | None = None
    for codec, prior in _WIDE.items():
        text = sample.decode(codec, "replace")
        damage = text.count("\ufffd")
        if damage and len(sample) == SAMPLE and text.endswith("\ufffd"):
            text, damage = text[:-1], damage - 1  # a character that the end of the sample has cut
        if damage > 1 + len(text) * _MOST_DAMAGE:
            continue
        # behind damage characters are put together from wrong halves until the next line
        sound = text[: text.index("\ufffd")] if damage else text
        read, scale = text, 1.0
        if damage and sum(character > "\x7f" for character in sound) >= _SOUND:
            read, scale = sound, total / max(1, len(_FOREIGN.findall(sound.encode(codec, "ignore"))))
        cost = prior - gains.get(codec, 0) + _worth(read, codec) * scale + damage * _A_DAMAGE
        if best is None or cost < best.cost:
            best = Guess(codec, cost)
    return best


def _worth(text: str, codec: str) -> float:
    """What the characters of a reading in two bytes are worth, in bits."""
    known = _ranked(codec)
    counted = Counter(character for character in text if character > "\x7f")
    cost = sum(_character(character, codec, known) * count for character, count in counted.items())
    letters = sum(count for character, count in counted.items() if character.isalpha())
    swallowed = len(text.encode(codec, "ignore").translate(None, _HIGH)) - len(text.encode("ascii", "ignore"))
    return (
        cost
        + _ALONE * len(_LONE.findall(text))
        + _TOO_FEW * (letters <= _FEW)
        - _SWALLOWED * max(0, swallowed)
    )


def _character(character: str, codec: str, known: dict[str, float]) -> float:
    found = known.get(character) or _WIDE_SIGNS.get(character)
    if found is not None:
        return found
    if character == "\ufffd":
        return 0.0  # counted as damage
    if "\u4e00" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7a3":
        return _rare(character, codec)
    if "\uff61" <= character <= "\uff9f":
        return 9.0  # half of a character that is usual
    if (
        "\u2010" <= character <= "\u2027"
        or "\u3000" <= character <= "\u3020"
        or "\uff01" <= character <= "\uff5e"
    ):
        return _SIGN
    if "\u2000" <= character <= "\u33ff" or "\u0391" <= character <= "\u0451":
        return _SYMBOL
    return _NO_LETTER


def _rare(character: str, codec: str) -> float:
    """A character beyond the table: the rarer, the further back it stands in its set."""
    raw = character.encode(codec, "replace")
    if len(raw) != 2:
        return _NO_LETTER
    first, second = raw
    if codec == "gb18030":
        return (
            15.5
            if 0xB0 <= first <= 0xD7 and second >= 0xA1
            else 17.5
            if first >= 0xB0 and second >= 0xA1
            else 20.0
        )
    if codec == "big5hkscs":
        return 15.5 if 0xA4 <= first <= 0xC6 else 18.5 if 0xC9 <= first <= 0xF9 else _NO_LETTER
    if codec == "cp932":
        return 16.0 if 0x88 <= first <= 0x97 else 18.5
    if codec == "euc_jp":
        return 16.0 if 0xB0 <= first <= 0xCF else 18.5
    if "\u4e00" <= character <= "\u9fff":
        return 18.0  # Chinese characters in Korean
    return 15.5 if 0xB0 <= first <= 0xC8 and second >= 0xA1 else 19.0


@cache
def _ranked(codec: str) -> dict[str, float]:
    if codec == "gb18030":
        rare = {character: worth + 6 for character, worth in bits(TRADITIONAL[:1200]).items()}
        return rare | bits(SIMPLIFIED)
    if codec == "big5hkscs":
        return bits(TRADITIONAL)
    if codec in ("cp932", "euc_jp"):
        return {character: worth + 1 for character, worth in bits(KANJI).items()} | bits(KANA)
    return bits(HANGUL)


def _narrow(sample: bytes, gains: dict[str, int]) -> Guess | None:
    if not _FOREIGN.search(sample):
        return None
    known = _known_words(sample)
    readings = []
    for codec, prior in _NARROW.items():
        try:
            text = sample.decode(codec)
        except UnicodeDecodeError:
            continue
        readings.append((prior - gains.get(codec, 0) + _spelling(text, known), codec, text))
    readings.sort(key=lambda reading: reading[0])
    best = Guess("", math.inf)
    for cost, codec, text in readings:
        if cost >= best.cost:
            break  # what is strange can only add to it
        cost += _strange(text)
        if cost < best.cost:
            best = Guess(codec, cost)
    return best if best.codec else None


def _known_words(sample: bytes) -> dict[str, float]:
    """What the words that are ASCII say for each language, in bits."""
    words = Counter(word for word in _WORD.findall(sample.lower()))
    found = {language: sum(words[word] for word in known) for language, known in WORDS.items()}
    return {language: _A_WORD * min(_MOST_WORDS, count) for language, count in found.items()}


def _spelling(text: str, known: dict[str, float]) -> float:
    """What the characters are worth in the language that fits them best, in bits."""
    counted = Counter(character for character in text if character > "\x7f")
    common = 0.0
    letters: dict[str, int] = {}
    for character, count in counted.items():
        if character in _PUNCTUATION:
            common += _PUNCTUATION[character] * count
        elif character.isalpha() or unicodedata.category(character) == "Mn":
            letters[character] = count
        else:
            common += (_UNKNOWN + (_WRONG if unicodedata.category(character) in ("Cc", "Co") else 0)) * count
    return common + min(
        sum(_letter(frequencies, character) * count for character, count in letters.items())
        - known.get(language, 0)
        for language, frequencies in FREQUENCIES.items()
    )


def _letter(frequencies: dict[str, int], character: str) -> float:
    found = frequencies.get(character)
    if found is not None:
        return found + 0.5
    lower = character.lower()
    return frequencies[lower] + _CAPITAL if lower in frequencies else _UNKNOWN_LETTER


def _strange(text: str) -> float:
    """What speaks against a reading in the order of its characters."""
    cost = 0.0
    before = " "
    for number, character in enumerate(text):
        if character > "\x7f" or before > "\x7f":
            if character.isalpha() and before.isalpha():
                if (character.isupper() and before.islower()) or _script(character) != _script(before):
                    cost += _WRONG
            elif character > "\x7f" and before.isalpha() and unicodedata.category(character)[0] == "S":
                cost += _ATTACHED  # currency, ornaments
            elif (
                before > "\x7f" and character.isalpha() and not before.isspace() and _parts(text, number - 1)
            ):
                cost += _WRONG
        before = character
    return cost


def _parts(text: str, number: int) -> bool:
    """Whether a sign that stands within no word follows a letter."""
    sign = text[number]
    return (
        number > 0
        and text[number - 1].isalpha()
        and sign not in _SIGNS
        and unicodedata.category(sign) != "Mn"
    )


@lru_cache(maxsize=2048)
def _script(character: str) -> str:
    return unicodedata.name(character, "?").partition(" ")[0]
