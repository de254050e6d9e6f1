// What happened around the moves, for everybody: rulings with officer and reason, pauses, undo, requests.

import { t } from "../../i18n";
import { roomTime } from "../../net/clock-sync";
import type { RoomView } from "../../net/room";
import { eventText } from "./words";

/** The list, newest first; nothing while there is no news. */
export function NewsList({ view }: { view: RoomView }) {
  // What an accepted request comes to is the next line.
  const told = view.news.filter(({ event: e }) => !(e.kind === "request_closed" && e.how === "accepted"));
  const items = [...told].reverse().map((item) => ({ item, text: eventText(view, item) })).filter((n) => n.text !== "");
  if (items.length === 0) return null;
  const { anchor } = view;
  const time = (at_ms: number): string | null => {
    if (!anchor) return null;
    const wall = Date.now() - (roomTime(anchor, performance.now()) - at_ms);
    return new Intl.DateTimeFormat(t().locale, { hour: "2-digit", minute: "2-digit", hour12: false }).format(wall);
  };
  return (
    <details class="fold news" open data-testid="news">
      <summary>{t().news.title}</summary>
      <ul>
        {items.map(({ item, text }) => (
          <li key={item.seq} class={item.event.kind} data-testid={`news-${item.event.kind}`}><time>{time(item.at_ms)}</time><span>{text}</span></li>
        ))}
      </ul>
    </details>
  );
}
