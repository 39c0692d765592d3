"""What the engine says about records, batches and files of others, in English: the templates for engine_words.

They stand in a module of their own because there are many; the context of their translations is "engine" all the same.
"""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

TEMPLATES = (
    # archives, and what a check of one finds
    QT_TRANSLATE_NOOP("engine", "index.sqlite cannot be read ({detail})"),
    QT_TRANSLATE_NOOP("engine", "it has triggers or views, which no database of this program has"),
    QT_TRANSLATE_NOOP("engine", "index.sqlite is missing"),
    QT_TRANSLATE_NOOP("engine", "{file} is not the file that was indexed"),
    QT_TRANSLATE_NOOP("engine", "it was made by another version of this program"),
    QT_TRANSLATE_NOOP("engine", "another program has it open; close that program and try again"),
    QT_TRANSLATE_NOOP("engine", "another program is writing its records anew; try again in a moment"),
    QT_TRANSLATE_NOOP("engine", "another program has written its records anew meanwhile; begin again"),
    QT_TRANSLATE_NOOP("engine", "The record is damaged: {reason}."),
    QT_TRANSLATE_NOOP("engine", "{size} bytes are no record: {reason}."),
    QT_TRANSLATE_NOOP("engine", "The file ends without the line feed that closes the record."),
    QT_TRANSLATE_NOOP("engine", "An earlier record of the file has the same id."),
    QT_TRANSLATE_NOOP("engine", "The file cannot be read: {detail}."),
    QT_TRANSLATE_NOOP("engine", "The file is missing, but the index knows captures in it."),
    QT_TRANSLATE_NOOP(
        "engine", "The file is not named like a batch file (YYYYMM/NNNN.tw), so nobody reads it."
    ),
    QT_TRANSLATE_NOOP(
        "engine",
        "{size} bytes at the end are not indexed. Opening the archive for writing indexes whole records, and moves what is none to a side file.",  # noqa: E501 - the tool reads one literal
    ),
    QT_TRANSLATE_NOOP("engine", "The index names a record here that is not there."),
    QT_TRANSLATE_NOOP("engine", "The record is not in the index: it has no usable address, date or base."),
    QT_TRANSLATE_NOOP(
        "engine",
        "Index and record differ in {what}: {indexed} and {recorded}. “tianwang reindex” makes the index follow the records.",  # noqa: E501 - the tool reads one literal
    ),
    QT_TRANSLATE_NOOP("engine", "The record calls itself {id}, which is another one's or of another batch."),
    QT_TRANSLATE_NOOP("engine", "The index has the record confirm a version, the record names none."),
    QT_TRANSLATE_NOOP("engine", "The index has the record confirm another version than the record names."),
    QT_TRANSLATE_NOOP("engine", "The version that the visit confirms is not in the archive."),
    QT_TRANSLATE_NOOP("engine", "The visit names a version in another batch."),
    QT_TRANSLATE_NOOP("engine", "a record with DATA"),
    QT_TRANSLATE_NOOP("engine", "a visit without"),
    QT_TRANSLATE_NOOP("engine", "end"),
    QT_TRANSLATE_NOOP("engine", "address"),
    QT_TRANSLATE_NOOP("engine", "date"),
    QT_TRANSLATE_NOOP("engine", "origin"),
    QT_TRANSLATE_NOOP("engine", "ip"),
    QT_TRANSLATE_NOOP("engine", "crawl"),
    QT_TRANSLATE_NOOP("engine", "kind"),
    QT_TRANSLATE_NOOP("engine", "status"),
    QT_TRANSLATE_NOOP("engine", "type"),
    QT_TRANSLATE_NOOP("engine", "location"),
    QT_TRANSLATE_NOOP("engine", "length of the body"),
    QT_TRANSLATE_NOOP("engine", "digest of the body"),
    QT_TRANSLATE_NOOP(
        "engine",
        "The index counts {versions} versions and {visits} visits of {url}, and has {count} and {number}. “tianwang reindex” makes it anew.",  # noqa: E501 - the tool reads one literal
    ),
    QT_TRANSLATE_NOOP("engine", "The index cannot be read: {detail}. “tianwang reindex” makes it anew."),
    QT_TRANSLATE_NOOP(
        "engine", "The index shows {url} otherwise than its captures are. “tianwang reindex” makes it anew."
    ),
    QT_TRANSLATE_NOOP(
        "engine", "The index does not count the pages below {url} right. “tianwang reindex” makes it anew."
    ),
    QT_TRANSLATE_NOOP("engine", "The record lacks the check of its header that those before it have."),
    QT_TRANSLATE_NOOP("engine", "it is a link, and nothing is cut off outside the archive"),
    # what shows that a record is not as it was written
    QT_TRANSLATE_NOOP("engine", "the header does not have the check stored with it"),
    QT_TRANSLATE_NOOP("engine", "the check of the header cannot be read"),
    QT_TRANSLATE_NOOP("engine", "a header line is not as this program writes it"),
    QT_TRANSLATE_NOOP("engine", "the digest of DATA cannot be read"),
    QT_TRANSLATE_NOOP("engine", "DATA does not have the digest stored with it"),
    # what a strict check finds
    QT_TRANSLATE_NOOP("engine", "The header was altered: {reason}."),
    QT_TRANSLATE_NOOP("engine", "A header line ends in CR LF or holds a carriage return; lines end in LF."),
    QT_TRANSLATE_NOOP("engine", "“{name}” is not a name for an attribute."),
    QT_TRANSLATE_NOOP("engine", "The name “{name}” is not in lower case."),
    QT_TRANSLATE_NOOP("engine", "The attribute “{name}” stands here a second time."),
    QT_TRANSLATE_NOOP("engine", "There is no space between “{name}:” and its value."),
    QT_TRANSLATE_NOOP("engine", "The value of “{name}” has white space around it."),
    QT_TRANSLATE_NOOP("engine", "The value of “{name}” holds a control byte."),
    QT_TRANSLATE_NOOP("engine", "“{version}” is not a version of the format."),
    QT_TRANSLATE_NOOP("engine", "The last attribute is “{name}”, not “length”."),
    QT_TRANSLATE_NOOP("engine", "The url “{url}” is not an absolute address."),
    QT_TRANSLATE_NOOP("engine", "The date stands in “time”, not in “date”."),
    QT_TRANSLATE_NOOP("engine", "The record has no date."),
    QT_TRANSLATE_NOOP("engine", "“{date}” is not a date as RFC 822 writes it."),
    QT_TRANSLATE_NOOP("engine", "“{ip}” is neither an IP address nor the name of a host."),
    QT_TRANSLATE_NOOP("engine", "The {name} “{value}” is not a plain decimal number."),
    QT_TRANSLATE_NOOP("engine", "DATA was altered: {reason}."),
    QT_TRANSLATE_NOOP("engine", "The announced length is wrong: {reason}."),
    QT_TRANSLATE_NOOP("engine", "DATA is no zlib stream, or a damaged one: {reason}."),
    # recovery
    QT_TRANSLATE_NOOP("engine", "It stands behind damage, and too few records follow it to prove it"),
    QT_TRANSLATE_NOOP("engine", "It may be text inside the page of a lost record"),
    QT_TRANSLATE_NOOP("engine", "Nothing proves where it ends: no record follows it"),
    QT_TRANSLATE_NOOP("engine", "It lacks the checksum that its neighbours carry"),
    QT_TRANSLATE_NOOP("engine", "Its closing newline or another byte is missing"),
    QT_TRANSLATE_NOOP("engine", "A sector of its data seems to have been wiped"),
    QT_TRANSLATE_NOOP("engine", "These bytes are no record"),
    QT_TRANSLATE_NOOP("engine", "The header of the record is damaged"),
    QT_TRANSLATE_NOOP("engine", "The file ends before the end of the record"),
    QT_TRANSLATE_NOOP("engine", "The record is cut, or bytes were lost or added inside it"),
    QT_TRANSLATE_NOOP("engine", "The compressed data of the record is damaged"),
    QT_TRANSLATE_NOOP("engine", "The newline that closes the record was restored"),
    QT_TRANSLATE_NOOP("engine", "The length of the record was restored; its data is proven by its checksum"),
    QT_TRANSLATE_NOOP(
        "engine",
        "Byte {offset} was 0x{old} and is 0x{new} again, as the checks of header and data prove",
    ),
    QT_TRANSLATE_NOOP("engine", "The line ends were converted; the file without the added CRs fits"),
    QT_TRANSLATE_NOOP(
        "engine", "The line ends were converted; the file without the added CRs fits. {reason}"
    ),
    QT_TRANSLATE_NOOP(
        "engine", "CRs that the transfer took away were put back; a checksum proves the result"
    ),
    QT_TRANSLATE_NOOP(
        "engine",
        "CRs that the transfer took away were put back; their number is what the length misses",
    ),
    QT_TRANSLATE_NOOP(
        "engine", "CRs are missing that cannot be put back; the length was set to what is there"
    ),
    QT_TRANSLATE_NOOP("engine", "DATA fits its digest"),
    QT_TRANSLATE_NOOP("engine", "DATA does not fit its digest"),
    QT_TRANSLATE_NOOP("engine", "DATA inflates to unzip-length"),
    QT_TRANSLATE_NOOP("engine", "DATA does not inflate"),
    QT_TRANSLATE_NOOP("engine", "the header fits its header-check"),
    QT_TRANSLATE_NOOP("engine", "the version is not a number"),
    QT_TRANSLATE_NOOP("engine", "length is not the last attribute"),
    QT_TRANSLATE_NOOP("engine", "url is missing"),
    QT_TRANSLATE_NOOP("engine", "date is missing or cannot be read"),
    QT_TRANSLATE_NOOP("engine", "the header holds zeros"),
    QT_TRANSLATE_NOOP("engine", "an attribute stands there twice"),
    QT_TRANSLATE_NOOP("engine", "the name of an attribute is not in lower case letters"),
    QT_TRANSLATE_NOOP("engine", "The {kind} compression is damaged at byte {offset} of the file"),
    QT_TRANSLATE_NOOP("engine", "the {kind} data is damaged behind byte {offset} of its content ({detail})"),
    QT_TRANSLATE_NOOP("engine", "the {kind} data is cut off"),
    QT_TRANSLATE_NOOP("engine", "there is a file of that name; choose another"),
    # importing
    QT_TRANSLATE_NOOP("engine", "{path} is no Tianwang, WARC, ARC or WACZ file."),
    QT_TRANSLATE_NOOP("engine", "no type"),
    QT_TRANSLATE_NOOP("engine", "headers of revisits"),
    QT_TRANSLATE_NOOP("engine", "This is no file with archived pages."),
    QT_TRANSLATE_NOOP(
        "engine", "The version that this visit confirms is neither in these files nor in the archive."
    ),
    QT_TRANSLATE_NOOP(
        "engine",
        "This may be a whole record, but nothing proves it. “tianwang recover” keeps such records.",
    ),
    QT_TRANSLATE_NOOP(
        "engine", "The line ends of the record were converted. “tianwang recover” repairs such files."
    ),
    QT_TRANSLATE_NOOP("engine", "{size} bytes were left out: {reason}."),
    QT_TRANSLATE_NOOP("engine", "The address has more than {count} characters."),
    QT_TRANSLATE_NOOP("engine", "The header of the record is too long."),
    QT_TRANSLATE_NOOP("engine", "The record cannot be stored as a Tianwang record: {detail}."),
    QT_TRANSLATE_NOOP("engine", "“{url}” is not the address of a page: it names no host."),
    QT_TRANSLATE_NOOP("engine", "{path} is damaged: its ZIP directory cannot be read ({detail})."),
    QT_TRANSLATE_NOOP("engine", "The ZIP directory cannot be read ({detail}); WARC files were looked for."),
    QT_TRANSLATE_NOOP("engine", "{path} lists more than it can hold, and was not read."),
    QT_TRANSLATE_NOOP("engine", "The file holds other WACZ files. Unpack it, and import those."),
    QT_TRANSLATE_NOOP("engine", "The file holds no WARC file."),
    QT_TRANSLATE_NOOP("engine", "{name} is not where the ZIP directory says."),
    QT_TRANSLATE_NOOP("engine", "{name} is encrypted."),
    QT_TRANSLATE_NOOP("engine", "{name} would unpack to {size} bytes."),
    QT_TRANSLATE_NOOP("engine", "{name} does not unpack ({detail})."),
    QT_TRANSLATE_NOOP("engine", "{name} is no WARC file."),
    QT_TRANSLATE_NOOP("engine", "{name}: the last {size} bytes were left out: {reason}."),
    QT_TRANSLATE_NOOP("engine", "The record is one of several segments; segments are not joined."),
    QT_TRANSLATE_NOOP("engine", "The date “{wrong}” is not one of WARC; it was read as {date}."),
    QT_TRANSLATE_NOOP("engine", "The record is larger than 1 GB."),
    QT_TRANSLATE_NOOP("engine", "The record is empty."),
    QT_TRANSLATE_NOOP("engine", "The record does not say which version it refers to."),
    QT_TRANSLATE_NOOP(
        "engine",
        "The content does not have the digest given for it (WARC-Payload-Digest); it was stored as it is.",
    ),
    QT_TRANSLATE_NOOP("engine", "{part} is too large, and what follows was passed over."),
    QT_TRANSLATE_NOOP("engine", "{part} is missing or no number; the record was taken up to the next one."),
    QT_TRANSLATE_NOOP(
        "engine",
        "{part} is too large ({count} announced, {size} bytes found); the record was taken up to the next one.",
    ),
    QT_TRANSLATE_NOOP(
        "engine",
        "{part} is too small ({count} announced, {size} bytes found); the record was taken up to the next one.",
    ),
    QT_TRANSLATE_NOOP("engine", "{size} bytes are no {name} record and were left out."),
    QT_TRANSLATE_NOOP("engine", "gzip member"),
    QT_TRANSLATE_NOOP("engine", "zstd frame"),
    QT_TRANSLATE_NOOP("engine", "WARC record"),
    QT_TRANSLATE_NOOP("engine", "ARC record"),
    QT_TRANSLATE_NOOP("engine", "the length"),
    QT_TRANSLATE_NOOP("engine", "there is no {part} here"),
    QT_TRANSLATE_NOOP("engine", "the {part} is damaged ({detail})"),
    QT_TRANSLATE_NOOP("engine", "the {part} is cut: the file ends before it"),
    QT_TRANSLATE_NOOP("engine", "the record is cut: the file ends before its length"),
    QT_TRANSLATE_NOOP("engine", "{reason}; reading went on at byte {offset}."),
    # exporting
    QT_TRANSLATE_NOOP("engine", "It was left out because its record is damaged: {reason}."),
    QT_TRANSLATE_NOOP("engine", "It was left out because the version it confirms cannot be read."),
    QT_TRANSLATE_NOOP(
        "engine",
        "It was left out because its address is longer than other programs take: they would refuse the whole file. An export as Tianwang files has it.",  # noqa: E501 - the tool reads one literal
    ),
    QT_TRANSLATE_NOOP(
        "engine",
        "Its HTTP headers are longer than other programs take. Its record has a part of them; all of them are kept in the metadata record before it, where an import finds them.",  # noqa: E501 - the tool reads one literal
    ),
    QT_TRANSLATE_NOOP("engine", "It was left out because a Tianwang 1.0 record cannot hold its attributes."),
    QT_TRANSLATE_NOOP("engine", "it exists already, and an export overwrites nothing; choose another name"),
    QT_TRANSLATE_NOOP(
        "engine",
        "it is left from an export that was broken off, or another one is writing it; delete it first",
    ),
)
