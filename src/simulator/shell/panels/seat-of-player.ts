/** Whose a player id is: those of the seats end in `~2` to `~8` but for the first one's (4.8). */
export const seatOfPlayer = (id: string): number => {
  const [, seat] = /~([2-8])$/.exec(id) ?? []
  return seat === undefined ? 1 : Number(seat)
}
