use chator_grammar::{parse::parse, source::Source, print::format};
fn main() {
    for unit in [
        "\n", "# comment\n", "x: step any\n", "(", ")", "{", "}", "[", "\"", "x: ", "a ", "a\n", "?", ";", "=> ", "when ",
        "step any or ", "[a;\n", "a, ", "(\n", "not\n", "x: step any when a\n\n\n\n", "{}", "()", "\u{FEFF}", "馬 ","x: step any => a = 1, b = 2 when c\n", "slyde a\n", "\"\" ","when a\n", "use f(a)\n", "a + b and ", "a.b.c.d", "0..", "expect ","[a;", "[a ", "(a\n","(a,\n", "f(", ".", "{\n", "}\n", "ends {\n", "(a) "
    ] {
        for wrap in ["", "x: step any when (", "ends { ", "test \"a\" { "] {
        let mut ts = vec![];
        for n in [40000, 160000] {
        let s = Source::new("", format!("{wrap}{}", unit.repeat(n/unit.len())));
        let t = std::time::Instant::now();
        let _ = parse(&s); let t1=t.elapsed();
        let t = std::time::Instant::now();
        let _ = format(&s); ts.push((t1, t.elapsed()));
        }
        let r = ts[1].0.as_secs_f64()/ts[0].0.as_secs_f64();
        let r2 = ts[1].1.as_secs_f64()/ts[0].1.as_secs_f64();
        if r > 6.0 || r2>6.0 || ts[1].0.as_secs_f64() > 0.8 { println!("{unit:?} {wrap:?} {ts:?} {r:.1} {r2:.1}"); }
        }
    }
}
