use chator_grammar::{parse::parse, source::Source};
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    for case in text.split("\n----\n") {
        println!("=====\n{case}");
        let s = Source::new("x", case);
        let (_, ds) = parse(&s);
        for d in ds {
            let l = s.location(d.span.start);
            println!(
                "  {} {}:{} `{}` {} | {} | help: {} | fix: {:?}",
                d.code.0,
                l.line,
                l.column,
                s.slice(d.span),
                d.message,
                d.label,
                d.help.unwrap_or_default(),
                d.fix.map(|f| (s.slice(f.span).to_owned(), f.replacement))
            );
            for r in d.related {
                println!("       related `{}` {}", s.slice(r.span), r.text);
            }
        }
    }
}
