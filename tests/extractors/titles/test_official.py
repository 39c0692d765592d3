"""Official documents (公文): what they say of themselves is found; what only looks like one is left alone."""

from __future__ import annotations

import pytest

from extractors.base.types import Official
from extractors.titles import official
from extractors.titles import official as official_words
from extractors.titles.official import Line

NOTICE = """广 东 省 交 通 厅 文 件
粤交运函〔2009〕1356 号
关于做好国庆中秋期间
道路运输工作的通知
各地级以上市交通局(委)：
为做好道路运输工作，现将有关事项通知如下。
附件：1.关于加强管理的通知
广东省交通厅
二〇〇九年九月二十一日
抄送：广东省公安厅
广东省交通厅办公室 2009年9月23日印发"""


def found(text: str) -> Official:
    document = official.find(map(Line, text.split("\n")))
    assert document is not None
    return document.official


def test_a_notice_in_plain_lines() -> None:
    document = official.find(map(Line, NOTICE.split("\n")))
    assert document is not None
    assert document.title == "关于做好国庆中秋期间道路运输工作的通知"
    assert document.official == Official(
        "广东省交通厅", "各地级以上市交通局(委)", "粤交运函〔2009〕1356号", "2009-09-21"
    )


def test_a_letter_whose_red_head_says_no_file() -> None:
    lines = [
        Line("广东省交通厅", 40, red=True, centred=True),
        Line("粤交运函(2009)1356号", 16),
        Line("关于道路运输工作的复函", 22, centred=True, bold=True),
        Line("深圳市交通局：来函收悉。", 16),
    ]
    document = official.find(lines)
    assert document is not None
    assert document.official == Official("广东省交通厅", "深圳市交通局", "粤交运函(2009)1356号", "")


def test_several_issuers() -> None:
    text = "国家发展和改革委员会\n财 政 部 文件\n国家税务总局\n发改价格〔2010〕12号\n关于调价的通知\n各省物价局："
    assert found(text).issuer == "国家发展和改革委员会、财政部、国家税务总局"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("粤交运函(2009)1356号", "粤交运函(2009)1356号"),
        ("粤交运函（2009）1356号", "粤交运函（2009）1356号"),
        ("国发［2024］5号", "国发［2024］5号"),
        ("国办发【２０２４】５ 号", "国办发【2024】5号"),
        ("国 发 〔 2 0 2 4 〕 5 号", "国发〔2024〕5号"),
        ("国发[2024]5号　签发人：张三", "国发[2024]5号"),
        ("〔1998〕汇管函字第12号", "〔1998〕汇管函字第12号"),
        ("（京教函〔2020〕3号）", "京教函〔2020〕3号"),
    ],
)
def test_numbers_with_all_kinds_of_brackets(written: str, read: str) -> None:
    assert official_words.document_number(official_words.bare(written)) == (read, True)


@pytest.mark.parametrize(
    "text", ["根据国发〔2024〕5号文件", "国发〔2024〕号", "2024年5月", "电话(020)12345678号线", "第12章"]
)
def test_no_numbers(text: str) -> None:
    assert official_words.document_number(text) == ("", False)


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2009年9月21日", "2009-09-21"),
        ("二〇二四年三月五日", "2024-03-05"),
        ("二○○九年十二月三十一日", "2009-12-31"),
        ("２０２４年１０月１日", "2024-10-01"),
        ("二零一九年十月", "2019-10"),
        ("二OO九年三日", ""),
        ("2024年13月1日", ""),
        ("一九九八年一月廿三日", "1998-01-23"),
        ("2024-03-05", "2024-03-05"),
        ("二〇二四年二月二十日", "2024-02-20"),
    ],
)
def test_dates_in_both_numerals(written: str, iso: str) -> None:
    assert official_words.written_date(official_words.bare(written)) == iso


def test_the_table_above_a_page_of_a_government() -> None:
    text = (
        "索引号\t000014349/2024-00012\t发文机关\t国务院办公厅\n标　　题：国务院办公厅关于印发工作要点的通知\n"
        "发文字号：国办发〔2024〕5号\t成文日期：2024年3月5日\n各省、自治区、直辖市人民政府，国务院各部委：\n现印发给你们。"
    )
    assert found(text) == Official(
        "国务院办公厅", "各省、自治区、直辖市人民政府，国务院各部委", "国办发〔2024〕5号", "2024-03-05"
    )


def test_a_notice_without_number_needs_a_signature() -> None:
    text = "国务院办公厅\n关于开展检查的通知\n各省、自治区、直辖市人民政府：\n现将有关事项通知如下。\n"
    assert official.find(map(Line, text.split("\n"))) is None
    assert found(text + "国务院办公厅\n2024年3月5日") == Official(
        "国务院办公厅", "各省、自治区、直辖市人民政府", "", "2024-03-05"
    )


@pytest.mark.parametrize(
    "text",
    [
        "关于春天的散文\n春天来了。\n2024年3月5日",
        "本报讯 根据《关于印发工作要点的通知》（国办发〔2024〕5号），各省：\n要求如下。",
        "政策文件\n"
        + "\n".join(f"国务院关于第{n}项工作的通知\n国发〔2024〕{n}号\n2024年3月{n}日" for n in range(1, 9)),
        "各位同学：\n大家好！\n学生会\n2024年3月5日",
        "参考文献\n[1] 国务院. 关于深化改革的意见: 国发〔2014〕5号[Z]. 2014.",
        "A letter\nTo all offices:\nplease note No. 12 of 2009.\n2009-09-21",
        "",
    ],
)
def test_ordinary_documents(text: str) -> None:
    assert official.find(map(Line, text.split("\n"))) is None


@pytest.mark.parametrize(
    "name", ["荷塘县观象台", "广东省气象台", "中央人民广播电台", "省政府办公室", "省第一监狱"]
)
def test_organs_of_less_usual_kinds(name: str) -> None:
    assert official_words.organ(name)
    assert (
        found(f"{name}文件\n观发〔2026〕3号\n关于开放观测的通知\n各科室：\n{name}\n2026年5月4日").issuer
        == name
    )


@pytest.mark.parametrize("word", ["写字台", "烽火台", "会议室", "第一章"])
def test_other_words_are_no_organs(word: str) -> None:
    assert not official_words.organ(word)


def test_red() -> None:
    assert official.red(0xFF0000) and official.red("C00000") and official.red("#e60012")
    assert not any(map(official.red, (0, 0xFFFFFF, "auto", "0000FF", 0xFFA500)))


def test_many_lines_are_read_up_to_a_limit() -> None:
    assert official.find(Line("关于事情的通知：" * 20) for _ in range(100_000)) is None
