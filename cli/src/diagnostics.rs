//! How mistakes in rule files are shown: to people as text with the place underlined, to
//! programs as objects. The only code that names the renderer.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use chator::grammar::diagnostic::{Diagnostic, Severity};
use chator::grammar::source::{Source, Span};
use serde_json::{Value, json};

use crate::console::Console;
use crate::paths::shown;

/// Shows each of them on standard error.
pub(crate) fn show(console: &mut Console, diagnostics: &[Diagnostic], files: &[Source]) {
    let colour = console.error_colour;
    for diagnostic in diagnostics {
        console.complain(format!("{}\n", text(diagnostic, files, colour)));
    }
}

/// A diagnostic as people read it.
pub(crate) fn text(diagnostic: &Diagnostic, files: &[Source], colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut places = vec![(diagnostic.span, diagnostic.label.as_str(), AnnotationKind::Primary)];
    let related = diagnostic.related.iter();
    places.extend(related.map(|l| (l.span, l.text.as_str(), AnnotationKind::Context)));
    let mut main = level
        .primary_title(&diagnostic.message)
        .id(diagnostic.code.0)
        .elements([] as [Snippet<'_, Annotation<'_>>; 0]);
    // The file with the mistake first, then the others in the order of their labels.
    let mut done = Vec::new();
    for (span, ..) in &places {
        if done.contains(&span.file) {
            continue;
        }
        done.push(span.file);
        let here: Vec<_> = places.iter().filter(|p| p.0.file == span.file).collect();
        if let Some((file, window)) = window(files, here.iter().map(|p| p.0)) {
            let marks = here.iter().map(|(span, label, kind)| {
                let mark = kind.span(window.inside(*span));
                if label.is_empty() { mark } else { mark.label(*label) }
            });
            let snippet = Snippet::source(window.text)
                .line_start(window.line)
                .path(shown(&file.name))
                .annotations(marks);
            main = main.element(snippet);
        }
    }
    let mut report: Vec<Group<'_>> = vec![main];
    match (&diagnostic.fix, &diagnostic.help) {
        (Some(fix), help) => {
            let title = help.as_deref().unwrap_or("this would mend it");
            let mut group =
                Level::HELP.secondary_title(title).elements([] as [Snippet<'_, Patch<'_>>; 0]);
            if let Some((_, window)) = window(files, [fix.span].into_iter()) {
                let patch = Patch::new(window.inside(fix.span), fix.replacement.as_str());
                group = group
                    .element(Snippet::source(window.text).line_start(window.line).patch(patch));
            }
            report.push(group);
        }
        (None, Some(help)) => report.push(Group::with_title(Level::HELP.secondary_title(help))),
        (None, None) => {}
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&report)
}

/// The lines of a file that matter. The renderer reads all that it is given, and a file may be
/// long and have many mistakes.
struct Window<'a> {
    text: &'a str,
    /// The number of its first line.
    line: usize,
    /// Where it begins in the file.
    start: usize,
}

impl Window<'_> {
    fn inside(&self, span: Span) -> std::ops::Range<usize> {
        let at = |byte: u32| {
            let mut at = (byte as usize).saturating_sub(self.start).min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        at(span.start)..at(span.end).max(at(span.start))
    }
}

fn window(
    files: &[Source],
    spans: impl Iterator<Item = Span> + Clone,
) -> Option<(&Source, Window<'_>)> {
    let file = files.iter().find(|f| Some(f.id) == spans.clone().next().map(|s| s.file))?;
    let first = spans.clone().map(|s| s.start as usize).min()?.min(file.text.len());
    let last = spans.map(|s| s.end as usize).max()?.min(file.text.len());
    let bytes = file.text.as_bytes();
    let is_end = |b: &u8| *b == b'\n' || *b == b'\r';
    let start = bytes[..first].iter().rposition(is_end).map_or(0, |at| at + 1);
    let end = bytes[last..].iter().position(is_end).map_or(bytes.len(), |at| last + at);
    let start = if start == 0 && file.text.starts_with('\u{feff}') { 3.min(end) } else { start };
    let line = file.location(start as u32).line;
    Some((file, Window { text: &file.text[start..end.max(start)], line, start }))
}

/// A diagnostic as programs read it. Lines and columns count from 1, columns in characters.
pub(crate) fn object(diagnostic: &Diagnostic, files: &[Source]) -> Value {
    let mut object = json!({
        "code": diagnostic.code.0,
        "severity": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
    });
    place(&mut object, diagnostic.span, files);
    object["message"] = json!(diagnostic.message);
    object["label"] = json!(diagnostic.label);
    object["help"] = json!(diagnostic.help);
    object["fix"] = diagnostic.fix.as_ref().map_or(Value::Null, |fix| {
        let mut object = json!({});
        place(&mut object, fix.span, files);
        object["replacement"] = json!(fix.replacement);
        object
    });
    let related = diagnostic.related.iter().map(|label| {
        let mut object = json!({});
        place(&mut object, label.span, files);
        object["label"] = json!(label.text);
        object
    });
    object["related"] = related.collect();
    object
}

fn place(object: &mut Value, span: Span, files: &[Source]) {
    let Some(file) = files.iter().find(|f| f.id == span.file) else {
        object["file"] = Value::Null;
        return;
    };
    let (start, end) = (file.location(span.start), file.location(span.end));
    object["file"] = json!(shown(&file.name));
    object["line"] = json!(start.line);
    object["column"] = json!(start.column);
    object["end_line"] = json!(end.line);
    object["end_column"] = json!(end.column);
}

/// `file:line` of a place.
pub(crate) fn address(span: Span, files: &[Source]) -> Option<String> {
    let file = files.iter().find(|f| f.id == span.file)?;
    Some(format!("{}:{}", shown(&file.name), file.location(span.start).line))
}
