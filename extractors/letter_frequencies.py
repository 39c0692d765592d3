"""Letters and words by which the languages of Europe and the Near East are told.

Letters beyond ASCII: -log2 of how often they are, rounded.

They were counted in the Universal Declaration of Human Rights, with the rare letters of each alphabet added.
"""

from __future__ import annotations

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
    language: dict(zip(counted[::2], map(int, counted[1::2]), strict=True)) for language, counted in _COUNTED.items()
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
WORDS: dict[str, frozenset[bytes]] = {language: frozenset(words.encode().split()) for language, words in _WORDS.items()}
