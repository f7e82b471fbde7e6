/** The attributes whose URLs the upload check covers (2.8); `data` only on the object element. */
export const LISTED_URL_ATTRIBUTES: ReadonlySet<string> = new Set([
  'src',
  'href',
  'srcset',
  'poster',
  'action',
  'formaction',
  'data',
  'background',
  'manifest',
  'ping',
  'cite',
  'longdesc',
  'xlink:href',
])

/** Other attributes from which browsers load. */
export const OTHER_URL_ATTRIBUTES: ReadonlySet<string> = new Set([
  'imagesrcset',
  'attributionsrc',
  'codebase',
  'classid',
  'archive',
  'lowsrc',
  'dynsrc',
  'profile',
  'icon',
])

/** The attributes of an animation that hold values. */
export const ANIMATED_VALUES: ReadonlySet<string> = new Set(['to', 'from', 'by', 'values'])

/** The attributes of a drawing that are never presentation attributes; event handlers are scripts. */
export const NO_CSS = /^(?:data-.*|aria-.*|on.*|id|class|content|name|title)$/i
