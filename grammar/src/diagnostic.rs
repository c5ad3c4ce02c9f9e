//! What is wrong with a rule file, as data: no colour, no printing.

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Doubtful: the file can be played.
    Warning,
    /// Wrong: the file cannot be played.
    Error,
}

/// A code such as `E0203`. `E01` is syntax, `E02` names, `E03` types and geometry, `E04` sense,
/// `E05` limits, `W06` doubtful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub &'static str);

/// A second place that matters, with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// Why it matters.
    pub text: String,
}

/// A replacement that would mend the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What to replace.
    pub span: Span,
    /// With what.
    pub replacement: String,
}

/// One error or warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its code.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// The underlined place.
    pub span: Span,
    /// What is wrong: lower case, no full stop, names in backticks.
    pub message: String,
    /// A few words under the place: why this word.
    pub label: String,
    /// Other places that matter.
    pub related: Vec<Label>,
    /// What to type.
    pub help: Option<String>,
    /// The same as a patch, where that is certain enough.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// An error with a message and a label.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            code: Code(code),
            severity: if code.starts_with('W') { Severity::Warning } else { Severity::Error },
            span,
            message: message.into(),
            label: String::new(),
            related: Vec::new(),
            help: None,
            fix: None,
        }
    }

    /// The words under the underlined place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// A line of help.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Another place that matters.
    #[must_use]
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push(Label { span, text: text.into() });
        self
    }

    /// A patch, by default of the underlined place.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }
}
