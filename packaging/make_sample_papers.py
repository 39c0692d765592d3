"""Paper of the sample site that only some documents are: an official document, a letter, a packed folder."""

import io
import zipfile
from collections.abc import Mapping
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

import docx
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt, RGBColor

RED = RGBColor(0xC0, 0x00, 0x00)
TITLE = "关于开放荷塘夜间观测的通知"
ITEMS = (
    "一、开放时间为每月朔日前后三晚，自日落后一小时起，至蛙声停止时止。",
    "二、观测者请自带披风与耐心，望远镜由观象台提供，茶水亦然。",
    "三、请勿以灯照鱼；鱼另有作息，照之不悦。",
    "四、遇阴雨改为室内听雨，不另行通知。",
)


def notice() -> docx.document.Document:
    """An official document as offices of the mainland print it: red head, number, title, recipient, date."""
    document = docx.Document()

    def line(
        words: str, size: float, *, centred: bool = False, red: bool = False, bold: bool = False
    ) -> None:
        paragraph = document.add_paragraph()
        run = paragraph.add_run(words)
        run.font.size, run.bold = Pt(size), bold
        if red:
            run.font.color.rgb = RED
        if centred:
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER

    line("荷塘县观象局文件", 36, centred=True, red=True, bold=True)
    line("荷观发〔2026〕3号", 16, centred=True)
    line(TITLE, 22, centred=True, bold=True)
    line("各科室，各有关单位：", 16)
    line("为便于公众识星，经局务会议研究决定，自二〇二六年六月起开放荷塘夜间观测。现将有关事项通知如下：", 16)
    for item in ITEMS:
        line(item, 16)
    for words in ("荷塘县观象局", "2026年5月4日"):
        line(words, 16)
        document.paragraphs[-1].alignment = WD_ALIGN_PARAGRAPH.RIGHT
    document.core_properties.comments = ""
    return document


def letter(written: datetime) -> bytes:
    """A mail with an attachment."""
    mail = EmailMessage()
    mail["From"] = "Lotus Pond Observatory <gate@lotus-pond.example>"
    mail["To"] = "The heron <heron@lotus-pond.example>"
    mail["Subject"] = "你的早餐 About your breakfast"
    mail["Date"] = format_datetime(written)
    mail["Message-ID"] = "<20260504.breakfast@lotus-pond.example>"
    mail.set_content(
        "Dear heron,\n\nthe fish have asked us to write to you. They would like to be counted first.\n"
        "The list of those already counted is attached.\n\n此致\n荷塘观象台\n"
    )
    mail.add_attachment(
        "kind,number\ncarp,41\ngoldfish,17\nnot to be said,1\n", subtype="csv", filename="fish.csv"
    )
    mail.set_boundary("=-lotus-pond-=")
    return mail.as_bytes()


def packed(files: Mapping[str, bytes], written: datetime) -> bytes:
    """A ZIP file with the same bytes on every machine."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in files.items():
            item = zipfile.ZipInfo(name, written.timetuple()[:6])
            item.compress_type = zipfile.ZIP_DEFLATED
            item.create_system = 0  # the same on every system
            bundle.writestr(item, data)
    return out.getvalue()


def observations() -> dict[str, bytes]:
    """What lies in the packed folder."""
    nights = "\n".join(f"2026-05-{day:02d},{'clear' if day % 3 else 'cloud'}" for day in range(1, 32))
    readme = "Observations of May 2026.\nOne line a night; the clouds counted themselves.\n"
    return {
        "observations/readme.txt": readme.encode(),
        "observations/nights.csv": f"night,sky\n{nights}\n".encode(),
        "observations/星表/vega.txt": "织女一：亮。\n".encode(),
    }
