use chator_rules::*;
struct Disk;
impl Library for Disk {
    fn find(&self, path: &str, _from: &str) -> Option<(String, String)> {
        let name = format!("games/{path}.chator");
        std::fs::read_to_string(&name).ok().map(|t| (name, t))
    }
    fn ids(&self) -> Vec<String> { vec![] }
    fn prelude(&self) -> Vec<(String, String)> {
        let mut v: Vec<_> = std::fs::read_dir("games/std").unwrap().map(|e| { let p = e.unwrap().path(); (p.display().to_string(), std::fs::read_to_string(&p).unwrap()) }).collect();
        v.sort();
        v
    }
}
fn main() {
    for path in std::env::args().skip(1) {
        let (path, opts) = match path.split_once('[') { Some((p, o)) => (p.to_string(), o.trim_end_matches(']').split(',').map(|kv| { let (k, v) = kv.split_once('=').unwrap(); (k.to_string(), v.to_string()) }).collect()), None => (path.clone(), vec![]) };
        let text = std::fs::read_to_string(&path).unwrap();
        match load(&path, &text, &opts, &Disk) {
            Ok(l) => { println!("{path}: ok, {} clauses, {} events", l.rules.clauses.len(), l.rules.events.len());
              for d in &l.warnings { let f=&l.files[d.span.file.0 as usize]; println!("  {} {}:{} {} | {}", d.code.0, f.name, f.text[..d.span.start as usize].lines().count(), d.message, d.label); }
              if std::env::var("IR").is_ok() { println!("{}", ron::ser::to_string_pretty(&l.rules, ron::ser::PrettyConfig::default()).unwrap()); } }
            Err(f) => { println!("{path}: FAILED"); for d in &f.diagnostics { let s=&f.files[d.span.file.0 as usize]; println!("  {} {}:{} {} | {} | {:?}", d.code.0, s.name, s.text[..d.span.start as usize].lines().count(), d.message, d.label, &s.text[d.span.start as usize..d.span.end as usize]); } }
        }
    }
}
