"""JSON text through the notary string by string: in one piece, a string's last words would announce the next key."""

import msgspec

from scopes.governance.notary import Finding, scrub, scrub_value
from scopes.governance.rules import BUILT_IN, NotaryRules


def scrub_json(text: str, field: str, rules: NotaryRules = BUILT_IN) -> tuple[str, tuple[Finding, ...]]:
    """The text as it may be stored, written anew only where a string in it changes; what is no JSON, as plain text."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        scrubbed = scrub(text, field, rules)
        return scrubbed.text, scrubbed.findings
    clean, findings = scrub_value(value, field, rules)
    return (text if clean == value else msgspec.json.encode(clean).decode()), findings
