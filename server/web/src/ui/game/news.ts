// Puts a room's events into words and sounds, each once, as they come. Readings of the clock are said by `voice`.

import { useEffect, useState } from "preact/hooks";
import { onRoomEvents } from "../../net/live";
import { newsItem, type NewsItem } from "../../net/news-items";
import type { RoomView } from "../../net/room";
import type { Color, Event, RequestEnd, RoomEvent } from "../../wire";
import { dropQuestion, toast } from "../feedback";
import { bell, stoneSound, tick } from "./sound";
import { eventText } from "./words";

/** What is heard besides stones: somebody is asked for an answer, or the clocks stop or run. */
const TICKS: readonly Event["kind"][] = [
  "passed", "requested", "request_closed", "referee_called", "call_closed", "paused", "continued", "adjourning", "sealed", "undone", "turn_lost", "ruled", "warned", "started", "arrived", "missed", "colors_swapped",
];

function soundOf(e: Event): void {
  if (e.kind === "played") stoneSound(e.captures.length);
  else if (e.kind === "handicap_placed") stoneSound(0);
  else if (e.kind === "ended") bell();
  else if (TICKS.includes(e.kind)) tick();
}

/** Kinds that everybody should notice even without looking at the board. */
const SHOWN: readonly Event["kind"][] = [
  "passed", "play_resumed", "restored", "asked_again", "marked", "set_aside", "repetition_offered", "repetition_declined",
  "request_closed", "referee_called", "call_closed", "seal_lost", "turn_lost", "undone", "time_added", "ruled", "clock_set", "reading_restarted", "stones_ruled",
  "warned", "warning_withdrawn", "muted", "unmuted", "officer_seated", "removed", "readmitted", "colors_swapped", "arrived", "missed", "vacation_began", "vacation_ended",
];

/** What leaves the position as it was: a question about it may still be answered. */
const HARMLESS: readonly Event["kind"][] = [
  "read", "accepted", "repetition_accepted", "restored", "requested", "request_closed", "referee_called", "call_closed", "ruled", "warned", "warning_withdrawn", "muted", "unmuted", "time_added",
  "officer_seated", "removed", "readmitted",
];

/** What comes of an accepted request is its own event, and who declined or withdrew knows it. */
function isClosingShown(how: RequestEnd, by: Color | null, seat: Color | null): boolean {
  if (how === "expired") return true;
  if (how === "accepted") return false;
  return seat === null || (how === "withdrawn" ? by !== seat : by === seat);
}

/** Whether a message is shown to this viewer. */
function isShown(item: NewsItem, view: RoomView): boolean {
  const e = item.event;
  if (!SHOWN.includes(e.kind)) return false;
  if (e.kind === "request_closed") return isClosingShown(e.how, item.asked?.by ?? null, view.seat);
  // A pass to be answered stands beside the board for the player; others get a message.
  if (e.kind === "passed") return view.seat === null;
  const own = "by" in e ? e.by === view.seat : false;
  return !own;
}

/** The same after events that came together with it and before it. */
function later(item: NewsItem, earlier: readonly RoomEvent[]): NewsItem {
  const made = earlier.filter((e) => e.event.kind === "played" || e.event.kind === "passed" || e.event.kind === "turn_lost").length;
  return { ...item, moves: item.moves + made };
}

/** A line of the live region. */
export type Line = { seq: number; text: string };
/** So many lines are kept: what is read aloud is what is added. */
const LINES = 4;

/** The live region's lines; sounds and short messages come with them. */
export function useNews(id: string, view: RoomView): readonly Line[] {
  const [lines, setLines] = useState<readonly Line[]>([]);
  useEffect(() => {
    let before = view;
    const heard = (events: readonly RoomEvent[], after: RoomView): void => {
      const told = events.map((e, i) => after.news.find((n) => n.seq === e.seq) ?? later(newsItem(before.game, e), events.slice(0, i)));
      before = after;
      const fresh = told.map((item) => ({ seq: item.seq, text: eventText(after, item) })).filter((l) => l.text !== "");
      setLines((old) => [...old, ...fresh].slice(-LINES));
      for (const item of told) if (isShown(item, after)) toast(eventText(after, item));
      const last = events.at(-1);
      if (last) soundOf(last.event);
      // A question about an older position must not be answered now.
      if (events.some((e) => !HARMLESS.includes(e.event.kind))) dropQuestion();
    };
    return onRoomEvents(id, heard);
  }, [id]);
  return lines;
}
