//! Lines and columns.

use chator_grammar::source::{FileId, Source, Span};

#[track_caller]
fn check(text: &str, byte: u32, line: usize, column: usize, column_utf16: usize) {
    let source = Source::new("case", text);
    let place = source.location(byte);
    assert_eq!(
        (place.line, place.column, place.column_utf16),
        (line, column, column_utf16),
        "{text:?} {byte}"
    );
}

#[test]
fn places_are_counted_from_one() {
    check("", 0, 1, 1, 1);
    check("", 7, 1, 1, 1);
    check("ab\ncd", 4, 2, 2, 2);
    check("ab\ncd", 2, 1, 3, 3);
    check("ab\ncd\n", 6, 3, 1, 1);
}

#[test]
fn all_line_ends_count_once() {
    check("a\r\nb", 3, 2, 1, 1);
    check("a\r\nb", 2, 1, 3, 3);
    check("a\rb\r\rc", 5, 4, 1, 1);
    check("a\n\r\nb", 4, 3, 1, 1);
}

#[test]
fn characters_are_no_bytes() {
    check("馬x", 3, 1, 2, 2);
    check("馬x", 1, 1, 1, 1);
    check("𝕊x", 4, 1, 2, 3);
    check("a\n𝕊馬x", 9, 2, 3, 4);
}

#[test]
fn a_byte_order_mark_is_no_column() {
    check("\u{FEFF}ab", 3, 1, 1, 1);
    check("\u{FEFF}ab", 4, 1, 2, 2);
    check("\u{FEFF}a\nb", 5, 2, 1, 1);
    check("a\n\u{FEFF}b", 5, 2, 2, 2);
}

#[test]
fn lines_are_cut_at_their_ends() {
    let source = Source::new("case", "\u{FEFF}a\r\nb\rc\n");
    let lines: Vec<_> = (0..6).map(|line| source.line(line)).collect();
    assert_eq!(lines, [None, Some("a"), Some("b"), Some("c"), Some(""), None]);
}

#[test]
fn editors_find_the_way_back() {
    let source = Source::new("case", "\u{FEFF}a𝕊b\r\n馬c");
    for (byte, _) in source.text.char_indices().filter(|&(_, c)| !matches!(c, '\u{FEFF}' | '\n')) {
        let place = source.location(byte as u32);
        assert_eq!(source.byte_at_utf16(place.line, place.column_utf16), Some(byte as u32));
    }
    assert_eq!(source.byte_at_utf16(2, 99), Some(source.text.len() as u32));
    assert_eq!(source.byte_at_utf16(3, 1), None);
}

#[test]
fn spans_join_and_cut() {
    let file = FileId(3);
    let (a, b) = (Span { file, start: 2, end: 4 }, Span { file, start: 6, end: 7 });
    assert_eq!(a.join(b), Span { file, start: 2, end: 7 });
    assert_eq!(b.join(a), a.join(b));
    assert_eq!((a.len(), a.is_empty(), a.at_end().is_empty()), (2, false, true));
    let source = Source::new("case", "ab馬cd").with_id(file);
    assert_eq!(source.slice(Span { file, start: 1, end: 4 }), "b");
    assert_eq!(source.slice(Span { file, start: 5, end: 90 }), "cd");
}
