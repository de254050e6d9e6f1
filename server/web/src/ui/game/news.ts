// Puts a room's newest event into words and sounds, once. Readings of the clock are said by `voice`, each of them.

import { useEffect, useState } from "preact/hooks";
import { label } from "../../game/points";
import { readingText } from "../../game/reading";
import { t } from "../../i18n";
import type { RoomView } from "../../net/room";
import { dropQuestion, toast } from "../feedback";
import { duration, resultText } from "../parts";
import { bell, stoneSound, tick } from "./sound";
import { periodOf } from "./voice";

/** An event in words for the live region. */
export function announcement(view: RoomView): string {
  const { game, latest } = view;
  const x = t();
  const e = latest?.event;
  const size = game.settings.size;
  switch (e?.kind) {
    case "played": {
      const said = x.game.announce(game.moves.length, x.color[e.color], label(e.point, size));
      return e.captures.length > 0 ? `${said}. ${x.game.announceCaptures(e.captures.length)}` : said;
    }
    case "handicap_placed": return x.game.announce(game.handicap_stones.length, x.color.black, label(e.point, size));
    case "passed": return x.game.passed(x.color[e.color]);
    case "read": return readingText(e, periodOf(view, e));
    case "lapsed": return x.lapse.announce(x.color[e.color]);
    case "agreement_opened": return x.agreement.title;
    case "marked": return x.agreement.marked(x.color[e.by], e.stones.length, e.dead);
    case "accepted": return x.agreement.hasAccepted(x.color[e.by]);
    case "set_aside": return x.agreement.setAside(x.color[e.by], e.points.length, e.neutral);
    case "repetition_offered": return x.repetition.title;
    case "repetition_accepted": return x.agreement.hasAccepted(x.color[e.by]);
    case "repetition_declined": return e.by ? x.repetition.declined(x.color[e.by]) : x.game.resumed;
    case "asked_again": return x.agreement.askedAgain;
    case "play_resumed": return e.by ? x.game.resumedBy(x.color[e.by]) : x.game.resumed;
    case "restored": return x.game.restored(duration(Math.round(e.uncharged_ms / 100) * 100));
    case "vacation_began": return x.vacation.began(x.color[e.by]);
    case "vacation_ended": return x.vacation.ended(x.color[e.by]);
    case "ended": return resultText(e.result);
    case "opened":
    case undefined:
      return "";
  }
}

function soundOf(view: RoomView): void {
  const e = view.latest?.event;
  if (e?.kind === "played") stoneSound(e.captures.length);
  else if (e?.kind === "handicap_placed") stoneSound(0);
  else if (e?.kind === "passed") tick();
  else if (e?.kind === "ended") bell();
}

/** Kinds that everybody should notice even without looking at the board. */
const SHOWN: readonly string[] = ["passed", "play_resumed", "restored", "asked_again", "marked", "set_aside", "repetition_offered", "repetition_declined", "vacation_began", "vacation_ended"];

/** The live region's text; sounds and short messages come with it. */
export function useNews(view: RoomView | null): string {
  const [text, setText] = useState("");
  const seq = view?.latest?.seq ?? null;
  useEffect(() => {
    if (!view?.latest) return;
    const said = announcement(view);
    setText(said);
    soundOf(view);
    const e = view.latest.event;
    const own = "by" in e ? e.by === view.seat : "color" in e && e.color === view.seat;
    // A pass to be answered stands beside the board for the player; others get a message.
    if (SHOWN.includes(e.kind) && !own && !(e.kind === "passed" && view.seat)) toast(said);
    // A question about an older position must not be answered now.
    if (e.kind !== "read" && e.kind !== "accepted" && e.kind !== "repetition_accepted" && e.kind !== "restored") dropQuestion();
  }, [seq]);
  return text;
}
