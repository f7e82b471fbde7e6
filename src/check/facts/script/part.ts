import { ANIMATED_VALUES } from '../html/names.js'
import type { Needs } from '../needs.js'
import type { Place } from '../text/position.js'
import { scriptOfUrl } from '../text/url.js'

/** The attributes whose `javascript:` URLs a browser runs, also where an animation sets them. */
const JAVASCRIPT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'data',
  ...ANIMATED_VALUES,
])

/** Where a page has scripts, and an SVG file `javascript:` URLs. */
export const SCRIPTS: Needs = {
  page: { elements: ['script'], attributes: [...JAVASCRIPT_ATTRIBUTES, 'xlink:href'], handlers: true },
  drawing: { attributes: [...JAVASCRIPT_ATTRIBUTES] },
}

/** The scripts in an attribute's `javascript:` URLs. @param local its name without a prefix */
export const scriptsInUrls = (
  local: string,
  { value, place }: { readonly value: string; readonly place: Place },
): readonly ScriptPart[] => {
  if (!JAVASCRIPT_ATTRIBUTES.has(local)) return []
  return (local === 'values' ? value.split(';') : [value]).flatMap((url): readonly ScriptPart[] => {
    const text = scriptOfUrl(url)
    return text === null ? [] : [{ text, kind: 'classic', onEvent: true, place: () => place }]
  })
}

/**
 * Whether a script is too long to be parsed: the tree of a longer one would not fit into the memory that a check may
 * take.
 */
export const isTooLongToParse = ({ kind, text }: ScriptPart): boolean =>
  kind !== 'other' && kind !== 'data' && text.length > MAX_PARSED_CHARACTERS

/** In UTF-16 units. */
export const MAX_PARSED_CHARACTERS = 8_388_608

/**
 * Whether a script that does not parse is JSON in a file with the extension of a script, as old models of three.js and data
 * for `fetch` are. A list or a number is a script that does nothing.
 */
export const isJsonScript = ({ kind, text }: ScriptPart): boolean => {
  if (kind === 'handler' || !/^\s*\{/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A script of a file: the whole of it, an inline script, or an event-handler attribute. */
export interface ScriptPart {
  readonly text: string
  /**
   * `either`: a file that may be a module or not; `other`: an inline script of a type that no browser runs;
   * `data`: JSON that a browser reads, such as an import map.
   */
  readonly kind: 'classic' | 'module' | 'either' | 'handler' | 'other' | 'data'
  /** Whether nothing runs it by itself: a handler, but for `onload`, a `javascript:` URL, and what is for browsers without modules. */
  readonly onEvent?: true
  /** The place of an offset of the text in the file. */
  readonly place: (offset: number) => Place
}
