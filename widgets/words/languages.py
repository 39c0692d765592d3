"""Names of languages: translated for usual languages, otherwise as Qt knows them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from widgets.words import QT_TRANSLATE_NOOP

USUAL = (
    QT_TRANSLATE_NOOP("languages", "Arabic"),
    QT_TRANSLATE_NOOP("languages", "Chinese"),
    QT_TRANSLATE_NOOP("languages", "Czech"),
    QT_TRANSLATE_NOOP("languages", "Danish"),
    QT_TRANSLATE_NOOP("languages", "Dutch"),
    QT_TRANSLATE_NOOP("languages", "English"),
    QT_TRANSLATE_NOOP("languages", "Finnish"),
    QT_TRANSLATE_NOOP("languages", "French"),
    QT_TRANSLATE_NOOP("languages", "German"),
    QT_TRANSLATE_NOOP("languages", "Greek"),
    QT_TRANSLATE_NOOP("languages", "Hebrew"),
    QT_TRANSLATE_NOOP("languages", "Hindi"),
    QT_TRANSLATE_NOOP("languages", "Hungarian"),
    QT_TRANSLATE_NOOP("languages", "Indonesian"),
    QT_TRANSLATE_NOOP("languages", "Italian"),
    QT_TRANSLATE_NOOP("languages", "Japanese"),
    QT_TRANSLATE_NOOP("languages", "Korean"),
    QT_TRANSLATE_NOOP("languages", "Latin"),
    QT_TRANSLATE_NOOP("languages", "Norwegian"),
    QT_TRANSLATE_NOOP("languages", "Persian"),
    QT_TRANSLATE_NOOP("languages", "Polish"),
    QT_TRANSLATE_NOOP("languages", "Portuguese"),
    QT_TRANSLATE_NOOP("languages", "Romanian"),
    QT_TRANSLATE_NOOP("languages", "Russian"),
    QT_TRANSLATE_NOOP("languages", "Spanish"),
    QT_TRANSLATE_NOOP("languages", "Swedish"),
    QT_TRANSLATE_NOOP("languages", "Thai"),
    QT_TRANSLATE_NOOP("languages", "Turkish"),
    QT_TRANSLATE_NOOP("languages", "Ukrainian"),
    QT_TRANSLATE_NOOP("languages", "Vietnamese"),
)


_SCRIPTS = {
    "zh-hans": QT_TRANSLATE_NOOP("languages", "Chinese (simplified)"),
    "zh-cn": QT_TRANSLATE_NOOP("languages", "Chinese (simplified)"),
    "zh-sg": QT_TRANSLATE_NOOP("languages", "Chinese (simplified)"),
    "zh-hant": QT_TRANSLATE_NOOP("languages", "Chinese (traditional)"),
    "zh-tw": QT_TRANSLATE_NOOP("languages", "Chinese (traditional)"),
    "zh-hk": QT_TRANSLATE_NOOP("languages", "Chinese (traditional)"),
}


def language(code: object) -> str:
    """zh → Chinese – zh, in the language of the program; unknown codes unchanged."""
    plain = str(code).replace("_", "-")
    if not plain:
        return QCoreApplication.translate("languages", "Language not known")
    found = name(plain)
    if found == plain:
        return plain
    return QCoreApplication.translate("languages", "{language} – {code}").format(language=found, code=plain)


def name(code: str) -> str:
    """zh-Hant → Chinese (traditional), in the language of the program; unknown codes unchanged."""
    if script := _SCRIPTS.get(code.lower()):
        return QCoreApplication.translate("languages", script)
    found = QLocale.codeToLanguage(code.partition("-")[0].lower())
    if found in (QLocale.Language.AnyLanguage, QLocale.Language.C):
        return code
    named = QLocale.languageToString(found)
    if named in USUAL:
        return QCoreApplication.translate("languages", named)
    if QLocale().language() != QLocale.Language.English:
        return QLocale(found).nativeLanguageName() or named
    return named
