"""Documents of each format: their words come with their structure as headings, lists and tables."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests import written_documents as written
from tests.written_documents import CHAPTER, WORDS

TABLE = [("地点", "年份"), ("灯塔", "1880")]
ROWS = "| 地点 | 年份 |\n| --- | --- |\n| 灯塔 | 1880 |"
EACH = {"docx": written.word, "pptx": written.slides, "xlsx": written.workbook, "epub": written.book,
        "pdf": written.pdf}  # fmt: skip


@pytest.mark.parametrize("format", EACH)
def test_each_format_is_known_by_its_bytes_whatever_its_name(read, format):
    found = read("notes.txt", EACH[format](), "text/plain")
    assert (found.format, found.why) == (format, None)
    assert found.text.startswith("#") and WORDS in found.text


def test_word_gives_headings_tables_and_no_false_headings(read):
    paragraphs = [
        ("书名", "Title"),
        ("第一章", "Heading 1"),
        ("# not one", None),
        ("第一节", "Heading 2"),
        (WORDS, None),
    ]
    found = read("a.docx", written.word(paragraphs, TABLE)).text
    assert found == f"# 书名\n\n# 第一章\n\n\\# not one\n\n## 第一节\n\n{WORDS}\n\n{ROWS}"


def test_word_gives_what_stands_in_controls_insertions_boxes_and_notes_and_nothing_deleted(read):
    def paragraph(text):
        return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"

    body = (
        f"<w:sdt><w:sdtContent>{paragraph('甲')}</w:sdtContent></w:sdt><w:p><w:ins><w:r><w:t>乙</w:t></w:r></w:ins>"
        "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p><w:p><w:pPr><w:outlineLvl w:val='1'/></w:pPr>"
        "<w:r><w:t>丙</w:t></w:r></w:p><w:p><mc:AlternateContent><mc:Choice><w:txbxContent>"
        f"{paragraph('丁')}</w:txbxContent></mc:Choice><mc:Fallback>{paragraph('丁')}</mc:Fallback></mc:AlternateContent>"
        "</w:p>"
    )
    found = read("a.docx", written.word_by_hand(body, paragraph("注")))
    assert found.text == "甲\n\n乙\n\n## 丙\n\n丁\n\n注"


def test_slides_go_under_their_titles_with_their_notes(read):
    found = read("a.pptx", written.slides((CHAPTER, "甲\n乙"), ("", "丙"), ("End", ""), notes="备注")).text
    assert found == f"## {CHAPTER}\n\n甲\n乙\n\n备注\n\n## Slide 2\n\n丙\n\n备注\n\n## End\n\n备注"


def test_a_slide_that_is_only_a_title_keeps_its_words_as_text(read):
    assert read("a.pptx", written.slides((CHAPTER, ""))).text == f"## {CHAPTER}\n\n{CHAPTER}"


def test_sheets_go_under_their_names(read):
    found = read("a.xlsx", written.workbook((("一月", TABLE), ("二月", [("n",), (2.5,), (3.0,)])))).text
    assert found == f"## 一月\n\n{ROWS}\n\n## 二月\n\n| n |\n| --- |\n| 2.5 |\n| 3 |"


def test_a_sheet_of_opendocument_is_read_alike(read):
    found = read("a.ods", written.open_sheet("一月", TABLE))
    assert (found.format, found.text) == ("ods", f"## 一月\n\n{ROWS}")


def test_a_book_goes_in_the_order_of_its_spine(read):
    found = read("a.epub", written.book(["<h1>一</h1><p>甲</p>", "<p>乙</p>"])).text
    assert found == "# 一\n\n甲\n\n乙"


def test_a_pdf_without_an_outline_goes_under_its_pages(read):
    assert read("a.pdf", written.pdf("甲一", "", "丙三")).text == "## Page 1\n\n甲一\n\n## Page 3\n\n丙三"


def test_a_pdf_goes_under_the_headings_of_its_outline(read):
    data = written.pdf("序言\n第一章\n甲一", "乙二\n第二章\n丙三", outline=[("第一章", 0), ("第二章", 1)])
    assert read("a.pdf", data).text == "序言\n\n# 第一章\n\n甲一\n\n乙二\n\n# 第二章\n\n丙三"


def test_a_chinese_line_that_goes_on_in_the_next_is_joined(read):
    line = "他说灯塔看守人在黎明的时候点灯并且写"
    assert read("a.pdf", written.pdf(f"{line}\n了信\n短的\n句子")).text == f"## Page 1\n\n{line}了信\n短的\n句子"


def test_a_page_gives_headings_lists_tables_and_code_and_no_scripts(read):
    html = (
        "<html><head><title>T</title><style>p{}</style></head><h1>航海</h1><p>a <b>b</b>\nc<br>d<ul><li>x<li><p>y</ul>"
        "<table><tr><th>k<th>v<tr><td>1<td>2</table><pre># code\n  in</pre><script>evil()</script><img alt='map'>"
    )
    found = read("a.html", html.encode())
    rows, code = "| k | v |\n| --- | --- |\n| 1 | 2 |", "```\n# code\n  in\n```"
    assert found.text == f"# T\n\n# 航海\n\na b c\nd\n\n- x\n\n- y\n\n{rows}\n\n{code}\n\nmap"


def test_a_page_without_headings_goes_under_its_title_in_its_own_charset(read):
    html = f'<meta charset="gbk"><title>{CHAPTER}</title><p>{WORDS}'.encode("gbk")
    assert read("a.htm", html).text == f"# {CHAPTER}\n\n{WORDS}"


def test_two_files_are_read_at_once(reader):
    one = reader()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: one.read("a.epub", None, written.book()).text, range(4)))
    assert found == [f"# {CHAPTER}\n\n{WORDS}"] * 4
