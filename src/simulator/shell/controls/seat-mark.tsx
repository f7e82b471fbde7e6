/** A seat's number in its colour, which is the same everywhere. */
export const SeatMark = ({ seat }: { readonly seat: number }) => (
  <span class={`seat seat-${seat}`} title={`Seat ${seat}`}>
    {seat}
  </span>
)
