"""The messages of the engine: each code, and its English sentence with the arguments in it.

This is the only place of the sentences: the engine says codes, the command line prints the sentence a message has of
itself, the window shows its translation (`widgets/words/engine.py`).
"""

from __future__ import annotations

from extractors.base import messages

SENTENCES = {
    # what a person must act on: errors
    "archive-unusable": "The archive {archive} cannot be used: {detail}",
    "archive-missing": (
        "There is no archive at {archive}. Create one, or choose the folder that holds “archive.json”."
    ),
    "archive-exists": (
        "{archive} already exists and is not empty. Choose another folder, or open it if it is an archive."
    ),
    "archive-locked": (
        "Another program (process {process} on {host}) is writing to the archive {archive}. "
        "Wait until it has finished, or stop it."
    ),
    "archive-damaged": "The archive {archive} is damaged: {detail}",
    "archive-index-damaged": (
        "The index of the archive {archive} cannot be used: {detail}. The pages themselves are in the batches: "
        "“Rebuild the index” on the page Integrity, or “tianwang reindex {word}”, makes a new index from them."
    ),
    "archive-unwritable": (
        "The archive {archive} must be brought up to date before it can be shown, but its disk cannot be written. "
        "Copy the archive to a disk that can be written, and open it there."
    ),
    "archive-joined": (
        "The archive {archive} is made of other archives, and nothing is written into them through it. "
        "Write to one of them, such as {first}; what is new there is here, too."
    ),
    "capture-missing": "The archive holds nothing under {wanted}.",
    "address-invalid": (
        "“{address}” is not an address that can be crawled. An address looks like https://www.example.org/."
    ),
    "storage-failed": "{path} could not be written: {detail}. Nothing that was already stored is lost.",
    "storage-unreadable": "{path} could not be read: {detail}.",
    "crawls-damaged": (
        "The crawls of this archive cannot be used: {path} cannot be read ({detail}). The pages are not touched by "
        "that. Move the file away to begin new crawls; what old ones had still to do goes with it."
    ),
    "pattern-invalid": "“{pattern}” is not a regular expression: {detail}",
    "settings-invalid": "This crawl cannot be started: {detail}.",
    "plan-missing": "This archive has no saved crawl named “{name}”.",
    "plan-name-taken": "There is a saved crawl named “{name}” already.",
    "timetable-invalid": (
        "“{text}” is not a timetable. Examples: hourly, every 6 hours, daily 03:00, weekly mon 03:00."
    ),
    "job-failed": "A task of this job failed again and again: {detail}",
    "job-folder-used": "{path} is not empty and holds no job. Choose an empty folder for the result.",
    "job-folder-unreadable": "{path} cannot be read as a job. Choose an empty folder for the result.",
    "job-folder-other": "{path} holds the result of another job. Choose an empty folder for this one.",
    "job-choice": "“{value}” is not one of {choices}.",
    "cluster-missing": (
        "Ray is not installed: install this program with its group “cluster” (tianwang-explorer[cluster])."
    ),
    "parquet-missing": (
        "pyarrow is not installed, which writes Parquet files: install this program with its group “cluster” "
        "(tianwang-explorer[cluster])."
    ),
    "cluster-unreachable": "No cluster answers at {address}: {detail}",
    "cluster-token": (
        "There is no token for a cluster on this machine. Copy the one of the machine on which the cluster was started: "
        "{path}"
    ),
    "cluster-token-wrong": (
        "The cluster at {address} does not take this token. The right one stands in ~/.ray/auth_token of the machine on "
        "which the cluster was started."
    ),
    "cluster-lost": "The connection to the cluster has ended: {detail}",
    "cluster-address": "{address} is no address of a private network. A cluster is no service for the world.",
    "cluster-start": "Ray could not be started: {detail}",
    "cluster-silent": "it did not answer within {seconds} seconds",
    "cluster-register": "There is no register at {address}: begin one with “tianwang cluster start”.",
    "cluster-node-taken": "A node with the name {node} is at work already.",
    "cluster-busy": "The cluster has a crawl at work; “tianwang cluster status” shows it.",
    "cluster-no-crawl": "The cluster has no crawl at work.",
    "cluster-no-node": "The cluster has no such node.",
    "cluster-unseen": "No node of the cluster sees {path}",
    "cluster-ambiguous": "Nodes of the cluster have different archives at {path}. Give each a name of its own.",
    "job-worker-lost": "the process that worked at it ended",
    "service-port": "The service cannot listen on {host}, port {port}: {detail}.",
    "hidden-unreadable": "Line {line} of {path} cannot be read: an address, a date or “-”, and a reason are expected.",
    "office-missing": "LibreOffice is not installed here.",
    "office-failed": "LibreOffice could not lay this document out: {detail}",
    "office-slow": "LibreOffice was ended: it took more than {seconds} seconds for this document.",
    "paper-none": "There is nothing on screen that could be printed.",
    "paper-page": "The page could not be made ready for printing.",
    "paper-line": "Address and date could not be written onto the pages. Print without them: there is a choice in the menu.",
    "paper-unwritten": "The printer did not take the pages: {detail}",
    "outside-empty": "This version has no content that another program could open.",
    "outside-page": (
        "Pages, drawings and mails are not opened in other programs: there they could run scripts and load from the "
        "network. Look at it here, or save it."
    ),
    "outside-program": "This is a program or a script, and is not opened outside the archive. It can be saved.",
    "outside-macros": (
        "This document holds macros or scripts, and is not opened in another program. Read its text here, or save it."
    ),
    "outside-remote": (
        "This document would load something from the network when it is opened, so it is not opened in another "
        "program. Read its text here, or save it."
    ),
    "outside-no-program": "This system has no program for {name}. Save the document, and choose a program yourself.",
    "outside-unknown": "Which program opens {type} is not known. Save it, and choose a program yourself.",
    "template-invalid": "The pattern “{pattern}” for file names cannot be used: {detail}",
    "selector-invalid": (
        "“{selector}” is no CSS selector that can be used. A selector looks like .advert or #counter."
    ),
    "classes-unavailable": "The process that works out classes ended without a result: {detail}",
    "corpus-unfit": (
        "There is too little to learn from: {count} documents with {labels} labels. "
        "At least two labels with some documents each are needed."
    ),
    "groups-unfit": (
        "{count} pages cannot be grouped: that takes at least {least} that say something, and at most {most}."
    ),
    "remote-unknown": "No remote archive is known as “{name}”.",
    "remote-unfit": "“{detail}” cannot be the name or the address of a remote archive.",
    "remote-failed": "The remote archive “{name}” did not answer as one does: {detail}",
    "remote-status": "HTTP {status}",
    "remote-redirects": "it redirects too often",
    "remote-private": "it redirects to {address}, which is not a public address",
    "remote-long": "its answer is longer than {most} MiB",
    "remote-timeout": "its answer takes too long",
    "remote-no-memento": "HTTP {status}, and no archived page",
    "remote-other-moment": "it gave the page of {date} instead",
    "remote-other-status": "it answered with HTTP {status} instead of {wanted}",
    "remote-other-digest": "the content is not that of its index (digest {digest})",
    "sample-unfit": "There is no such sample: {detail}.",
    "sample-empty": "no page fits",
    "sample-other": "the archive has another content for {id}, {url}, or none",
    "sample-there": "It is there already, and nothing is overwritten.",
    "category-unknown": "There is no category “{name}”.",
    "categories-unfit": "This cannot be used for categories: {detail}",
    "field-name": (
        "“{name}” cannot be the name of a field. A name has at most 80 characters, and no quotation marks, colons, "
        "brackets or signs of comparison."
    ),
    "field-kind": "“{kind}” is no kind of value. Known are {known}.",
    "field-how": "“{how}” is no way to find a value. Known are {known}.",
    "field-page-type": "“{kind}” is no kind of page. Kinds are {known}.",
    "field-where": "“{where}…” is too long for the pages where a field applies.",
    "field-way": "“{expression}” cannot be used to find a value ({how}): {detail}",
    "field-empty": "it is empty, or has more than {count} characters",
    "field-missing": "This archive has no field named “{name}”.",
    "field-taken": "There is a field named “{name}” already.",
    "fields-many": "An archive has at most {count} fields.",
    "fields-damaged": "its content cannot be understood; it was not changed",
    "fields-unavailable": "The process in which fields are looked for cannot be started: {detail}",
    "field-nothing": "Nothing was found on the page that says “{text}” and could be found again.",
    "live-unavailable": "The live browser cannot be used: {detail}",
    "live-form-answer": (
        "This page cannot be archived as it is: it is the answer to a form, or was loaded too long ago. "
        "Reload it and try again."
    ),
    "tag-invalid": "“{tag}” cannot be a tag. A tag has letters or digits, and at most {count} characters.",
    "note-long": "A note has at most {count} characters.",
    # archive
    "lock-held": "another program has had it locked for too long",
    "notes-no-file": "it is no file",
    "notes-unreadable": "The tags and notes cannot be read: {detail}",
    "notes-cut": "The last {size} bytes are a line that was cut off. The next tag or note moves them to a side file.",
    "notes-line": "The line is damaged; the tags and notes of all others are there.",
    "description-unreadable": "archive.json cannot be read ({detail})",
    "description-foreign": "archive.json does not describe an archive",
    "archive-newer": "it was written by a newer version of this program",
    "index-missing": "index.sqlite is missing",
    "index-newer": "its index was written by a newer version of this program",
    "rounds-missing": (
        "The archive {archive} has no crawl in rounds. “tianwang rounds {word} inject URL…” begins one."
    ),
    "rounds-step": "The segment {segment} is at the step “{next}”, not at “{step}”.",
    "rounds-no-segment": "There is no segment to {step}; “generate” makes the next one.",
    "copy-leads": "only {url} leads here, which is a copy of {first}",
    "serials-unreadable": "{file} cannot be read ({detail})",
    "serials-undealt": (
        "its ids are dealt by a cluster, and it has none left for {batch}. Crawl into it with its cluster; "
        "or remove {file} from its folder: then it counts by itself, and can be joined by copy alone"
    ),
    "serials-used-up": "all ids of {batch} are used up",
    "serials-behind": "the ids of {batch} that it was dealt (block {block}) are not behind those it has",
    "shards-many": "it would consist of more than {count} archives",
    "shards-twice": "{shard} is named twice",
    "shards-share-id": (
        "two of the archives that it consists of have captures with the id {id}. "
        "“tianwang join … --by copy” makes an archive of them in which ids are unique"
    ),
    "shards-share-ids": (
        "{count} captures of {batch} in {shard} have ids that captures of another of these archives have, too. "
        "“tianwang join … --by copy” gives them new ones"
    ),
    "batch-is-link": "it is a link, and nothing is cut off outside the archive",
    "choices-large": "it would have more than {count} bytes",
    "record-damaged": "The record is damaged: {reason}.",
    "record-unclosed": "The file ends without the line feed that closes the record.",
    "version-not-rebuilt": "The version cannot be rebuilt: {reason}.",
    "id-twice": "An earlier record of the file has the same id.",
    "file-unreadable": "The file cannot be read: {detail}.",
    "bytes-unread": "{size} bytes are no record: {reason}.",
    "neighbour-unreadable": "the file cannot be read ({detail})",
    "records-rewritten": "another program has written its records anew meanwhile; begin again",
    "title-shared": "The other pages of the site share what was taken off.",
    "not-rebuilt": "it cannot be rebuilt ({reason})",
    "file-exchanged": "{file} is not the file that was indexed",
    "digest-differs": "DATA does not have the digest stored with it",
    "index-other-version": "it was made by another version of this program",
    "file-open-elsewhere": "another program has it open; close that program and try again",
    "database-foreign": "it has triggers or views, which no database of this program has",
    "index-unreadable": "index.sqlite cannot be read ({detail})",
    "records-being-rewritten": "another program is writing its records anew; try again in a moment",
    "body-length": "length of the body",
    "body-digest": "digest of the body",
    "kind-visit": "a visit without",
    "kind-full": "a record with DATA",
    "kind-incremental": "an incremental record",
    "index-without-record": "The index names a record here that is not there.",
    "index-damaged": "The index cannot be read: {detail}. “tianwang reindex” makes it anew.",
    "index-miscounts": (
        "The index counts {versions} versions and {visits} visits of {url}, and has {count} and "
        "{number}. “tianwang reindex” makes it anew."
    ),
    "index-shows-otherwise": (
        "The index shows {url} otherwise than its captures are. “tianwang reindex” makes it anew."
    ),
    "index-miscounts-below": (
        "The index does not count the pages below {url} right. “tianwang reindex” makes it anew."
    ),
    "file-missing": "The file is missing, but the index knows captures in it.",
    "end-not-indexed": (
        "{size} bytes at the end are not indexed. Opening the archive for writing indexes whole "
        "records, and moves what is none to a side file."
    ),
    "record-without-index": "The record is not in the index: it has no usable address, date or base.",
    "index-differs": (
        "Index and record differ in {what}: {indexed} and {recorded}. “tianwang reindex” makes the "
        "index follow the records."
    ),
    "built-on-once": "1 later version builds on this record and cannot be rebuilt without it.",
    "built-on": "{count} later versions build on this record and cannot be rebuilt without it.",
    "header-check-missing": "The record lacks the check of its header that those before it have.",
    "id-taken": "The record calls itself {id}, which is another one's or of another batch.",
    "build-other-indexed": "The index has the record build on another one than it names.",
    "base-only-indexed": "The index has the record confirm a version, the record names none.",
    "base-missing": "The version that the visit confirms is not in the archive.",
    "base-other-indexed": "The index has the record confirm another version than the record names.",
    "base-elsewhere": "The visit names a version in another batch.",
    "file-misplaced": "The file is not named like a batch file (YYYYMM/NNNN.tw), so nobody reads it.",
    # blocks
    "moved-text-not-all": "so much changed that not everything was looked for that may have moved",
    "layout-not-all": "so much changed around the blocks that not all of it was told apart",
    "of-version-a": "version a: {warning}",
    "of-version-b": "version b: {warning}",
    "bytes-outside-charset": "some bytes are not {charset}",
    "moves-not-all": "not all blocks that moved were looked for",
    "likeness-not-all": "so much changed that not all blocks that are much the same were looked for",
    "text-same": "the text is the same",
    "blocks-not-all": "what follows the first {count} blocks is compared as one",
    "browser-one-side": (
        "only one of the versions was captured by a browser: what it made of the page is compared with "
        "a source"
    ),
    "divided-by-texts": (
        "it has so many elements that it was divided by its texts alone, without their structure"
    ),
    "selectors-many": "an archive has at most {count} selectors of {size} bytes",
    "page-type-unknown": "“{value}” is no kind of page; kinds are {known}",
    "categories-damaged": "this is no file of categories that could be understood",
    "categories-many": "there are at most {count} categories",
    "rules-many": "there are at most {count} rules",
    "rule-unfit": "“{value}” is no rule",
    "category-id": "“{id}” cannot be the id of one more category",
    "category-parent": "the category above “{id}” is missing",
    "model-unfit": "it is no model that can be used ({detail})",
    "page-types-many": "an archive has at most {count} pages whose kind a person chose",
    "template-marks-many": "an archive has at most {count} marks of what belongs to the template of a site",
    "noise-not-all": (
        "the pages are so large that not all versions and pages of the site were looked at to tell "
        "what is noise"
    ),
    "formatting-unclosed": "formatting elements that are never closed were left out",
    "nesting-flattened": "nesting deeper than {count} elements was flattened",
    "attributes-not-all": "a tag has more than {count} attributes; the others were left out",
    "block-empty": "It has nothing inside that can be seen.",
    "block-control": "It is something to use: a link, a field, a picture.",
    "block-formatting": "It only says how text looks.",
    "block-single": "All it has is one part, and that part is asked instead.",
    "block-small": "It is smaller than a block of its kind.",
    "block-colour": "A part of it stands on another colour.",
    "block-arranges": "It arranges other parts and says nothing itself.",
    "block-text": "It arranges nothing but text, links and pictures.",
    "block-own-text": (
        "It has text of its own, and each part of it arranges nothing but text, links and pictures."
    ),
    "block-beside": "It stands beside a block.",
    "block-other": "No other rule made it a block.",
    "block-together": "Neighbours that are too small alone stand together here.",
    "block-heading": "A heading begins here, and what follows belongs to it.",
    "block-row": "A long row of parts is cut after parts that their content chose.",
    "block-whole": "It cannot be divided: its parts are too deep, or mixed with others in the source.",
    "block-page": "The page has no structure that can be followed, and is one block.",
    "rule": "Rule {number}: {what}",
    "no-form-patterns": "forms that are sent by POST have to be chosen, each by a pattern of its address",
    "form-word-empty": "a word for forms is empty",
    "vips-page": "It is the whole page.",
    "vips-joined": "The separators inside it weigh less than those around it.",
    "vips-one": "It is one thing that cannot be divided.",
    "vips-texts": "It holds nothing but text.",
    "vips-background": "It stands on a background of its own.",
    "vips-small-text": "It has text of its own and is small beside what is around it.",
    "vips-small": "All its parts are small beside what is around it.",
    "vips-alike": "The part before it, which is like it, was left whole as well.",
    "vips-cell": "It is a cell or a paragraph that nothing divides.",
    "vips-flow": "It is a text: paragraphs, lists and tables stand one below the other in it.",
    # search
    "search-none": "it has no search index yet",
    "search-foreign": "its search index was not made here, and is not used before it has been made anew",
    "search-damaged": "its search index is damaged, and has to be made anew",
    "search-older": "its search index is of another version of this program, and has to be made anew",
    "graph-none": "its links have not been gathered yet",
    "graph-foreign": "its graph was not made here, and is not used before it has been made anew",
    "graph-damaged": "its graph is damaged, and has to be made anew",
    "graph-older": "its graph is of another version of this program, and has to be made anew",
    "search-is-link": "it is a link, and nothing is written outside the archive",
    "saved-search-missing": "This archive has no saved search named “{name}”.",
    "saved-search-taken": "There is a saved search named “{name}” already.",
    "saved-searches-damaged": "it is no list of saved searches, and nothing is written over it; move it away to begin anew",
    "query-empty": "The query has nothing that could be sought.",
    "query-long": "A query has at most {count} characters.",
    "query-many": "A query has at most {count} conditions (character {place}).",
    "query-quotation": "The quotation mark at character {place} is not closed.",
    "query-parenthesis": "The parenthesis at character {place} is not closed.",
    "query-closing": "The parenthesis at character {place} closes nothing.",
    "query-or": "OR at character {place} needs something on both sides.",
    "query-value": "Nothing stands behind “{name}:” at character {place}.",
    "query-near": "“near:” at character {place} needs at least two words in quotation marks.",
    "query-date": "“{value}” at character {place} is not a date, such as 2026, 2026-11 or 2026-11-21.",
    "query-type": "“{value}” at character {place} is no type. Types are {known}.",
    "query-kind": "“{value}” at character {place} is no kind of page. Kinds are {known}.",
    "query-category": "“{value}” at character {place} is no category of this archive.",
    "query-label": "“{value}” at character {place} is no label of blocks. Labels are {known}.",
    "query-field": (
        "“{value}” at character {place} is no condition on a field. One looks like field:price>100 or "
        "field:author=Li."
    ),
    "query-field-unknown": (
        "“{value}” at character {place}: the archive has no such field, or the value is none of its kind."
    ),
    "query-page-alone": "“page:” at character {place} goes with “appeared:”, “vanished:” or “changed:” alone.",
    "query-change-of": "“{name}:” at character {place} needs words that pages say.",
    "query-change-alone": "“{name}:” at character {place} lists changes; every side of an OR has to seek one, and what "
    "is excluded is excluded from changes that are sought.",
    "query-change-version": "“version:” at character {place} does not go with changes, each of which has a date.",
    "query-no-change": "Changes are sought with “appeared:”, “vanished:” or “changed:”.",
    "query-change-there": "“{name}:” lists changes of pages, not pages; here pages are wanted.",
    "query-rank": "“{value}” at character {place} is no rank. Ranks are 0 to 10: rank:5, rank:5+ or rank:3..6.",
    "query-choice": "“{value}” at character {place} is not one of {known}.",
    # crawl
    "category-nameless": "a category needs a name",
    "category-circle": "a category cannot stand below itself",
    "category-last": "a tree has at least one category",
    "category-deep": "a tree has at most {count} levels",
    "category-found": "{category}, {percent} %: {words}",
    "category-by-hand": "{category}, by hand",
    "no-address-model": "the archive has no model of addresses; “classify train --kind url”, or learning categories in "
    "the window, makes one",
    "no-categories": "the archive has no rules and no model for categories; learn them first",
    "pattern-net": "more than {count} addresses of one pattern lead to each other",
    "requisites-unwanted": "requisites are not wanted",
    "pattern-row": "{count} addresses of one pattern in a row",
    "canonical-fixed": "the rules for canonical addresses are fixed once a crawl has begun",
    "crawls-newer": "it was written by a later version of this program ({version})",
    "no-answer": "no answer in time",
    "browser-ended-before": "the browser ended before the page was there",
    "cookies-large": "the file is too large",
    "cookies-none": "there is no cookie in it",
    "too-slow": "given up: too slow",
    "bytes-over": "more than {count} bytes",
    "bytes-announced": "{count} bytes",
    "no-such-name": "no such name",
    "no-address": "no address",
    "certificate-not-yet": "not yet valid",
    "certificate-expired": "expired",
    "certificate-self-signed": "self-signed",
    "certificate-own-root": "self-signed root",
    "certificate-issuer": "unknown issuer",
    "certificate-revoked": "revoked",
    "certificate-name": "wrong name",
    "certificate-key": "weak key",
    "certificate-signature": "weak signature",
    "certificate-invalid": "not valid: {detail}",
    "protocol-outdated": "outdated protocol {version}",
    "address-characters": "{count} characters",
    "sitemaps-unwanted": "sitemaps are not wanted",
    "requisite-of-requisite": "requisite of a requisite",
    "robots-disallow": "disallowed by robots.txt",
    "robots-failed": "robots.txt: {detail}",
    "robots-answered": "robots.txt answered {status}",
    "proxy-scheme": "the address of a proxy begins with http://, https:// or socks5://",
    "proxy-login": "the log-in of a proxy belongs to the stored log-ins, not into its address",
    "proxy-no-host": "the address of a proxy is a host name and a port",
    "header-unfit": "“{name}” is no header that can be sent",
    "header-login": "“{name}” belongs to the stored log-ins: settings are kept in the archive folder",
    "header-own": "“{name}” is set by the program itself",
    "no-seeds": "there is no address to start from",
    "no-workers": "at least one worker is needed",
    "limits-zero": "time-out and size limit must be greater than zero",
    "agent-not-plain": "the name given to servers may hold only plain letters and signs",
    "browser-no-worker": "the browser needs at least one worker and some time",
    "interval-crossed": "the shortest interval between visits must not exceed the longest",
    "number-not-finite": "“{name}” must be a finite number",
    "choice-unknown": "“{value}” is none of the choices for “{name}”: {known}",
    "limits-negative": "limits must not be negative",
    "ip-range-unfit": "“{text}” is no IP address and no range of them",
    "canonical-unknown": "a rule for canonical addresses is unknown",
    "weight-no-number": "every weight must be a number",
    "guide-word-empty": "a guide word is empty",
    "no-guide-words": "a crawl by topic needs guide words",
    "contact-not-plain": "the contact address may hold only plain letters and signs",
    "delays-negative": "delays, bandwidth and hops must not be negative",
    "address-folders": "{count} folders deep",
    "address-repeats": "{what} repeated",
    "address-parameters": "{count} parameters",
    "crawl-ended": "the crawl has ended",
    "serials-none": "no serial numbers are left, and the register of the cluster deals none at the moment",
    "same-content": "the same content under more than {count} addresses",
    "same-text": (
        "nearly the same main text ({share} % alike) under {count} addresses of one pattern, the first of them {address}"
    ),
    "synonym-alone": "line {line}: “{word}” stands alone; a group has at least two words, with = between them",
    "synonym-long": "line {line}: a word has more than {count} characters, and is left out",
    "synonym-many": "line {line}: more than {count} words; from here on nothing counts",
    "synonym-twice": "line {line}: “{word}” is in the group of line {before}, too, and only counts there",
    "synonyms-large": "the file would be larger than {size} MB",
    "trap-likeness-unfit": "a likeness is a number from 0 to 100",
    "host-down": "found out with other addresses of the host",
    "body-endless": "a compressed body without end",
    "asked-by-page": "the server or the page asks for it",
    "certificate": "certificate: {detail}",
    # exporting
    "export-damaged": "Its record is damaged: {reason}.",
    "no-text": "It holds no text.",
    "page-without-version": "The archive holds no version of this page.",
    "template-sign-alone": "a “{sign}” stands alone; write “{double}” for one.",
    "template-no-field": "there is no field “{name}”. There are: {known}.",
    "template-no-name": "it does not end in a file name.",
    # interchange
    "arc-record": "ARC record",
    "arc-length": "The length",
    "address-too-long": "The address has more than {count} characters.",
    "record-without-url": "The record has no url.",
    "url-relative-alone": "The url “{url}” is relative, and no origin says to what.",
    "url-without-host": "“{url}” is not the address of a page: it names no host.",
    "url-no-address": "“{url}” is not an address ({detail}).",
    "record-header-long": "The header of the record is too long.",
    "export-exists": "it exists already, and an export overwrites nothing; choose another name",
    "export-unfinished": (
        "it is left from an export that was broken off, or another one is writing it; delete it first"
    ),
    "left-out-attributes": "It was left out because a Tianwang 1.0 record cannot hold its attributes.",
    "import-unreadable": "{file} cannot be read: {detail}.",
    "import-no-pages": "This is no file with archived pages.",
    "import-unknown": "{path} is no Tianwang, WARC, ARC or WACZ file.",
    "record-unfit": "The record cannot be stored as a Tianwang record: {detail}.",
    "import-marks-elsewhere": "{count} tags, stars or notes are of pages or versions that this archive does not have.",
    "import-marks-damaged": "{count} lines of tags and notes are damaged.",
    "import-base-missing": (
        "The version that this visit confirms is neither in these files nor in the archive."
    ),
    "left-out-base": "It was left out because the version it confirms cannot be read.",
    "left-out-damaged": "It was left out because its record is damaged: {reason}.",
    "gzip-member": "gzip member",
    "zstd-frame": "zstd frame",
    "nothing-here": "there is no {part} here",
    "part-damaged": "the {part} is damaged ({detail})",
    "part-cut": "the {part} is cut: the file ends before it",
    "import-unproven": (
        "This may be a whole record, but nothing proves it. “tianwang recover” keeps such records."
    ),
    "import-line-ends": (
        "The line ends of the record were converted. “tianwang recover” repairs such files."
    ),
    "record-incremental": ("The record holds only what changed since another record. Unpack the file first."),
    "record-version-unknown": "Records of version {version} are not known.",
    "record-undated": "The record has no date that can be read.",
    "bytes-left-out": "{size} bytes were left out: {reason}.",
    "zip-damaged": "{path} is damaged: its ZIP directory cannot be read ({detail}).",
    "zip-searched": "The ZIP directory cannot be read ({detail}); WARC files were looked for.",
    "wacz-nested": "The file holds other WACZ files. Unpack it, and import those.",
    "zip-overfull": "{path} lists more than it can hold, and was not read.",
    "wacz-without-warc": "The file holds no WARC file.",
    "member-encrypted": "{name} is encrypted.",
    "member-huge": "{name} would unpack to {size} bytes.",
    "member-elsewhere": "{name} is not where the ZIP directory says.",
    "member-not-unpacked": "{name} does not unpack ({detail}).",
    "inside": "{name}: {what}",
    "member-no-warc": "{name} is no WARC file.",
    "member-cut": "{name}: the last {size} bytes were left out: {reason}.",
    "record-segment": "The record is one of several segments; segments are not joined.",
    "no-type": "no type",
    "record-huge": "The record is larger than 1 GB.",
    "record-empty": "The record is empty.",
    "revisit-of-nothing": "The record does not say which version it refers to.",
    "date-nearest": "The date “{wrong}” is not one of WARC; it was read as {date}.",
    "payload-digest-differs": (
        "The content does not have the digest given for it (WARC-Payload-Digest); it was stored as it is."
    ),
    "warc-record": "WARC record",
    "length-no-number": "{part} is missing or no number; the record was taken up to the next one.",
    "length-over": (
        "{part} is too large ({count} announced, {size} bytes found); the record was taken up to the "
        "next one."
    ),
    "length-under": (
        "{part} is too small ({count} announced, {size} bytes found); the record was taken up to the "
        "next one."
    ),
    "length-too-large": "{part} is too large, and what follows was passed over.",
    "record-cut": "the record is cut: the file ends before its length",
    "bytes-no-record": "{size} bytes are no {part} and were left out.",
    "reading-went-on": "{reason}; reading went on at byte {offset}.",
    "http-headers-long": (
        "Its HTTP headers are longer than other programs take. Its record has a part of them; all of "
        "them are kept in the metadata record before it, where an import finds them."
    ),
    "left-out-address": (
        "It was left out because its address is longer than other programs take: they would refuse the "
        "whole file. An export as Tianwang files has it."
    ),
    # recording
    "browser-not-started": "the browser cannot be started: {detail}",
    "browser-late": "the browser did not start in time",
    "browser-ended-saying": "the browser ended: {detail}",
    "browser-ended": "the browser ended",
    # tianwang
    "header-no-colon": "a header line has no colon",
    "header-no-version": "a record starts with version",
    "length-unreadable": "length is missing or not a number",
    "chunks-missing": "The headers announce chunks, the body has none.",
    "coding-unknown": "The content coding {coding} is not known; the body is shown as stored.",
    "coding-untrue": "The headers announce {coding}, the body is not {same}.",
    "coding-cut": "The {coding} stream is cut or over the limit; what could be read is shown.",
    "file-compressed": "the file is compressed; unpack it first",
    "data-cut": "DATA is cut: the file ends before length",
    "length-wrong": "DATA is not followed by an empty line: length is wrong",
    "header-long": "the header is too long",
    "header-cut": "the header is cut",
    "chain-too-long": "more than {count} records build on one another",
    "base-damaged": "{id}, which it builds on, is damaged: {reason}",
    "base-not-before": "it names {id}, which does not stand before it in its batch",
    "base-not-there": "the record {id}, which it builds on, is not there",
    "base-without-data": "the record {id}, which it builds on, has no DATA",
    "base-unreadable": "the record {id}, which it builds on, cannot be read: {reason}",
    "rebuilt-digest-differs": "what is rebuilt does not have the digest stored with it",
    "recipe-sources-huge": "the records that it shares bytes with are too large",
    "recipe-no-end": "the recipe has no end",
    "recipe-long": "the recipe has too many steps",
    "recipe-no-step": "a line of the recipe is no step",
    "recipe-before-begin": "a step copies from before the beginning",
    "recipe-bytes-missing": "new bytes are missing",
    "recipe-unlisted": "a step names a record that is not listed",
    "recipe-bytes-left": "there are more new bytes than the steps use",
    "recipe-huge": "the recipe makes too many bytes",
    "recipe-no-list": "the recipe has no list of records",
    "recipe-no-id": "a line of the list of records is no id",
    "recipe-records": "the recipe names too many records",
    "sources-damaged": "neither of the records is whole that it shares bytes with: {id}",
    "recipe-behind-end": "a step copies from behind the end",
    "unzip-length-unreadable": "unzip-length is not a length that can be read",
    "data-not-inflated": "DATA does not inflate ({detail})",
    "data-inflates-otherwise": "DATA does not inflate to unzip-length bytes",
    "found-alone": "It stands behind damage, and too few records follow it to prove it",
    "found-embedded": "It may be text inside the page of a lost record",
    "found-unended": "Nothing proves where it ends: no record follows it",
    "found-unclosed": "Its closing newline or another byte is missing",
    "found-without-check": "It lacks the checksum that its neighbours carry",
    "found-wiped": "A sector of its data seems to have been wiped",
    "found-nothing": "These bytes are no record",
    "found-header-lost": "The header of the record is damaged",
    "found-cut-off": "The file ends before the end of the record",
    "found-cut": "The record is cut, or bytes were lost or added inside it",
    "found-data-lost": "The compressed data of the record is damaged",
    "mended-newline": "The newline that closes the record was restored",
    "mended-length": "The length of the record was restored; its data is proven by its checksum",
    "compression-damaged": "The {kind} compression is damaged at byte {offset} of the file",
    "version-no-number": "the version is not a number",
    "attribute-twice": "an attribute stands there twice",
    "length-not-last": "length is not the last attribute",
    "url-missing": "url is missing",
    "date-missing": "date is missing or cannot be read",
    "header-zeros": "the header holds zeros",
    "name-not-letters": "the name of an attribute is not in lower case letters",
    "header-check-unreadable": "the check of the header cannot be read",
    "header-check-fits": "the header fits its header-check",
    "digest-unfit": "DATA does not fit its digest",
    "digest-fits": "DATA fits its digest",
    "data-unproven": "DATA does not inflate",
    "data-inflates": "DATA inflates to unzip-length",
    "file-name-taken": "there is a file of that name; choose another",
    "mended-byte": ("Byte {offset} was 0x{old} and is 0x{new} again, as the checks of header and data prove"),
    "mended-crs-proven": "CRs that the transfer took away were put back; a checksum proves the result",
    "mended-crs-counted": (
        "CRs that the transfer took away were put back; their number is what the length misses"
    ),
    "mended-crs-missing": "CRs are missing that cannot be put back; the length was set to what is there",
    "mended-line-ends-and": ("The line ends were converted; the file without the added CRs fits. {reason}"),
    "mended-line-ends": "The line ends were converted; the file without the added CRs fits",
    "header-check-differs": "the header does not have the check stored with it",
    "header-not-regular": "a header line is not as this program writes it",
    "digest-unreadable": "the digest of DATA cannot be read",
    "compression-damaged-behind": (
        "the {kind} data is damaged behind byte {offset} of its content ({detail})"
    ),
    "compression-cut": "the {kind} data is cut off",
    "header-cr": "A header line ends in CR LF or holds a carriage return; lines end in LF.",
    "name-unfit": "“{name}” is not a name for an attribute.",
    "name-not-lower-case": "The name “{name}” is not in lower case.",
    "attribute-again": "The attribute “{name}” stands here a second time.",
    "value-without-space": "There is no space between “{name}:” and its value.",
    "value-with-space": "The value of “{name}” has white space around it.",
    "value-control-byte": "The value of “{name}” holds a control byte.",
    "version-unknown": "“{version}” is not a version of the format.",
    "last-not-length": "The last attribute is “{name}”, not “length”.",
    "url-relative": "The url “{url}” is not an absolute address.",
    "date-in-time": "The date stands in “time”, not in “date”.",
    "record-without-date": "The record has no date.",
    "date-not-rfc822": "“{date}” is not a date as RFC 822 writes it.",
    "ip-unfit": "“{ip}” is neither an IP address nor the name of a host.",
    "number-unfit": "The {name} “{value}” is not a plain decimal number.",
}


class Message(messages.Message):
    """A message of the engine."""

    __slots__ = ()
    sentences = SENTENCES
