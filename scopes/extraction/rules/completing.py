"""What a statement needs to stand alone is taken along: the rest of its sentence, or the sentence before."""

from collections.abc import Iterator

from scopes.extraction.rules.language import Language
from scopes.extraction.rules.rule import WEAK
from scopes.extraction.rules.standing import DANGLING
from scopes.extraction.rules.statements import LONGEST, Sentence, Statement

__all__ = ["completed"]


def completed(one: Statement, sentence: Sentence, before: str) -> Statement | str:
    """The statement in as many words as it needs, or the reason why no words near it make it stand alone."""
    reason = _lack(one, one.content)
    if reason is None or (one.rule.addressed and one.rule.label != WEAK):
        return one
    longer = (text for text in _longer(one, sentence, before if reason == DANGLING else "") if _lack(one, text) is None)
    content = next(longer, None)
    return reason if content is None else one._replace(content=content)


def _lack(one: Statement, text: str) -> str | None:
    return one.language.standing.lack(text, one.rule.kind, one.groups.get("o", ""), loose=one.loose)


def _longer(one: Statement, sentence: Sentence, before: str) -> Iterator[str]:
    language = one.language
    most = LONGEST[language.code]
    whole = sentence.whole()
    if len(one.content) < len(whole) <= most and one.content[-8:] in whole:
        yield whole
    if _tells(before, language) and len(before) + len(one.content) < most:
        yield f"{Sentence(before, language).whole()}{language.stop}{one.content}"


def _tells(before: str, language: Language) -> bool:
    """Whether a sentence states something itself, to nobody, that another may build on."""
    if not before or language.stated(before) != before:
        return False
    clauses = list(language.clauses(before))
    return (
        any(language.sought(clause) for clause in clauses)
        and not any(language.request.match(clause.words) for clause in clauses)
        and language.speech.refusal(before, clauses, len(clauses) - 1) is None
    )
