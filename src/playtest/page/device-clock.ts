/**
 * Sets the clock of a frame's page ahead of this machine's, before its scripts run. It is sent as its source text, so it cannot
 * use anything of this module.
 * @param aheadMs negative: behind
 */
export const setClockAhead = (aheadMs: number): void => {
  if (window === window.top) return
  const RealDate = Date
  const realNow = Date.now
  const now = (): number => realNow() + aheadMs
  window.Date = new Proxy(RealDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    apply: () => new RealDate(now()).toString(),
  })
  RealDate.now = now
}
