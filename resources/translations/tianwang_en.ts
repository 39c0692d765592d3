<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Alike</name>
    <message numerus="yes">
        <source>%Ln other address(es) have nearly the same text.</source>
        <translation>
            <numerusform>%Ln other address has nearly the same text.</numerusform>
            <numerusform>%Ln other addresses have nearly the same text.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BatchesModel</name>
    <message numerus="yes">
        <source>%Ln problem(s)</source>
        <translation>
            <numerusform>%Ln problem</numerusform>
            <numerusform>%Ln problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BlockTree</name>
    <message numerus="yes">
        <source>%Ln character(s) of text</source>
        <translation>
            <numerusform>%Ln character of text</numerusform>
            <numerusform>%Ln characters of text</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BlocksTab</name>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation>
            <numerusform>%Ln block</numerusform>
            <numerusform>%Ln blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) of the document</source>
        <translation>
            <numerusform>%Ln part of the document</numerusform>
            <numerusform>%Ln parts of the document</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CalendarView</name>
    <message numerus="yes">
        <source>%Ln capture(s)</source>
        <translation>
            <numerusform>%Ln capture</numerusform>
            <numerusform>%Ln captures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed page(s)</source>
        <translation>
            <numerusform>%Ln changed page</numerusform>
            <numerusform>%Ln changed pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new version(s)</source>
        <translation>
            <numerusform>%Ln new version</numerusform>
            <numerusform>%Ln new versions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) for the first time</source>
        <translation>
            <numerusform>%Ln page for the first time</numerusform>
            <numerusform>%Ln pages for the first time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln real change(s)</source>
        <translation>
            <numerusform>%Ln real change</numerusform>
            <numerusform>%Ln real changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CategoriesSection</name>
    <message numerus="yes">
        <source>%Ln page(s) are not of “{name}”.</source>
        <translation>
            <numerusform>%Ln page is not of “{name}”.</numerusform>
            <numerusform>%Ln pages are not of “{name}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) put into “{name}”.</source>
        <translation>
            <numerusform>%Ln page put into “{name}”.</numerusform>
            <numerusform>%Ln pages put into “{name}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All pages were judged by %Ln page(s) of yours.</source>
        <translation>
            <numerusform>All pages were judged by %Ln page of yours.</numerusform>
            <numerusform>All pages were judged by %Ln pages of yours.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Category of %Ln page(s):</source>
        <translation>
            <numerusform>Category of %Ln page:</numerusform>
            <numerusform>Category of %Ln pages:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChangesModel</name>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) of the site&apos;s template</source>
        <translation>
            <numerusform>%n change of the site&apos;s template</numerusform>
            <numerusform>%n changes of the site&apos;s template</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) that always happen</source>
        <translation>
            <numerusform>%n change that always happens</numerusform>
            <numerusform>%n changes that always happen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s) in the code alone, nothing to be read</source>
        <translation>
            <numerusform>%n difference in the code alone, nothing to be read</numerusform>
            <numerusform>%n differences in the code alone, nothing to be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChangesPanel</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClusterView</name>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln group</numerusform>
            <numerusform>%Ln groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in no group</source>
        <translation>
            <numerusform>%Ln in no group</numerusform>
            <numerusform>%Ln in no group</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>grew by %Ln page(s)</source>
        <translation>
            <numerusform>grew by %Ln page</numerusform>
            <numerusform>grew by %Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>shrank by %Ln page(s)</source>
        <translation>
            <numerusform>shrank by %Ln page</numerusform>
            <numerusform>shrank by %Ln pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CommonChanges</name>
    <message numerus="yes">
        <source>Template of {site}: {change} on %Ln page(s)</source>
        <translation>
            <numerusform>Template of {site}: {change} on %Ln page</numerusform>
            <numerusform>Template of {site}: {change} on %Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name}: {before} → {after} on %Ln page(s)</source>
        <translation>
            <numerusform>{name}: {before} → {after} on %Ln page</numerusform>
            <numerusform>{name}: {before} → {after} on %Ln pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComparePane</name>
    <message numerus="yes">
        <source>%n missing</source>
        <translation>
            <numerusform>%n missing</numerusform>
            <numerusform>%n missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CompareTools</name>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation>
            <numerusform>%Ln block</numerusform>
            <numerusform>%Ln blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln block(s) in the newer version</source>
        <translation>
            <numerusform>%Ln block in the newer version</numerusform>
            <numerusform>%Ln blocks in the newer version</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) of this comparison</source>
        <translation>
            <numerusform>%n change of this comparison</numerusform>
            <numerusform>%n changes of this comparison</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%Ln address(es)</source>
        <translation>
            <numerusform>%Ln address</numerusform>
            <numerusform>%Ln addresses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln earlier crawl(s)</source>
        <translation>
            <numerusform>%Ln earlier crawl</numerusform>
            <numerusform>%Ln earlier crawls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln link(s) away from the start</source>
        <translation>
            <numerusform>%Ln link away from the start</numerusform>
            <numerusform>%Ln links away from the start</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more: type to find them</source>
        <translation>
            <numerusform>%Ln more: type to find it</numerusform>
            <numerusform>%Ln more: type to find them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) answered</source>
        <translation>
            <numerusform>%Ln page answered</numerusform>
            <numerusform>%Ln pages answered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) link to it</source>
        <translation>
            <numerusform>%Ln page links to it</numerusform>
            <numerusform>%Ln pages link to it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln redirect(s)</source>
        <translation>
            <numerusform>%Ln redirect</numerusform>
            <numerusform>%Ln redirects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at most %Ln link(s) away</source>
        <translation>
            <numerusform>at most %Ln link away</numerusform>
            <numerusform>at most %Ln links away</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at most %Ln page(s)</source>
        <translation>
            <numerusform>at most %Ln page</numerusform>
            <numerusform>at most %Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>for at most %Ln minute(s)</source>
        <translation>
            <numerusform>for at most %Ln minute</numerusform>
            <numerusform>for at most %Ln minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CrawlWords</name>
    <message numerus="yes">
        <source> in %Ln visit(s)</source>
        <translation>
            <numerusform> in %Ln visit</numerusform>
            <numerusform> in %Ln visits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln change</numerusform>
            <numerusform>%Ln changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DocumentExtras</name>
    <message numerus="yes">
        <source>%Ln file(s) inside</source>
        <translation>
            <numerusform>%Ln file inside</numerusform>
            <numerusform>%Ln files inside</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DuplicatesView</name>
    <message numerus="yes">
        <source>%Ln content(s) at several addresses;</source>
        <translation>
            <numerusform>%Ln content at several addresses;</numerusform>
            <numerusform>%Ln contents at several addresses;</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ElsewhereLine</name>
    <message numerus="yes">
        <source>%Ln capture(s) taken in.</source>
        <translation>
            <numerusform>%Ln capture taken in.</numerusform>
            <numerusform>%Ln captures taken in.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take in all %Ln of “{name}”</source>
        <translation>
            <numerusform>Take in all %Ln of “{name}”</numerusform>
            <numerusform>Take in all %Ln of “{name}”</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ElsewhereView</name>
    <message numerus="yes">
        <source>%Ln capture(s) taken in.</source>
        <translation>
            <numerusform>%Ln capture taken in.</numerusform>
            <numerusform>%Ln captures taken in.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>%Ln capture(s) written to {folder} ({size}).</source>
        <translation>
            <numerusform>%Ln capture written to {folder} ({size}).</numerusform>
            <numerusform>%Ln captures written to {folder} ({size}).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{what} – %Ln document(s)</source>
        <translation>
            <numerusform>{what} – %Ln document</numerusform>
            <numerusform>{what} – %Ln documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportResult</name>
    <message numerus="yes">
        <source>%Ln document(s) could not be exported.</source>
        <translation>
            <numerusform>%Ln document could not be exported.</numerusform>
            <numerusform>%Ln documents could not be exported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) had the same content as others.</source>
        <translation>
            <numerusform>%Ln document had the same content as another.</numerusform>
            <numerusform>%Ln documents had the same content as others.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) written to {folder} ({size}).</source>
        <translation>
            <numerusform>%Ln file written to {folder} ({size}).</numerusform>
            <numerusform>%Ln files written to {folder} ({size}).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportSheet</name>
    <message numerus="yes">
        <source>%Ln capture(s) could not be read.</source>
        <translation>
            <numerusform>%Ln capture could not be read.</numerusform>
            <numerusform>%Ln captures could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln capture(s) got a new HTTP head that other programs can read.</source>
        <translation>
            <numerusform>%Ln capture got a new HTTP head that other programs can read.</numerusform>
            <numerusform>%Ln captures got a new HTTP head that other programs can read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln capture(s) written to {folder} ({size}).</source>
        <translation>
            <numerusform>%Ln capture written to {folder} ({size}).</numerusform>
            <numerusform>%Ln captures written to {folder} ({size}).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s) that found nothing new have no place in this format.</source>
        <translation>
            <numerusform>%Ln visit that found nothing new has no place in this format.</numerusform>
            <numerusform>%Ln visits that found nothing new have no place in this format.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindingsModel</name>
    <message numerus="yes">
        <source>%Ln record(s)</source>
        <translation>
            <numerusform>%Ln record</numerusform>
            <numerusform>%Ln records</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Group</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln changed</numerusform>
            <numerusform>%Ln changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Heading</name>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln change</numerusform>
            <numerusform>%Ln changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in the template</source>
        <comment>changes</comment>
        <translation>
            <numerusform>%Ln in the template</numerusform>
            <numerusform>%Ln in the template</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln that always happen(s)</source>
        <translation>
            <numerusform>%Ln that always happens</numerusform>
            <numerusform>%Ln that always happen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n remark(s)</source>
        <translation>
            <numerusform>%n remark</numerusform>
            <numerusform>%n remarks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HitsMenu</name>
    <message numerus="yes">
        <source>Show %Ln &amp;more like this</source>
        <translation>
            <numerusform>Show %Ln &amp;more like this</numerusform>
            <numerusform>Show %Ln &amp;more like this</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HitsModel</name>
    <message numerus="yes">
        <source>%Ln more like this</source>
        <translation>
            <numerusform>%Ln more like this</numerusform>
            <numerusform>%Ln more like this</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln version(s)</source>
        <translation>
            <numerusform>%Ln version</numerusform>
            <numerusform>%Ln versions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HoldStrip</name>
    <message numerus="yes">
        <source>The crawl waits only for {hosts} hosts: %Ln address(es).</source>
        <translation>
            <numerusform>The crawl waits only for {hosts} hosts: %Ln address.</numerusform>
            <numerusform>The crawl waits only for {hosts} hosts: %Ln addresses.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The crawl waits only for {host}: %Ln address(es).</source>
        <translation>
            <numerusform>The crawl waits only for {host}: %Ln address.</numerusform>
            <numerusform>The crawl waits only for {host}: %Ln addresses.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{host}: %Ln address(es)</source>
        <translation>
            <numerusform>{host}: %Ln address</numerusform>
            <numerusform>{host}: %Ln addresses</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportWords</name>
    <message numerus="yes">
        <source>%Ln answer(s) to POST and the like were kept beside the pages.</source>
        <translation>
            <numerusform>%Ln answer to POST or the like was kept beside the pages.</numerusform>
            <numerusform>%Ln answers to POST and the like were kept beside the pages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged place(s) were stepped over.</source>
        <translation>
            <numerusform>%Ln damaged place was stepped over.</numerusform>
            <numerusform>%Ln damaged places were stepped over.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged place(s), {place}: {sentence}</source>
        <translation>
            <numerusform>%Ln damaged place, {place}: {sentence}</numerusform>
            <numerusform>%Ln damaged places, {place}: {sentence}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln description(s) of a file were kept.</source>
        <translation>
            <numerusform>%Ln description of a file was kept.</numerusform>
            <numerusform>%Ln descriptions of files were kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read.</source>
        <translation>
            <numerusform>%Ln file could not be read.</numerusform>
            <numerusform>%Ln files could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) end in the middle of a record.</source>
        <translation>
            <numerusform>%Ln file ends in the middle of a record.</numerusform>
            <numerusform>%Ln files end in the middle of a record.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more like these are not listed.</source>
        <translation>
            <numerusform>%Ln more like these is not listed.</numerusform>
            <numerusform>%Ln more like these are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) came in.</source>
        <translation>
            <numerusform>%Ln record came in.</numerusform>
            <numerusform>%Ln records came in.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) left out, {place}: {sentence}</source>
        <translation>
            <numerusform>%Ln record left out, {place}: {sentence}</numerusform>
            <numerusform>%Ln records left out, {place}: {sentence}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) of metadata were kept with their captures.</source>
        <translation>
            <numerusform>%Ln record of metadata was kept with its capture.</numerusform>
            <numerusform>%Ln records of metadata were kept with their captures.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) of other kinds were kept beside the pages.</source>
        <translation>
            <numerusform>%Ln record of another kind was kept beside the pages.</numerusform>
            <numerusform>%Ln records of other kinds were kept beside the pages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) of the kind “{kind}” hold no page and were passed over.</source>
        <translation>
            <numerusform>%Ln record of the kind “{kind}” holds no page and was passed over.</numerusform>
            <numerusform>%Ln records of the kind “{kind}” hold no page and were passed over.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) taken with a remark, {place}: {sentence}</source>
        <translation>
            <numerusform>%Ln record taken with a remark, {place}: {sentence}</numerusform>
            <numerusform>%Ln records taken with a remark, {place}: {sentence}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) were left out; the report says why.</source>
        <translation>
            <numerusform>%Ln record was left out; the report says why.</numerusform>
            <numerusform>%Ln records were left out; the report says why.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) were kept with their answers.</source>
        <translation>
            <numerusform>%Ln request was kept with its answer.</numerusform>
            <numerusform>%Ln requests were kept with their answers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln thing(s) got stars, tags or notes.</source>
        <translation>
            <numerusform>%Ln thing got stars, tags or notes.</numerusform>
            <numerusform>%Ln things got stars, tags or notes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at byte {offsets}</source>
        <translation>
            <numerusform>at byte {offsets}</numerusform>
            <numerusform>at bytes {offsets}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>IncomingLinks</name>
    <message numerus="yes">
        <source>%Ln link(s)</source>
        <translation>
            <numerusform>%Ln link</numerusform>
            <numerusform>%Ln links</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobBar</name>
    <message numerus="yes">
        <source>{work} (and %n more)</source>
        <translation>
            <numerusform>{work} (and %n more)</numerusform>
            <numerusform>{work} (and %n more)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Keeper</name>
    <message numerus="yes">
        <source>%Ln line(s) of the stars, tags and notes cannot be read. Integrity says where.</source>
        <translation>
            <numerusform>%Ln line of the stars, tags and notes cannot be read. Integrity says where.</numerusform>
            <numerusform>%Ln lines of the stars, tags and notes cannot be read. Integrity says where.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KindsSection</name>
    <message numerus="yes">
        <source>%Ln page(s) are now: {kind}.</source>
        <translation>
            <numerusform>%Ln page is now: {kind}.</numerusform>
            <numerusform>%Ln pages are now: {kind}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LinkReportsView</name>
    <message numerus="yes">
        <source>%Ln finding(s)</source>
        <translation>
            <numerusform>%Ln finding</numerusform>
            <numerusform>%Ln findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LinksTab</name>
    <message numerus="yes">
        <source>%Ln link(s)</source>
        <translation>
            <numerusform>%Ln link</numerusform>
            <numerusform>%Ln links</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Listing</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LiveWindow</name>
    <message numerus="yes">
        <source>with %Ln part(s)</source>
        <translation>
            <numerusform>with %Ln part</numerusform>
            <numerusform>with %Ln parts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LoginsSheet</name>
    <message numerus="yes">
        <source>%Ln cookie(s)</source>
        <translation>
            <numerusform>%Ln cookie</numerusform>
            <numerusform>%Ln cookies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cookie(s) were taken in.</source>
        <translation>
            <numerusform>%Ln cookie was taken in.</numerusform>
            <numerusform>%Ln cookies were taken in.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LookView</name>
    <message numerus="yes">
        <source>%Ln part(s) are not there</source>
        <translation>
            <numerusform>%Ln part is not there</numerusform>
            <numerusform>%Ln parts are not there</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MapView</name>
    <message numerus="yes">
        <source>%Ln click(s) from the home page</source>
        <translation>
            <numerusform>%Ln click from the home page</numerusform>
            <numerusform>%Ln clicks from the home page</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entry(ies)</source>
        <translation>
            <numerusform>%Ln entry</numerusform>
            <numerusform>%Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folded into it</source>
        <translation>
            <numerusform>%Ln folded into it</numerusform>
            <numerusform>%Ln folded into it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln found</numerusform>
            <numerusform>%Ln found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln host(s)</source>
        <translation>
            <numerusform>%Ln host</numerusform>
            <numerusform>%Ln hosts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln link(s)</source>
        <translation>
            <numerusform>%Ln link</numerusform>
            <numerusform>%Ln links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more left out</source>
        <translation>
            <numerusform>%Ln more left out</numerusform>
            <numerusform>%Ln more left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Orders</name>
    <message numerus="yes">
        <source>%Ln address(es) left out: the crawl does not wait for them.</source>
        <translation>
            <numerusform>%Ln address left out: the crawl does not wait for it.</numerusform>
            <numerusform>%Ln addresses left out: the crawl does not wait for them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message numerus="yes">
        <source>{name}, %Ln page(s)</source>
        <translation>
            <numerusform>{name}, %Ln page</numerusform>
            <numerusform>{name}, %Ln pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PageHeader</name>
    <message numerus="yes">
        <source>%n answered with an error</source>
        <translation>
            <numerusform>%n answered with an error</numerusform>
            <numerusform>%n answered with an error</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n resource(s) missing</source>
        <translation>
            <numerusform>%n resource missing</numerusform>
            <numerusform>%n resources missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanRow</name>
    <message numerus="yes">
        <source>{address} and %Ln more</source>
        <translation>
            <numerusform>{address} and %Ln more</numerusform>
            <numerusform>{address} and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PreviewCard</name>
    <message numerus="yes">
        <source>%Ln address(es) to start from are new.</source>
        <translation>
            <numerusform>%Ln address to start from is new.</numerusform>
            <numerusform>%Ln addresses to start from are new.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln queued address(es)</source>
        <translation>
            <numerusform>Of %Ln queued address</numerusform>
            <numerusform>Of %Ln queued addresses</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecentRow</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecoveryWords</name>
    <message numerus="yes">
        <source>%Ln of them cannot be rebuilt, because what they build on is lost.</source>
        <translation>
            <numerusform>%Ln of them cannot be rebuilt, because what it builds on is lost.</numerusform>
            <numerusform>%Ln of them cannot be rebuilt, because what they build on is lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln range(s) with {size} in all belong to no record any more.</source>
        <translation>
            <numerusform>%Ln range of {size} belongs to no record any more.</numerusform>
            <numerusform>%Ln ranges with {size} in all belong to no record any more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s)</source>
        <translation>
            <numerusform>%Ln record</numerusform>
            <numerusform>%Ln records</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) were written to {file}.</source>
        <translation>
            <numerusform>%Ln record was written to {file}.</numerusform>
            <numerusform>%Ln records were written to {file}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowButtons</name>
    <message numerus="yes">
        <source>%Ln more like this</source>
        <translation>
            <numerusform>%Ln more like this</numerusform>
            <numerusform>%Ln more like this</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Ruler</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SavedMenu</name>
    <message numerus="yes">
        <source>{name} (%Ln new)</source>
        <translation>
            <numerusform>{name} (%Ln new)</numerusform>
            <numerusform>{name} (%Ln new)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchView</name>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln change</numerusform>
            <numerusform>%Ln changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s) of words that mean the same.</source>
        <translation>
            <numerusform>%Ln group of words that mean the same.</numerusform>
            <numerusform>%Ln groups of words that mean the same.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln nearly the same not shown</source>
        <translation>
            <numerusform>%Ln nearly the same not shown</numerusform>
            <numerusform>%Ln nearly the same not shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>%Ln new</numerusform>
            <numerusform>%Ln new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln only loosely</source>
        <translation>
            <numerusform>%Ln only loosely</numerusform>
            <numerusform>%Ln only loosely</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln version(s) cannot be found yet</source>
        <translation>
            <numerusform>%Ln version cannot be found yet</numerusform>
            <numerusform>%Ln versions cannot be found yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %Ln archive(s)</source>
        <translation>
            <numerusform>in %Ln archive</numerusform>
            <numerusform>in %Ln archives</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SeenView</name>
    <message numerus="yes">
        <source>%Ln page(s) are like it;</source>
        <translation>
            <numerusform>%Ln page is like it;</numerusform>
            <numerusform>%Ln pages are like it;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s) that both have,</source>
        <translation>
            <numerusform>%Ln passage that both have,</numerusform>
            <numerusform>%Ln passages that both have,</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SeveralPages</name>
    <message numerus="yes">
        <source>%Ln page(s) got a star.</source>
        <translation>
            <numerusform>%Ln page got a star.</numerusform>
            <numerusform>%Ln pages got a star.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) lost the star.</source>
        <translation>
            <numerusform>%Ln page lost the star.</numerusform>
            <numerusform>%Ln pages lost the star.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) lost the tag “{tag}”.</source>
        <translation>
            <numerusform>%Ln page lost the tag “{tag}”.</numerusform>
            <numerusform>%Ln pages lost the tag “{tag}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) tagged: {tags}</source>
        <translation>
            <numerusform>%Ln page tagged: {tags}</numerusform>
            <numerusform>%Ln pages tagged: {tags}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SiteChangesView</name>
    <message numerus="yes">
        <source>%Ln page(s) are the same, or differ in the site&apos;s template or noise alone.</source>
        <translation>
            <numerusform>%Ln page is the same, or differs in the site&apos;s template or noise alone.</numerusform>
            <numerusform>%Ln pages are the same, or differ in the site&apos;s template or noise alone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) compared.</source>
        <translation>
            <numerusform>%Ln page compared.</numerusform>
            <numerusform>%Ln pages compared.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) were not looked at in between.</source>
        <translation>
            <numerusform>%Ln page was not looked at in between.</numerusform>
            <numerusform>%Ln pages were not looked at in between.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceTab</name>
    <message numerus="yes">
        <source>%Ln line(s)</source>
        <translation>
            <numerusform>%Ln line</numerusform>
            <numerusform>%Ln lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SynonymsEditor</name>
    <message numerus="yes">
        <source>%Ln group(s).</source>
        <translation>
            <numerusform>%Ln group.</numerusform>
            <numerusform>%Ln groups.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more line(s) like that</source>
        <translation>
            <numerusform>%Ln more line like that</numerusform>
            <numerusform>%Ln more lines like that</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TemplateView</name>
    <message numerus="yes">
        <source>%Ln part(s)</source>
        <translation>
            <numerusform>%Ln part</numerusform>
            <numerusform>%Ln parts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>learned from %Ln page(s) of this layout</source>
        <translation>
            <numerusform>learned from %Ln page of this layout</numerusform>
            <numerusform>learned from %Ln pages of this layout</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextBar</name>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TreeHead</name>
    <message numerus="yes">
        <source>%Ln address(es) found</source>
        <translation>
            <numerusform>%Ln address found</numerusform>
            <numerusform>%Ln addresses found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) found</source>
        <translation>
            <numerusform>%Ln page found</numerusform>
            <numerusform>%Ln pages found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TreePanel</name>
    <message numerus="yes">
        <source>%n selected row(s)</source>
        <translation>
            <numerusform>%n selected row</numerusform>
            <numerusform>%n selected rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VerdictWords</name>
    <message numerus="yes">
        <source>%Ln problem(s)</source>
        <translation>
            <numerusform>%Ln problem</numerusform>
            <numerusform>%Ln problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) so far</source>
        <translation>
            <numerusform>%Ln problem so far</numerusform>
            <numerusform>%Ln problems so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VersionStrip</name>
    <message numerus="yes">
        <source>%n elsewhere</source>
        <translation>
            <numerusform>%n elsewhere</numerusform>
            <numerusform>%n elsewhere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picked</source>
        <translation>
            <numerusform>%n picked</numerusform>
            <numerusform>%n picked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n version(s)</source>
        <translation>
            <numerusform>%n version</numerusform>
            <numerusform>%n versions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n visit(s)</source>
        <translation>
            <numerusform>%n visit</numerusform>
            <numerusform>%n visits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowArchive</name>
    <message numerus="yes">
        <source>%Ln damaged place(s) were stepped over; a check names them.</source>
        <translation>
            <numerusform>%Ln damaged place was stepped over; a check names it.</numerusform>
            <numerusform>%Ln damaged places were stepped over; a check names them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowClusters</name>
    <message numerus="yes">
        <source>%Ln node(s) on this computer</source>
        <translation>
            <numerusform>%Ln node on this computer</numerusform>
            <numerusform>%Ln nodes on this computer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowConverting</name>
    <message numerus="yes">
        <source>%Ln month(s) stayed as before: their damaged records may need the others.</source>
        <translation>
            <numerusform>%Ln month stayed as before: its damaged records may need the others.</numerusform>
            <numerusform>%Ln months stayed as before: their damaged records may need the others.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) could not be read and stay as they were.</source>
        <translation>
            <numerusform>%Ln record could not be read and stays as it was.</numerusform>
            <numerusform>%Ln records could not be read and stay as they were.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowCrawls</name>
    <message numerus="yes">
        <source>%Ln saved crawl(s) were due while this archive was closed.</source>
        <translation>
            <numerusform>%Ln saved crawl was due while this archive was closed.</numerusform>
            <numerusform>%Ln saved crawls were due while this archive was closed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Archived: {title} (%Ln file(s) with it)</source>
        <translation>
            <numerusform>Archived: {title} (%Ln file with it)</numerusform>
            <numerusform>Archived: {title} (%Ln files with it)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Crawls can use your log-in at {site} from now on (%Ln cookie(s)).</source>
        <translation>
            <numerusform>Crawls can use your log-in at {site} from now on (%Ln cookie).</numerusform>
            <numerusform>Crawls can use your log-in at {site} from now on (%Ln cookies).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The crawl of {address} has not finished: %Ln address(es) wait.</source>
        <translation>
            <numerusform>The crawl of {address} has not finished: %Ln address waits.</numerusform>
            <numerusform>The crawl of {address} has not finished: %Ln addresses wait.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowFetching</name>
    <message numerus="yes">
        <source>%Ln part(s) of the page are fetched as they are today.</source>
        <translation>
            <numerusform>%Ln part of the page is fetched as it is today.</numerusform>
            <numerusform>%Ln parts of the page are fetched as they are today.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{came} of %Ln missing part(s) came.</source>
        <translation>
            <numerusform>{came} of %Ln missing part came.</numerusform>
            <numerusform>{came} of %Ln missing parts came.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowPrinting</name>
    <message numerus="yes">
        <source>%Ln page(s) printed.</source>
        <translation>
            <numerusform>%Ln page printed.</numerusform>
            <numerusform>%Ln pages printed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowReextracting</name>
    <message numerus="yes">
        <source>%Ln could not be read; what was known of them stays.</source>
        <translation>
            <numerusform>%Ln could not be read; what was known of it stays.</numerusform>
            <numerusform>%Ln could not be read; what was known of them stays.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) were read again.</source>
        <translation>
            <numerusform>%Ln document was read again.</numerusform>
            <numerusform>%Ln documents were read again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them have another title, author, date or language now.</source>
        <translation>
            <numerusform>%Ln of them has another title, author, date or language now.</numerusform>
            <numerusform>%Ln of them have another title, author, date or language now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowSearch</name>
    <message numerus="yes">
        <source>“{name}”: %Ln new</source>
        <translation>
            <numerusform>“{name}”: %Ln new</numerusform>
            <numerusform>“{name}”: %Ln new</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowViews</name>
    <message numerus="yes">
        <source>%Ln file(s) of records are missing or cut short, {file} among them.</source>
        <translation>
            <numerusform>%Ln file of records is missing or cut short: {file}.</numerusform>
            <numerusform>%Ln files of records are missing or cut short, {file} among them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln version(s)</source>
        <translation>
            <numerusform>%Ln version</numerusform>
            <numerusform>%Ln versions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln version(s) cannot be shown.</source>
        <translation>
            <numerusform>%Ln version cannot be shown.</numerusform>
            <numerusform>%Ln versions cannot be shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln version(s) missing</source>
        <translation>
            <numerusform>%Ln version missing</numerusform>
            <numerusform>%Ln versions missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%Ln document(s) copied.</source>
        <translation>
            <numerusform>%Ln document copied.</numerusform>
            <numerusform>%Ln documents copied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln without text left out.</source>
        <translation>
            <numerusform>%Ln without text left out.</numerusform>
            <numerusform>%Ln without text left out.</numerusform>
        </translation>
    </message>
</context>
</TS>
