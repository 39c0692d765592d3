<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
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
    <name>Counts</name>
    <message numerus="yes">
        <source>%Ln address(es)</source>
        <translation>
            <numerusform>%Ln address</numerusform>
            <numerusform>%Ln addresses</numerusform>
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
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>%Ln document(s) could not be exported; the list is beside them.</source>
        <translation>
            <numerusform>%Ln document could not be exported; the list is beside the files.</numerusform>
            <numerusform>%Ln documents could not be exported; the list is beside the files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) written to {folder} ({size}).</source>
        <translation>
            <numerusform>%Ln file written to {folder} ({size}).</numerusform>
            <numerusform>%Ln files written to {folder} ({size}).</numerusform>
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
    <name>MainWindow</name>
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
</context>
<context>
    <name>PageHeader</name>
    <message numerus="yes">
        <source>%n resource(s) missing</source>
        <translation>
            <numerusform>%n resource missing</numerusform>
            <numerusform>%n resources missing</numerusform>
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
    <name>VersionStrip</name>
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
    <name>WindowAsks</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
</context>
</TS>
