"""Text that says nothing about its charset is read as a person would read it."""

from __future__ import annotations

import time

import pytest

from extractors.base.charset import decode
from extractors.base.charset_guess import guess

TEXTS = {
    "de": "Niemand weiß, warum die Vögel im Frühling über die Dächer fliegen und dort so schöne Lieder hören lassen.",
    "fr": "Les élèves de cette école ont été très étonnés d'apprendre que la fête aurait lieu à Noël, après la leçon.",
    "es": "El niño pequeño corrió por la montaña y encontró allí una canción que nadie había oído en muchos años.",
    "pt": "As crianças não sabiam que a estação do ano tinha mudado, e então começaram a jogar à bola no verão.",
    "sv": "På hösten går många människor till fjällen för att få höra älgarna och se de vackra färgerna där.",
    "pl": "Dziewczęta śpiewały głośno, gdy ptaki odlatywały na południe, a mężczyźni ścinali gałęzie drzew w ogródku.",
    "cs": "Příliš mnoho lidí si myslí, že každý večer musí být něco v televizi, což není vůbec žádná pravda.",
    "hu": "A gyerekek örömmel játszottak a kertben, miközben a szülők főztek, és az öregek a tűz körül üldögéltek.",
    "tr": "Çocuklar bahçede oynarken büyükler ateşin çevresinde oturdu ve eski günlerden güzel şeyler anlattılar.",
    "lt": "Vaikai žaidė sode, o tėvai ruošė vakarienę ir kalbėjosi apie tai, ką veiks šį šeštadienį mieste.",
    "ru": "Дети играли в саду, пока родители готовили ужин, а старики сидели у огня и вспоминали прошлое.",
    "uk": "Діти гралися в саду, поки батьки готували вечерю, а старі сиділи біля вогню і згадували минуле.",
    "el": "Τα παιδιά έπαιζαν στον κήπο ενώ οι γονείς ετοίμαζαν το βραδινό και οι γέροι κάθονταν στη φωτιά.",
    "he": "הילדים שיחקו בגן בזמן שההורים הכינו ארוחת ערב, והזקנים ישבו ליד האש ונזכרו בימים עברו.",
    "ar": "كان الأطفال يلعبون في الحديقة بينما كان الآباء يحضرون العشاء وجلس كبار السن حول النار.",
    "th": "เด็ก ๆ เล่นอยู่ในสวนขณะที่พ่อแม่เตรียมอาหารเย็น และผู้เฒ่านั่งอยู่รอบกองไฟ",
    "zh-Hans": "孩子们在花园里玩耍，父母准备晚饭，老人们坐在火边回忆过去的日子。",
    "zh-Hant": "孩子們在花園裡玩耍，父母準備晚飯，老人們坐在火邊回憶過去的日子。",
    "ja": "子供たちは庭で遊び、親たちは夕食を準備し、老人たちは火のそばに座って昔を思い出していた。",
    "ko": "아이들은 정원에서 놀고 부모들은 저녁을 준비했으며 노인들은 불가에 앉아 지난날을 떠올렸다.",
}
CHARSETS = {
    **dict.fromkeys(("de", "fr", "es", "pt", "sv"), ("windows-1252", "cp850", "mac_roman")),
    **dict.fromkeys(("pl", "cs", "hu"), ("cp1250", "iso8859_2")),
    "tr": ("cp1254",),
    "lt": ("cp1257",),
    "ru": ("cp1251", "koi8_r", "cp866", "iso8859_5", "mac_cyrillic", "cp855", "utf-16-le", "utf-16-be"),
    "uk": ("cp1251", "koi8_u"),
    "el": ("cp1253", "iso8859_7"),
    "he": ("cp1255",),
    "ar": ("cp1256", "iso8859_6"),
    "th": ("cp874",),
    "zh-Hans": ("gb18030", "hz", "utf-16-le", "utf-16-be"),
    "zh-Hant": ("big5", "utf-16-le"),
    "ja": ("cp932", "euc_jp", "iso2022_jp", "utf-16-be"),
    "ko": ("cp949", "iso2022_kr", "johab", "utf-16-le", "utf-16-be"),
}


