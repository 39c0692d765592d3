"""Writes the documents and pictures of the sample site; pages, style sheets and SVG are written by hand.

    python packaging/make_sample_site.py [folder]

Every run gives the same bytes (fixed dates, seeded chance), except that another version of Pillow may
compress the pictures differently. The files in resources/sample_site are the truth.
"""

import io
import math
import re
import struct
import sys
import zipfile
from datetime import datetime
from pathlib import Path

import docx
import openpyxl
import pptx
from make_sample_media import film, sing
from make_sample_papers import TITLE, letter, notice, observations, packed
from make_sample_pictures import favicon, pictures
from mutagen.id3 import ID3, TALB, TDRC, TIT2, TPE1
from openpyxl.styles import Font, PatternFill
from pptx.util import Pt

WRITTEN = datetime(2026, 5, 4, 9, 0, 0)
AUTHOR = "Lotus Pond Observatory"
FONTS = {
    "F1": "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "F2": "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    "F3": "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H"
    " /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000 /W [1 95 500]"
    " /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >>"
    " /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /ItalicAngle 0"
    " /FontBBox [-25 -254 1000 880] /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>] >>",
}


def text(font: str, size: float, x: float, y: float, words: str, colour: str = "0.13 0.19 0.18") -> str:
    """The operators that show one line of text; F3 takes UTF-16, the others WinAnsi."""
    if font == "F3":
        shown = f"<{words.encode('utf-16-be').hex().upper()}>"
    else:
        shown = "(" + re.sub(r"([()\\])", r"\\\1", words) + ")"
    return f"BT {colour} rg /{font} {size} Tf {x} {y} Td {shown} Tj ET"


def band(y: float, height: float, colour: str, x: float = 0, width: float = 595) -> str:
    return f"{colour} rg {x} {y} {width} {height} re f"


