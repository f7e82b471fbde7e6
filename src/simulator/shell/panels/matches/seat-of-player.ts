/** The seat of a player ID: the IDs of seats other than the first end in `~2` to `~8` (4.8). */
export const seatOfPlayer = (id: string): number => {
  const [, seat] = /~([2-8])$/.exec(id) ?? []
  return seat === undefined ? 1 : Number(seat)
}
