/** The XML namespaces that browsers know. */
export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
export const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'

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

/** The attributes of shapes that hold no addresses, as a tree has their names. */
export const HARMLESS_NAMES: readonly string[] =
  'class clip-rule clipPathUnits cx cy d fill fill-opacity fill-rule focusable fx fy gradientTransform gradientUnits height id offset opacity pathLength points preserveAspectRatio r role rx ry stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width tabindex transform vector-effect viewBox width x x1 x2 y y1 y2'.split(
    ' ',
  )

const NAME = `(?:${HARMLESS_NAMES.join('|')}|aria-[a-z]+|data-[a-z-]+)`

/** A value in which no CSS names an address: without quotes, escapes, references and functions but for numbers. */
const VALUE = String.raw`(?:(?:translate|rotate|scale|matrix|skew[XY]|rgba?|hsla?)\(|[^"'&<>\\(\r])*`

/** The source of a pattern: an attribute of a drawing in a page, as it is written, that says nothing any reader needs. */
export const HARMLESS_ATTRIBUTE = `(?:${NAME}="${VALUE}"|xmlns="http://www\\.w3\\.org/2000/svg")`

const HARMLESS = new RegExp(`^${HARMLESS_ATTRIBUTE}$`)

/** Whether an attribute of an element in a page's drawing says nothing that any reader needs. */
export const isHarmlessInDrawing = ({
  name,
  value,
}: {
  readonly name: string
  readonly value: string
}): boolean => HARMLESS.test(`${name}="${value}"`)
