"""The API as one HTML page, written from its OpenAPI description on this side: no script, nothing from elsewhere."""

from collections.abc import Iterator
from html import escape
from typing import Any

import msgspec

CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
code,pre{font:14px/1.4 ui-monospace,monospace}pre{background:#f4f4f4;padding:.8rem;overflow:auto}
h2{border-top:1px solid #ccc;padding-top:1rem;margin-top:2rem}h2 code{font-size:1.1rem}
table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}
nav li{list-style:none}nav ul{padding:0}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#161616}pre{background:#222}a{color:#8ab4f8}}
"""


def render_page(schema: dict[str, Any]) -> str:
    """The whole page."""
    info = schema["info"]
    title = escape(f"{info['title']} {info['version']}")
    return "\n".join(
        [
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
            f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>',
            f"<h1>{title}</h1><p>{escape(info.get('description', ''))}</p>",
            '<p>For machines: <a href="/docs/openapi.json">openapi.json</a>.</p>',
            "<nav><ul>",
            *(f'<li><a href="#{_anchor(*route)}">{_heading(*route)}</a></li>' for route, _ in _operations(schema)),
            "</ul></nav>",
            *(_operation(route, operation) for route, operation in _operations(schema)),
            "<h1>Shapes</h1>",
            *(_shape(name, shape) for name, shape in sorted(schema["components"]["schemas"].items())),
            "</body></html>",
        ]
    )


def _operations(schema: dict[str, Any]) -> Iterator[tuple[tuple[str, str], dict[str, Any]]]:
    for path, methods in sorted(schema["paths"].items()):
        for method, operation in methods.items():
            yield (method, path), operation


def _operation(route: tuple[str, str], operation: dict[str, Any]) -> str:
    parts = [f'<h2 id="{_anchor(*route)}">{_heading(*route)}</h2><p>{escape(operation.get("description") or "")}</p>']
    if parameters := operation.get("parameters"):
        rows = "".join(_parameter(parameter) for parameter in parameters)
        parts.append(f"<table><tr><th>parameter</th><th>in</th><th></th></tr>{rows}</table>")
    if body := operation.get("requestBody"):
        parts.append(f"<p>Body</p>{_contents(body)}")
    parts += [
        f"<p>Answer {escape(status)}</p>{_contents(answer)}"
        for status, answer in operation["responses"].items()
        if status != "default"
    ]
    return "\n".join(parts)


def _parameter(parameter: dict[str, Any]) -> str:
    text = parameter.get("description") or parameter["schema"].get("description", "")
    needed = " (required)" if parameter.get("required") else ""
    return (
        f"<tr><td><code>{escape(parameter['name'])}</code>{needed}</td>"
        f"<td>{escape(parameter['in'])}</td><td>{escape(text)}</td></tr>"
    )


def _contents(holder: dict[str, Any]) -> str:
    return "".join(_json(content["schema"]) for content in holder.get("content", {}).values() if "schema" in content)


def _shape(name: str, shape: dict[str, Any]) -> str:
    return f'<h2 id="{escape(name)}"><code>{escape(name)}</code></h2>{_json(shape)}'


def _json(value: Any) -> str:
    return f"<pre>{escape(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())}</pre>"


def _heading(method: str, path: str) -> str:
    return f"<code>{method.upper()} {escape(path)}</code>"


def _anchor(method: str, path: str) -> str:
    return escape(f"{method}-{path.strip('/').replace('/', '-')}")
