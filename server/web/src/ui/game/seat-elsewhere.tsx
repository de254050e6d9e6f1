// The player plays on another device: here is only looked on, until the seat is asked for.

import { t } from "../../i18n";
import type { Actions } from "./actions";

/** The panel. */
export function SeatElsewhere({ actions }: { actions: Actions }) {
  const x = t().seat;
  return (
    <section class="around seat" role="status" data-testid="seat-elsewhere">
      <p><strong>{x.title}</strong> {x.text}</p>
      <div class="actions">
        <button type="button" class="compact" disabled={actions.busy.value} data-testid="take-seat" onClick={() => void actions.takeSeat()}>{x.here}</button>
      </div>
    </section>
  );
}
