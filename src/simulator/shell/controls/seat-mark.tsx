/** A seat's number in its colour, the same wherever that seat is told of. */
export const SeatMark = ({ seat }: { readonly seat: number }) => (
  <span class={`seat seat-${seat}`} title={`Seat ${seat}`}>
    {seat}
  </span>
)
