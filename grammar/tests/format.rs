//! The canonical layout.

use chator_grammar::print::format as canonical;
use chator_grammar::source::Source;

#[track_caller]
fn check(before: &str, after: &str) {
    let formatted = canonical(&Source::new("case", before));
    assert_eq!(formatted.as_deref(), Ok(after), "{before}");
}

#[test]
fn every_form_is_laid_out() {
    let text = include_str!("every_form.chator");
    check(text, text);
}

#[test]
fn nothing_is_nothing() {
    check("", "");
    check("\n\n  \n", "");
    check("\u{FEFF}library", "library\n");
    check("\r\nlibrary\r\n\r\n\r\nabout\"x\"\r\n\r\n", "library\n\nabout \"x\"\n");
    check("#a  \n   # b", "#a\n# b\n");
}

#[test]
fn blanks_between_tokens() {
    check("x:step   any=>a=b", "x: step any => a = b\n");
    check("x: step any when a<b and c>= d+1 - e", "x: step any when a < b and c >= d + 1 - e\n");
    check(
        "x: step ( a   or b )when some(c)or count(d) = 1",
        "x: step (a or b) when some (c) or count(d) = 1\n",
    );
    check("x: step any when a (b) or c(d)", "x: step any when a (b) or c(d)\n");
    check("option a:b|c=d", "option a: b | c = d\n");
    check("option a\"b\":c[ D ]|e[ F; g ]", "option a \"b\": c [D] | e [F; g]\n");
    check("memory a:0 .. 3", "memory a: 0..3\n");
    check("x: step any;y: go ;stay", "x: step any; y: go; stay\n");
    check("ends{x:draw}", "ends { x: draw }\n");
    check("define f (a,b)=a", "define f(a, b) = a\n");
}

#[test]
fn indentation_follows_the_braces() {
    check(
        "horn {\nwhen a {\nx: step any\n# note\n}\n}\nends {\n  draw }\n",
        "horn {\n  when a {\n    x: step any\n    # note\n  }\n}\nends {\n  draw }\n",
    );
}

#[test]
fn lines_that_go_on_stand_below_what_they_go_on_with() {
    check(
        "walk: step any\nwhen a\n# why\n=> b = 1,\nc = 2\n",
        "walk: step any\n      when a\n      # why\n      => b = 1,\n         c = 2\n",
    );
    check("define f = (1 when a,\nelse 2)\n", "define f = (1 when a,\n            else 2)\n");
    check("step any\nwhen a\n", "step any\n    when a\n");
    check("use f(a,\nb)", "use f(a,\n      b)\n");
}

#[test]
fn labels_and_heads_stand_in_columns() {
    check("a: step any\nlong: step any\n\nb: go", "a:    step any\nlong: step any\n\nb: go\n");
    check(
        "piece a A: go\npiece long B: go\npiece c \"cc\" C: go\npiece d \"d\" D: go",
        "piece a    A: go\npiece long B: go\npiece c \"cc\" C: go\npiece d \"d\"  D: go\n",
    );
    check("x: go if a\nlong: go if b", "x:    go if a\nlong: go if b\n");
    check("x: go if a\ny: step any if b", "x: go       if a\ny: step any if b\n");
}

#[test]
fn sources_and_comments_stand_in_a_column() {
    let pad = |text: &str| format!("{text:46}");
    let wide = "z: slide diagonal when own ready and enemy ready";
    check(
        &format!("x: go [A;B ] # why\ny: stay # why not\n\n{wide} [C]"),
        &format!("{}[A; B]  # why\n{}# why not\n\n{wide}   [C]\n", pad("x: go"), pad("y: stay")),
    );
}

#[test]
fn broken_texts_are_refused() {
    let refused = canonical(&Source::new("case", "x: slyde any")).unwrap_err();
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].code.0, "E0102");
}