def pdf(pages: list[list[str]], info: dict[str, str]) -> bytes:
    """A PDF file of A4 pages from their content operators."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    kids = []
    fonts = " ".join(f"/{name} {font}" for name, font in FONTS.items())
    for operators in pages:
        stream = "\n".join(operators).encode("cp1252")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        kids.append(len(objects) + 1)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects)} 0 R"
            f" /Resources << /Font << {fonts} >> >> >>".encode()
        )
    objects[1] = (
        f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{k} 0 R' for k in kids)}] >>".encode()
    )
    trailer = f"/Size {len(objects) + 1 + bool(info)} /Root 1 0 R"
    if info:
        entries = (f"/{key} <FEFF{value.encode('utf-16-be').hex().upper()}>" for key, value in info.items())
        dates = "/CreationDate (D:20260504090000Z) /ModDate (D:20260504090000Z)"
        objects.append(f"<< {' '.join(entries)} {dates} >>".encode())
        trailer += f" /Info {len(objects)} 0 R"
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(out) + f"trailer\n<< {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()


def report(
    title: str, subtitle: str, paragraphs: list[str], rows: list[tuple[str, str]], font: str, bold: str
) -> list[str]:
    """One page: title on a dark band, lines of text, a table of two columns."""
    operators = [
        band(700, 142, "0.08 0.21 0.20"),
        band(694, 6, "0.76 0.33 0.48"),
        text(bold, 26, 60, 766, title, "1 1 1"),
        text(font, 13, 60, 736, subtitle, "0.8 0.88 0.85"),
    ]
    y = 650
    for line in paragraphs:
        operators.append(text(font, 11.5, 60, y, line))
        y -= 19
    y -= 16
    for number, (name, value) in enumerate(rows):
        if number % 2 == 0:
            operators.append(band(y - 7, 24, "0.90 0.94 0.92", 60, 475))
        operators += [text(font, 11.5, 70, y, name), text(bold, 11.5, 420, y, value)]
        y -= 24
    return operators


def pdfs(edition: int) -> dict[str, bytes]:
    leaves, visitors = ("128", "9,412") if edition == 1 else ("131", "9,421")
    about = [
        "The hundredth year of the diary was a quiet one. The pond froze twice, the dome once.",
        "The frogs were three days early and the heron exactly on time.",
        f"A total of {visitors} visitors came through the east gate; two of them by boat.",
    ]
    if edition == 2:
        about.append("Corrected in June 2026: visitors and leaves, which had been counted before breakfast.")
    numbers = [
        ("Lotus leaves, first count", leaves),
        ("Clear nights", "212"),
        ("Visitors", visitors),
        ("Entries in the diary", "365"),
        ("Cups of tea (estimate)", "14,000"),
    ]
    english = report("Annual report 2025", "Lotus Pond Observatory", about, numbers, "F1", "F2")
    second = [
        text("F2", 16, 60, 760, "Accounts"),
        text("F1", 11.5, 60, 730, "In: one third, one third, one third."),
    ]
    second.append(text("F1", 11.5, 60, 711, "Out: lamp oil, lotus roots, lenses, soup."))
    files = {
        "annual-report.pdf": pdf(
            [english, second], {"Title": "Annual report 2025: Lotus Pond Observatory", "Author": AUTHOR}
        )
    }
    if edition == 1:
        paragraphs = ["日记满百年，这一年很安静：池水结冰两次，圆顶结冰一次。", "蛙声早来三天，苍鹭准时。"]
        rows = [("首次清点荷叶", "128"), ("晴夜", "212"), ("访客", "9412"), ("日记", "365")]
        chinese = report("二〇二五年年报", "荷塘观象台", paragraphs, rows, "F3", "F3")
        files["nianbao-2025.pdf"] = pdf(
            [chinese], {"Title": "荷塘观象台二〇二五年年报", "Author": "荷塘观象台"}
        )
        stations = [
            "1  East gate",
            "2  Water gauge",
            "3  Landing stage",
            "4  Herb garden",
            "5  Museum",
            "6  Dome",
        ]
        walk = ["Walk round the pond with the water on your right hand.", *stations]
        page = report("Once round the pond", "A leaflet for visitors", walk, [], "F1", "F2")
        files["leaflet.pdf"] = pdf([page], {})  # no metadata: the title is what stands large on the page
    return files


def settled(data: bytes) -> bytes:
    """An Office file with the dates that the library or the clock put in replaced by WRITTEN."""
    out = io.BytesIO()
    stamp = WRITTEN.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            body = old.read(name)
            if name == "docProps/core.xml":
                body = re.sub(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*", rb"\g<1>" + stamp, body)
            item = zipfile.ZipInfo(name, WRITTEN.timetuple()[:6])
            item.compress_type = zipfile.ZIP_DEFLATED
            item.create_system = 0  # the same on every system
            new.writestr(item, body)
    return out.getvalue()


def office_file(document: "docx.document.Document | pptx.presentation.Presentation", title: str) -> bytes:
    document.core_properties.title = title
    document.core_properties.author = AUTHOR
    out = io.BytesIO()
    document.save(out)
    return settled(out.getvalue())


def visitor_guide() -> bytes:
    document = docx.Document()
    document.add_heading("Visitor guide: once round the pond", 0)
    document.add_paragraph("Seven stations, 1,400 steps, forty minutes without frogs and an hour with them.")
    document.add_heading("The stations", 1)
    for station in (
        "East gate",
        "Water gauge",
        "Boat shed",
        "Landing stage",
        "Herb garden",
        "Museum",
        "Dome",
    ):
        document.add_paragraph(station, style="List Number")
    document.add_heading("礼貌须知", 1)
    document.add_paragraph("请勿喂鱼；鱼另有安排。")
    table = document.add_table(rows=1, cols=2)
    table.style = "Table Grid"
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Season", "What to look for"
    for season, sight in (("Spring", "Frogs"), ("Summer", "Lotus"), ("Autumn", "Saturn"), ("Winter", "Ice")):
        cells = table.add_row().cells
        cells[0].text, cells[1].text = season, sight
    return office_file(document, "Visitor guide")


def lecture() -> bytes:
    show = pptx.Presentation()
    slides = [
        ("The Moon for beginners", ["Winter lecture", "荷塘观象台"]),
        ("Four faces", ["New: not to be seen", "First quarter: evening", "Full: all night", "Last: morning"]),
        (
            "What to look at first",
            ["The edge of the shadow", "The sea of rains", "Your own feet, on the stairs"],
        ),
    ]
    for title, lines in slides:
        slide = show.slides.add_slide(show.slide_layouts[0 if title.startswith("The Moon") else 1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = "\n".join(lines)
        slide.placeholders[1].text_frame.paragraphs[0].font.size = Pt(28)
        slide.notes_slide.notes_text_frame.text = "Speak slowly; the Moon does."
    return office_file(show, "The Moon for beginners")


def star_catalogue(edition: int) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Stars 星表"
    sheet.append(["No.", "Name", "星名", "Magnitude", "Light-years"])
    stars = [
        ("Vega", "织女一", 0.03, 25),
        ("Altair", "河鼓二", 0.77, 17),
        ("Polaris", "勾陈一", 1.98, 433),
        ("Antares", "心宿二", 0.96, 550),
        ("Betelgeuse", "参宿四", 0.50 if edition == 1 else 0.62, 548),
        ("Sirius", "天狼", -1.46, 9),
        ("Arcturus", "大角", -0.05, 37),
        ("Spica", "角宿一", 0.97, 250),
        ("Capella", "五车二", 0.08, 43),
        ("Aldebaran", "毕宿五", 0.86, 65),
    ]
    if edition == 2:
        stars.append(("Fomalhaut", "北落师门", 1.16, 25))
    for number, star in enumerate(stars, 1):
        sheet.append([number, *star])
    for cell in sheet[1]:
        cell.font, cell.fill = Font(bold=True), PatternFill("solid", fgColor="E6EFEA")
    notes = book.create_sheet("Notes")
    notes.append(["Estimated from the landing stage without instruments."])
    book.properties.title, book.properties.creator = "Star catalogue", AUTHOR
    out = io.BytesIO()
    book.save(out)
    return settled(out.getvalue())


def herb_labels() -> bytes:
    """RTF as a Chinese Word of the nineties wrote it: code page 936, bytes as \\'xx."""

    def chinese(words: str) -> str:
        return "".join(f"\\'{byte:02x}" for byte in words.encode("gbk"))

    herbs = [
        ("Lotus", "荷花"),
        ("Sweet flag", "菖蒲"),
        ("Water mint", "薄荷"),
        ("Bamboo", "竹"),
        ("Plum", "梅"),
    ]
    lines = "".join(f"{{\\b {english}}}\\tab {chinese(han)}\\par\n" for english, han in herbs)
    return (
        "{\\rtf1\\ansi\\ansicpg936\\deff0{\\fonttbl{\\f0\\fnil\\fcharset134 SimSun;}}\n"
        f"{{\\info{{\\title {chinese('本草标签')} Herb labels}}{{\\author {AUTHOR}}}"
        "{\\creatim\\yr2026\\mo5\\dy4\\hr9\\min0}}\n"
        f"\\f0\\fs36\\b {chinese('本草标签')} Herb labels\\b0\\fs24\\par\n{lines}}}"
    ).encode("ascii")


