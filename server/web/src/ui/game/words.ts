// Events in words: for the live region, short messages, and the game's news.

import { wholeText } from "../../game/format";
import { costOf } from "../../game/lateness";
import { label } from "../../game/points";
import { readingText } from "../../game/reading";
import { t } from "../../i18n";
import type { NewsItem } from "../../net/news-items";
import type { RoomView } from "../../net/room";
import type { Procedure } from "../../net/procedure";
import type { Color, Event, Settings } from "../../wire";
import { duration, resultText } from "../parts";
import { periodOf } from "./voice";

const side = (c: Color): string => t().color[c];

/** What happened around the moves. */
function aroundText(e: Procedure, item: NewsItem, settings: Settings): string {
  const x = t().news;
  const { ask, pause } = t();
  switch (e.kind) {
    case "started": return x.started;
    case "arrived": return arrivedText(e, settings);
    case "missed": return x.missed(side(e.color));
    case "requested": return ask.theirs[e.request.kind](x.side(side(e.by)));
    case "request_closed": return item.asked ? x.closed[e.how](side(item.asked.by), ask.what[item.asked.kind]) : "";
    case "referee_called": return calledText(e);
    case "call_closed": return t().call.closed[e.how];
    case "paused": return e.standing.pause ? pause.title[e.standing.pause.reason] : pause.stands;
    case "continued": return item.stood === "sealing" ? x.calledOff : x.continued;
    case "adjourning": return e.standing.to_seal ? x.adjourning(side(e.standing.to_seal)) : "";
    case "sealed": return x.sealed(side(e.color));
    case "seal_lost": return x.sealLost;
    case "turn_lost": return x.turnLost(side(e.color));
    case "undone": return x.undone(Math.max(0, item.plies - e.moves));
    case "time_added": return x.added(side(e.color), duration(e.ms));
    case "ruled": return x.ruled(e.officer, e.reason);
    case "clock_set": return x.clockSet(side(e.color));
    case "reading_restarted": return x.rereading(e.second);
    case "stones_ruled": return x.stones;
    case "warned": return x.warned(side(e.color));
    case "warning_withdrawn": return x.warningWithdrawn(side(e.color));
    case "muted": return t().talk.muted(e.account.name);
    case "unmuted": return t().talk.unmuted(e.account.name);
    case "officer_seated": return x.officerSeated(e.officer);
    case "removed": return x.removed(e.account.name);
    case "readmitted": return x.readmitted(e.account.name);
    case "colors_swapped": return x.swapped(e.black.name, e.white.name);
  }
}

function calledText({ standing: { call } }: Extract<Event, { kind: "referee_called" }>): string {
  return call?.by ? t().call.news(t().news.side(side(call.by))) : t().call.byRules;
}

/** Who has come, how late, and what that has cost. */
function arrivedText(e: Extract<Event, { kind: "arrived" }>, { appointment, rules }: Settings): string {
  const x = t().news;
  if (e.late_ms < 1000) return t().waiting.here(x.side(side(e.color)));
  const cost = appointment ? costOf(appointment.venue, rules, e.late_ms) : 0;
  return x.arrived(side(e.color), wholeText(e.late_ms), cost > 0 ? wholeText(cost) : null);
}

function restoredText(e: Extract<Event, { kind: "restored" }>): string {
  return t().game.restored(duration(Math.round(e.uncharged_ms / 100) * 100));
}

/** An event in words; `view` is the game after it. */
export function eventText(view: RoomView, item: NewsItem): string {
  const { game } = view;
  const x = t();
  const e = item.event;
  const size = game.settings.size;
  switch (e.kind) {
    case "played": {
      const said = x.game.announce(item.moves + 1, side(e.color), label(e.point, size));
      return e.captures.length > 0 ? `${said}. ${x.game.announceCaptures(e.captures.length)}` : said;
    }
    case "handicap_placed": return x.game.announce(game.handicap_stones.length, x.color.black, label(e.point, size));
    case "passed": return x.game.passed(side(e.color));
    case "read": return readingText(e, periodOf(view, e));
    case "lapsed": return x.lapse.announce(side(e.color));
    case "agreement_opened": return x.agreement.title;
    case "marked": return x.agreement.marked(side(e.by), e.stones.length, e.dead);
    case "accepted":
    case "repetition_accepted": return x.agreement.hasAccepted(side(e.by));
    case "set_aside": return x.agreement.setAside(side(e.by), e.points.length, e.neutral);
    case "repetition_offered": return x.repetition.title;
    case "repetition_declined": return e.by ? x.repetition.declined(side(e.by)) : x.game.resumed;
    case "asked_again": return x.agreement.askedAgain;
    case "play_resumed": return e.by ? x.game.resumedBy(side(e.by)) : x.game.resumed;
    case "restored": return restoredText(e);
    case "vacation_began": return x.vacation.began(side(e.by));
    case "vacation_ended": return x.vacation.ended(side(e.by));
    case "ended": return resultText(e.result);
    case "opened": return "";
    default: return aroundText(e, item, game.settings);
  }
}
