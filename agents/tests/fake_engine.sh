#!/bin/sh
# An engine for tests of `uci:`. It plays the march of agents/tests/uci.rs, in which each side has
# one move; its arguments say how it goes wrong. What it is told goes to the file in LOG.
mode=$1
variant=none
while IFS= read -r line; do
  if [ -n "$LOG" ]; then echo "$line" >> "$LOG"; fi
  case $line in
    uci)
      if [ "$mode" = mute ]; then continue; fi
      echo "hello, I am not a protocol"
      echo "id name Fake"
      echo "option name Hash type spin default 16 min 1 max 64"
      echo "option name Skill Level type spin default 20 min 0 max 20"
      if [ "$mode" = wide ] || [ "$variant" = loaded ]; then
        echo "option name UCI_Variant type combo default plain var plain var march"
      else
        echo "option name UCI_Variant type combo default plain var plain"
      fi
      echo "option name Variants type string default <empty>"
      echo "uciok" ;;
    "setoption name Variants value "*) variant=loaded ;;
    isready)
      if [ "$mode" = unready ]; then continue; fi
      echo "readyok" ;;
    position*)
      plies=0
      case $line in
        *" moves "*) set -- ${line#* moves }; plies=$# ;;
      esac ;;
    go*)
      case $mode in
        hang) continue ;;
        die) echo "out of steam" >&2; exit 3 ;;
        illegal) echo "bestmove a1a9"; continue ;;
        none) echo "bestmove (none)"; continue ;;
        flood) while :; do echo "info string blah"; done ;;
        stopped) continue ;;
      esac
      echo "info depth 1 score cp 0 bestmove is not here"
      if [ "$mode" = garbage ]; then printf '\377\376 garbage\n\nbestmoves x\n'; fi
      if [ $((plies % 2)) = 0 ]; then
        from=$((plies / 2 + 1)); echo "bestmove a${from}a$((from + 1)) ponder b1b2"
      else
        from=$((6 - plies / 2)); echo "bestmove b${from}b$((from - 1))"
      fi ;;
    stop) echo "bestmove a1a2" ;;
    quit) if [ "$mode" != deaf ]; then exit 0; fi ;;
  esac
done
if [ "$mode" = deaf ]; then sleep 5; fi