def silence(seconds: int, tags: ID3, version: int) -> bytes:
    """MPEG-1 layer III, 32 kbit/s, mono, 44.1 kHz: frames whose side information says that nothing sounds."""
    frame = struct.pack(">I", 0xFFFB10C4) + bytes(144 * 32000 // 44100 - 4)
    out = io.BytesIO(frame * math.ceil(seconds * 44100 / 1152))
    tags.save(out, v2_version=version, padding=lambda _: 64)
    return out.getvalue()


def sounds() -> dict[str, bytes]:
    snow = ID3()
    for frame, words in ((TIT2, "雪落荷塘"), (TPE1, "荷塘观象台"), (TALB, "四季之声"), (TDRC, "2026")):
        snow.add(frame(encoding=3, text=words))
    sing(snow)
    tape = ID3()
    for frame, words in ((TIT2, "旧录音带"), (TPE1, "荷塘观象台")):
        tape.add(
            frame(encoding=0, text=words.encode("gbk").decode("latin-1"))
        )  # GBK that calls itself Latin-1
    return {"snow-on-the-pond.mp3": silence(10, snow, 4), "old-tape.mp3": silence(4, tape, 3)}


def files() -> dict[str, bytes]:
    """Everything this script makes, by its path in the folder of the sample site."""
    made = {"edition1/favicon.ico": favicon()}
    for edition in (1, 2):
        documents = {**pdfs(edition), "star-catalogue.xlsx": star_catalogue(edition)}
        if edition == 1:
            documents |= sounds()
            documents |= {"visitor-guide.docx": visitor_guide(), "lecture-moon.pptx": lecture()}
            documents |= {
                "herb-labels.rtf": herb_labels(),
                "night-opening.docx": office_file(notice(), TITLE),
            }
            documents |= {"four-seasons.webm": film(), "breakfast.eml": letter(WRITTEN)}
            documents["observations.zip"] = packed(observations(), WRITTEN)
        made |= {f"edition{edition}/downloads/{name}": data for name, data in documents.items()}
        made |= {f"edition{edition}/assets/pictures/{name}": data for name, data in pictures(edition).items()}
    return made


def main(folder: Path) -> None:
    for name, data in files().items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        print(f"{len(data):>8}  {name}")


if __name__ == "__main__":
    default = Path(__file__).resolve().parent.parent / "resources" / "sample_site"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else default)
