/** `player`: the app fills the screen, as on the service; `panels`: the stage with the developer's panels. */
export type View = 'player' | 'panels'

/**
 * The view of a window: from its URL, else what suits the device.
 * @param search as in `location.search`
 * @param isPhone whether it is a small touch screen
 */
export const readView = (search: string, isPhone: boolean): View => {
  const named = new URLSearchParams(search).get(VIEW)
  if (named === 'player' || named === 'panels') return named
  return isPhone ? 'player' : 'panels'
}

/** The same URL with another view. */
export const withView = (url: string, view: View): string => {
  const named = new URL(url)
  named.searchParams.set(VIEW, view)
  return named.href
}

const VIEW = 'view'

/** A small touch screen, in either orientation. */
export const PHONE_QUERY =
  '(pointer: coarse) and (hover: none) and (max-width: 600px), (pointer: coarse) and (hover: none) and (max-height: 600px)'