@pytest.mark.parametrize(
    ("language", "charset"), [(key, one) for key, found in CHARSETS.items() for one in found]
)
def test_a_sentence_is_enough(language: str, charset: str) -> None:
    for text in (f"{TEXTS[language]}\n1. x\n", f"Title: 2024-01-01, see http://e.org/\n\n{TEXTS[language]}"):
        assert decode(text.encode(charset), None)[0] == text


@pytest.mark.parametrize("charset", ["utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"])
def test_wide_characters_without_a_mark(charset: str) -> None:
    for language in ("de", "ru", "zh-Hans"):
        text = f"{TEXTS[language]}\nand 123\n"
        assert decode(text.encode(charset), None)[::2] == (text, "detector")


def test_a_name_is_enough_for_chinese() -> None:
    assert guess("测试文件".encode("gbk")) == "gb18030"
    assert guess("Übergröße".encode("latin-1")) == "windows-1252"
    assert guess("naïve café".encode("latin-1")) == "windows-1252"


SHORT = [
    "国标编码页面",
    "汉字内容",
    "网站首页",
    "联系我们",
    "最新消息：通知",
    "版权所有 2003",
    "关于本站",
    "今日天气晴",
    "友情链接大全",
    "留言本",
    "下载中心",
    "作者介绍",
]


@pytest.mark.parametrize("text", SHORT)
def test_a_few_chinese_characters_are_not_letters_of_europe(text: str) -> None:
    """Titles of pages in GBK that declare nothing: 10 to 13 in a hundred of these were read as Baltic or Cyrillic."""
    page = f"<html><head><title>{text}</title></head><body></body></html>"
    assert decode(text.encode("gbk"), None)[0] == text
    assert decode(page.encode("gbk"), None)[0] == page


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("既定のエディタ", "euc_jp"),
        ("日本語のページ", "euc_jp"),
        ("コミットデータ", "cp932"),
        ("はじめに", "euc_jp"),
        ("最新消息與公告", "big5"),
        ("關於我們", "big5"),
        ("繁體中文網頁", "big5"),
        ("공지사항", "euc_kr"),
        ("자주 묻는 질문", "euc_kr"),
        ("¿Con qué frecuencia?", "cp1252"),
        ("jest również", "cp1250"),
        ("أيضاً،", "cp1256"),
        ("คุณต้อง stage", "cp874"),
        ("Vaikai žaidė", "cp1257"),
        ("Ειδήσεις", "cp1253"),
        ("Новости", "cp1251"),
        ("naïve café", "cp1252"),
        ("Größe ändern", "cp1252"),
        ("Übersicht", "cp1252"),
        ("їй) є те,", "cp1251"),
    ],
)
def test_a_few_words_in_other_charsets_are_not_chinese(text: str, charset: str) -> None:
    assert decode(text.encode(charset), None)[0] == text


def test_the_part_that_is_not_ascii_decides() -> None:
    text = "This licence is long. " * 5000 + TEXTS["ru"]
    assert decode(text.encode("koi8_r"), None)[0] == text


def test_some_damage_changes_nothing() -> None:
    data = (TEXTS["zh-Hans"] * 20).encode("gb18030")
    text, charset, _ = decode(data[:300] + b"\xff" + data[301:], None)
    assert charset == "gb18030" and text.startswith(TEXTS["zh-Hans"])


def test_scripts_with_signs_of_other_charsets_stay_ascii() -> None:
    for code in ("x = '~{not chinese~}';", "a \\x1b$ b", "~{"):
        assert decode(code.encode(), None)[:2] == (code, "utf-8")


def test_any_bytes_take_bounded_time() -> None:
    start = time.process_time()
    for piece in (bytes(range(128, 256)), b"\xe4 ", b"\x81\x40", b"\xff\xfe\xfd"):
        assert decode(piece * 100_000, None)[0]
    assert time.process_time() - start < 5
