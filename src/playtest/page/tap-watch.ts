/**
 * Functions that watch a tap in the app's page: each is sent as its source text, so it cannot use anything of this
 * module, and takes what it needs as its one argument.
 */

/** Records, under a name that no app uses, where the next finger is lifted and where its click goes. */
export const watchTap = (name: string): void => {
  const places: number[][] = []
  Object.defineProperty(window, name, { value: places, configurable: true })
  for (const type of ['pointerup', 'click'] as const)
    addEventListener(type, ({ clientX, clientY }) => places.push([clientX, clientY]), {
      capture: true,
      once: true,
    })
}

/** Whether the click went elsewhere than the finger was; null if there was no click. */
export const isTapMisplaced = (name: string): boolean | null => {
  const places: unknown = Reflect.get(window, name)
  if (!Array.isArray(places) || places.length < 2) return null
  const [[fingerX, fingerY], [clickX, clickY]] = places
  return Math.hypot(clickX - fingerX, clickY - fingerY) > 2
}
