"""Documents to read, made on the spot: by the libraries that write the format, or by hand where it has to be wrong."""

import io
import zipfile
import zlib

import docx
import pptx
import xlsxwriter

CHAPTER, WORDS = "航海日志", "灯塔看守人在黎明点灯"


def word(paragraphs=((CHAPTER, "Heading 1"), (WORDS, None)), rows=()):
    """A Word document: paragraphs with their styles, then a table."""
    document = docx.Document()
    for text, style in paragraphs:
        document.add_paragraph(text, style)
    if rows:
        table = document.add_table(len(rows), len(rows[0]))
        for row, cells in zip(table.rows, rows, strict=True):
            for cell, text in zip(row.cells, cells, strict=True):
                cell.text = text
    return saved(document)


def word_by_hand(body, footnote):
    """A Word document of this XML, with a footnote."""
    office = "http://schemas.openxmlformats.org"
    kinds = (
        f'<Types xmlns="{office}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>'
    )
    kinds += (
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>'
    )
    related = f'<Relationships xmlns="{office}/package/2006/relationships"><Relationship Id="r1" '
    related += f'Type="{office}/officeDocument/2006/relationships/{{}}" Target="{{}}"/></Relationships>'
    names = f'xmlns:w="{office}/wordprocessingml/2006/main" xmlns:mc="{office}/markup-compatibility/2006"'
    return packed({
        "[Content_Types].xml": kinds,
        "_rels/.rels": related.format("officeDocument", "word/document.xml"),
        "word/document.xml": f"<w:document {names}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": related.format("footnotes", "footnotes.xml"),
        "word/footnotes.xml": f"<w:footnotes {names}><w:footnote>{footnote}</w:footnote></w:footnotes>",
    }.items())  # fmt: skip


def slides(*given, notes=None):
    """A presentation of slides, each a title and a body."""
    deck = pptx.Presentation()
    for title, body in given or ((CHAPTER, WORDS),):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text, slide.placeholders[1].text = title, body
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
    return saved(deck)


def workbook(sheets=((CHAPTER, (("地点", "年份"), (WORDS, 1880))),), **options):
    """A workbook of sheets, each a name and rows."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True, **options}) as book:
        for name, rows in sheets:
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return out.getvalue()


def open_sheet(name, rows):
    """An OpenDocument spreadsheet of one sheet."""
    office = "urn:oasis:names:tc:opendocument:xmlns"
    names = " ".join(f'xmlns:{one}="{office}:{one}:1.0"' for one in ("office", "table", "text"))
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    lines = "".join(f"<table:table-row>{''.join(map(cell.format, row))}</table:table-row>" for row in rows)
    sheet = f'<table:table table:name="{name}">{lines}</table:table>'
    body = f"<office:body><office:spreadsheet>{sheet}</office:spreadsheet></office:body>"
    content = f"<office:document-content {names}>{body}</office:document-content>"
    manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return packed([("mimetype", kind), ("content.xml", content), ("META-INF/manifest.xml", manifest)])


def book(chapters=(f"<h1>{CHAPTER}</h1><p>{WORDS}</p>",), more=()):
    """An EPUB of chapters."""
    names = [f"c{number}.xhtml" for number in range(len(chapters))]
    manifest = "".join(f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in names)
    spine = "".join(f'<itemref idref="{name}"/>' for name in names)
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf": f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{manifest}</manifest>'
        f"<spine>{spine}</spine></package>",
        **{
            f"OEBPS/{name}": f'<html xmlns="http://www.w3.org/1999/xhtml"><body>{chapter}</body></html>'
            for name, chapter in zip(names, chapters, strict=True)
        },
        **dict(more),
    }
    return packed(files.items())


def packed(files):
    """A zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return out.getvalue()


def pdf(*pages, outline=(), trailer=""):
    """A PDF: each page's lines, in a font without glyphs whose codes are told to be UTF-16; titles and their pages.

    A line has two characters at least: one without a glyph has no width, and is not looked at.
    """
    pages = pages or (f"{CHAPTER}\n{WORDS}",)
    first = 6
    kids = " ".join(f"{first + 2 * n} 0 R" for n in range(len(pages)))
    marks = first + 2 * len(pages)
    objects = [
        "<< /Type /Catalog /Pages 2 0 R" + (f" /Outlines {marks} 0 R >>" if outline else " >>"),
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type0 /BaseFont /None /Encoding /Identity-H /DescendantFonts [4 0 R] "
        "/ToUnicode 5 0 R >>",
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /None /DW 1000 "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
        _stream("begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange "
                "1 beginbfrange <0000> <ffff> <0000> endbfrange endcmap"),
    ]  # fmt: skip
    for number, text in enumerate(pages):
        shown = " ".join(f"<{line.encode('utf-16-be').hex()}> Tj 0 -20 Td" for line in text.split("\n"))
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 900] /Contents {first + 2 * number + 1} 0 R "
            "/Resources << /Font << /F 3 0 R >> >> >>",
            _stream(f"BT /F 12 Tf 20 850 Td {shown} ET"),
        ]
    if outline:
        objects += _marks(outline, marks, first)
    return _numbered(objects, trailer)


def _marks(outline, root, first):
    last = root + len(outline)
    yield f"<< /First {root + 1} 0 R /Last {last} 0 R /Count {len(outline)} >>"
    for number, (title, page) in enumerate(outline, root + 1):
        follows = f"/Next {number + 1} 0 R" if number < last else ""
        text = ("\ufeff" + title).encode("utf-16-be").hex()
        yield f"<< /Title <{text}> /Parent {root} 0 R {follows} /Dest [{first + 2 * page} 0 R /Fit] >>"


def _stream(text):
    data = zlib.compress(text.encode())
    return f"<< /Length {len(data)} /Filter /FlateDecode >>\nstream\n".encode() + data + b"\nendstream"


def _numbered(objects, trailer):
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + (content if isinstance(content, bytes) else content.encode()) + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    out += f"trailer << /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def saved(document):
    """What a library's document is as a file."""
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()
