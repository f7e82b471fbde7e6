/**
 * Inserts a script into an SVG before its own scripts, which run when the SVG is opened as a page. The picture does not
 * change.
 * @param script JavaScript without `]]>`
 * @returns null if the start of the root element cannot be found: a browser cannot show such a file either
 */
export const injectIntoDrawing = (drawing: Uint8Array, script: string): Uint8Array | null => {
  const bytes = Buffer.from(drawing.buffer, drawing.byteOffset, drawing.byteLength)
  // One character per byte, so that positions are byte positions. XML's own markup is ASCII.
  const xml = bytes.toString('latin1')
  const end = rootStartEnd(xml)
  if (end === null) return null
  // A root without content has no script either.
  if (xml[end - 2] === '/') return bytes
  const element = `<script xmlns="http://www.w3.org/2000/svg"><![CDATA[${script}]]></script>`
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(element), bytes.subarray(end)])
}

/** The end of the root element's start tag, after the prolog: declaration, comments, instructions, doctype. */
const rootStartEnd = (xml: string): number | null => {
  let at = xml.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0
  for (;;) {
    while (/[\t\n\r ]/.test(xml[at] ?? '')) at++
    const next = xml.startsWith('<?', at)
      ? after(xml, '?>', at)
      : xml.startsWith('<!--', at)
        ? after(xml, '-->', at + 4)
        : xml.startsWith('<!DOCTYPE', at)
          ? doctypeEnd(xml, at)
          : undefined
    if (next === null) return null
    if (next === undefined)
      return /^<[A-Za-z_:\u0080-\u00ff]/.test(xml.slice(at, at + 2)) ? tagEnd(xml, at) : null
    at = next
  }
}

const after = (xml: string, mark: string, from: number): number | null => {
  const found = xml.indexOf(mark, from)
  return found === -1 ? null : found + mark.length
}

/** The end of a tag, past quoted values. */
const tagEnd = (xml: string, from: number): number | null => {
  let quote = ''
  for (let at = from; at < xml.length; at++) {
    const character = xml[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at + 1
  }
  return null
}

/** The end of a doctype, past its internal subset with its quoted values, comments and instructions. */
const doctypeEnd = (xml: string, from: number): number | null => {
  let inSubset = false
  let at: number | null = from + '<!DOCTYPE'.length
  while (at !== null && at < xml.length) {
    const character = xml[at] ?? ''
    if (character === '"' || character === "'") at = after(xml, character, at + 1)
    else if (xml.startsWith('<!--', at)) at = after(xml, '-->', at + 4)
    else if (xml.startsWith('<?', at)) at = after(xml, '?>', at)
    else if (character === '>' && !inSubset) return at + 1
    else {
      if (character === '[') inSubset = true
      if (character === ']') inSubset = false
      at++
    }
  }
  return null
}
