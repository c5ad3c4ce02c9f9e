//! The identity of rules as they are played.

use std::fmt::{self, Write as _};

use chator_rules::Rules;

/// A hash of what can be played of the rules, 32 hexadecimal digits: FNV-1a with 128 bits over
/// the `Debug` form without titles, sources and glosses.
///
/// Games that play alike by equal rules have equal fingerprints, on every machine and in every
/// run of one version of this program. A change of the IR's form changes them all.
pub fn fingerprint(rules: &Rules) -> String {
    struct Fnv(u128);
    impl fmt::Write for Fnv {
        fn write_str(&mut self, s: &str) -> fmt::Result {
            for byte in s.bytes() {
                self.0 = (self.0 ^ u128::from(byte)).wrapping_mul((1 << 88) + 0x13b);
            }
            Ok(())
        }
    }
    let rules = playing_part(rules);
    let mut hash = Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
    let written = write!(hash, "{rules:?}");
    debug_assert!(written.is_ok());
    format!("{:032x}", hash.0)
}

/// The rules without what is only said about them.
fn playing_part(rules: &Rules) -> Rules {
    let mut rules = rules.clone();
    rules.title.clear();
    rules.about.clear();
    rules.works.clear();
    rules.authorities.clear();
    for choice in rules.options.values_mut() {
        choice.gloss = None;
        choice.values.values_mut().for_each(Vec::clear);
    }
    rules.start.sources.clear();
    rules.kinds.values_mut().for_each(|kind| kind.gloss = None);
    rules.cells.values_mut().for_each(|cell| cell.sources.clear());
    rules.clauses.iter_mut().for_each(|clause| clause.sources.clear());
    rules.events.iter_mut().for_each(|event| event.sources.clear());
    rules.offers.iter_mut().for_each(|offer| offer.sources.clear());
    let laws = rules
        .bans
        .iter_mut()
        .chain(&mut rules.voids)
        .chain(&mut rules.duties)
        .chain(&mut rules.skips);
    laws.for_each(|law| law.sources.clear());
    rules.ends.iter_mut().for_each(|end| end.sources.clear());
    rules
}
