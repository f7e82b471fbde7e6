/** What an `<?xml-stylesheet?>` instruction says. */
export interface StylesheetReading {
  /** Its address; empty where it has none. */
  readonly href: string
  /** Whether a browser reads it as CSS; any other kind, such as XSLT, can make any drawing of the file. */
  readonly isCss: boolean
  /** In which encoding a browser reads it, unless the server says one; empty where it says nothing of that. */
  readonly charset: string
}

/** @param body the instruction's pseudo-attributes, which browsers read as those of an XML element */
export const readStylesheet = (body: string): StylesheetReading => {
  const values = new Map<string, string>()
  let at = 0
  let isReadable = true
  PSEUDO_ATTRIBUTE.lastIndex = 0
  for (let match = PSEUDO_ATTRIBUTE.exec(body); match !== null; match = PSEUDO_ATTRIBUTE.exec(body)) {
    const [, name = '', double, single] = match
    const value = decoded(double ?? single ?? '')
    if (values.has(name) || value === null) isReadable = false
    values.set(name, value ?? '')
    at = PSEUDO_ATTRIBUTE.lastIndex
  }
  const isWhole = isReadable && body.slice(at).trim() === ''
  const type = values.get('type')?.trim().toLowerCase() ?? 'text/css'
  const [href = '', charset = ''] = ['href', 'charset'].map((name) => values.get(name))
  return { href, isCss: isWhole && type === 'text/css', charset }
}

const PSEUDO_ATTRIBUTE =
  /(?:^|[ \t\r\n]+)[ \t\r\n]*([A-Za-z_][\w.-]*)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y

/** A value with its references decoded; null where it has one that cannot be. */
const decoded = (value: string): string | null => {
  let isReadable = true
  const text = value.replace(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+))?;?/g, (whole, decimal, hexadecimal, name) => {
    const point = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    const known = name === undefined ? undefined : PREDEFINED.get(String(name))
    if (whole.endsWith(';') && known !== undefined) return known
    if (whole.endsWith(';') && point <= 0x10ffff) return String.fromCodePoint(point)
    isReadable = false
    return whole
  })
  return isReadable ? text : null
}

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
