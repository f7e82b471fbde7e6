import { tokenizer } from 'acorn'
import { fileName } from '../../check/facts/bundle/paths.js'
import { isHandler } from '../../check/facts/html/element.js'
import { extensionOf } from '../../platform/file-types.js'
import { SDK_FILE_NAME } from '../../sdk/sdk-file.js'
import { partsIn, SHIM_FILE_NAME, SHIM_PART_NAMES, type ShimPartName } from '../../shim/part-names.js'
import { elementsOfPage, isPage, takesSymbol } from '../pages/page-elements.js'
import type { AdoptedFile } from '../selection.js'
import { utf8Text } from '../text-of.js'

/** What a script that uses the API of a part has in it; comments do not count. */
const SIGNS: Readonly<
  Record<
    Exclude<
      ShimPartName,
      | 'names'
      | 'root-addresses'
      | 'routes'
      | 'blob-fonts'
      | 'stable-address'
      | 'fixed-layout'
      | 'symbols'
      | 'forms'
    >,
    RegExp
  >
> = {
  'local-storage': /\blocalStorage\b/,
  cookies: /\.\s*cookie\b(?!\s*\()|['"]cookie['"]/,
  'session-storage': /\bsessionStorage\b/,
  'indexed-db': /\b(?:webkit|moz|ms)?[iI]ndexedDB\b/,
  caches: /\b(?:window|self)\s*\.\s*caches\b|(?<![\w$.])caches\s*\.\s*(?:open|match|has|keys|delete)\b/,
  gamepads: /\b(?:webkitG|g)etGamepads\b/,
  sensors:
    /(?<![\w$.])new\s+(?:(?:window|self|globalThis|\$wnd)\s*\.\s*)?(?:Accelerometer|Gyroscope|Magnetometer|\w+Sensor)\b/,
  'service-worker': /\bserviceWorker\b/,
  notifications:
    /\bnew\s+(?:window\s*\.\s*)?Notification\b|\bNotification\s*\.\s*(?:permission|requestPermission)\b|['"]Notification['"]/,
  dialogs:
    /(?<![\w$.]|function\s)(?:(?:window|self|globalThis)\s*\.\s*)?(?:alert|confirm|prompt)\s*\(|\b(?:window|self)\s*\.\s*print\s*\(/,
  'new-window':
    /\b(?:window|self|globalThis)\s*\.\s*open\s*\(|(?<![\w$.]|function\s)open\s*\(\s*(?:['"`](?:https?:|mailto:|\/\/)|[^()]{1,200},\s*['"`]_(?:self|top|parent)['"`])/,
  fullscreen: /\b(?:webkitR|mozR|msR|r)equestFull[sS]creen\b/,
  'pointer-lock': /\b(?:webkitR|mozR|r)equestPointerLock\b/,
  orientation: /\borientation\s*(?:\.|\?\.)\s*lock\b|\b(?:mozL|msL|l)ockOrientation\b/,
  visibility: /['"`]visibilitychange\b|\bonvisibilitychange\b|\bdocument\s*\.\s*(?:hidden|visibilityState)\b/,
  pictures: /\b(?:getImageData|toDataURL|toBlob|texImage2D|texSubImage2D|captureStream)\b/,
  'blob-scripts':
    /\bcreateObjectURL\b(?=[\s\S]*["'`]script["'`])|["'`]script["'`](?=[\s\S]*\bcreateObjectURL\b)|["'`]data:(?:text|application)\/(?:x-)?(?:java|ecma)script\b/,
  'web-fonts': /\bWebFont\s*\.\s*load\b|\bWebFontConfig\b/,
  'request-headers': /\bsetRequestHeader\b|\bwithCredentials\b|\bcredentials\s*:\s*['"`]include/,
  // Also what climbs from window to window, as courses look for their school.
  'parent-window':
    /(?<![\w$.])(?:(?:window|self|globalThis)\s*\.\s*)?parent\s*\.\s*(?:document|navigator|history|screen|inner(?:Width|Height)|(?:add|remove)EventListener)\b|(?<![\w$.])(?!(?:window|self|globalThis)\b)([\w$]+)\s*\.\s*parent\s*!==?\s*\1(?![\w$.])/,
  // A worker of a blob starts without help.
  workers:
    /\bnew\s+(?:(?:window|self|globalThis)\s*\.\s*)?Worker\s*\((?!\s*(?:(?:window|self)\s*\.\s*)?(?:webkit)?URL\s*\.\s*createObjectURL)/,
}

/**
 * The parts of the shim that scripts of an app need, by what stands in them. One too many does no harm: each tests first
 * whether the browser's own works.
 * @param site the folder of its site in which the app was: `/game`, or empty
 */
export const neededParts = (files: readonly AdoptedFile[], site = ''): readonly ShimPartName[] => {
  const scripts = files.flatMap(scriptsIn)
  const found = new Set<ShimPartName>()
  for (const script of scripts) {
    let code: string | null = null
    for (const [part, sign] of Object.entries(SIGNS) as readonly [ShimPartName, RegExp][]) {
      // Comments cost a reading of the script, which is worth it only where there is something to find.
      if (found.has(part) || !sign.test(script)) continue
      code ??= withoutComments(script)
      if (sign.test(code)) found.add(part)
    }
  }
  const some = (...signs: readonly RegExp[]): boolean =>
    signs.every((sign) => scripts.some((script) => sign.test(script)))
  if (some(/\bFontFace\b/, /\bcreateObjectURL\b/)) found.add('blob-fonts')
  if (some(/\bdocument\s*\.\s*(?:URL|documentURI)\b/, /\blocalStorage\b|\bindexedDB\b/))
    found.add('stable-address')
  if (takesSymbols(files, scripts)) found.add('symbols')
  if (files.some(hasFormToPage)) found.add('forms')
  if (scripts.some(routesByPath)) found.add('routes')
  if (namesRoot(files, scripts, site)) found.add('root-addresses')
  return SHIM_PART_NAMES.filter((part) => found.has(part))
}

/**
 * Whether a script has a router that reads the path and follows the person's steps back. Those of Blazor and of Flutter
 * compare the address with the page's base, and Elm's reads it whole.
 */
export const routesByPath = (script: string): boolean =>
  script.includes('pushState') && script.includes('popstate') && READS_PATH.test(script)

const READS_PATH = /\.\s*pathname\b|\bpathname\s*:|\bbaseURI\b|Browser\.application programs/

/**
 * Whether something may load from the root of the site: a text that begins with a slash and a folder or a file of the app,
 * in a script that was not proven to be an address, or in data of an element for scripts.
 */
const namesRoot = (files: readonly AdoptedFile[], scripts: readonly string[], site: string): boolean => {
  const tops = new Set(
    [...files.map(({ path }) => path), site.slice(1)].map((path) => path.replace(/\/.*$/, '')),
  )
  const isThere = (text: string): boolean =>
    [...text.matchAll(FROM_ROOT)].some(([, top = '']) => tops.has(top))
  return (
    scripts.some(isThere) ||
    files.some(
      ({ path, bytes }) =>
        isPage(path) &&
        elementsOfPage(utf8Text(bytes)).some(({ attrs }) =>
          attrs.some(({ name, value }) => name.startsWith('data-') && isThere(`"${value}"`)),
        ),
    )
  )
}

const FROM_ROOT = /["'`]\/([\w-][\w.-]*)(?=[/"'`#])/g

/** Whether a page or a script may show a symbol of an SVG file. */
const takesSymbols = (files: readonly AdoptedFile[], scripts: readonly string[]): boolean =>
  files.some(({ path }) => extensionOf(path) === 'svg') &&
  (scripts.some((script) => /<use\b|["'`]use["'`]/.test(script)) ||
    files.some(({ path, bytes }) => isPage(path) && elementsOfPage(utf8Text(bytes)).some(takesSymbol)))

/** Whether a form of a page opens another page, with what was typed in its address. */
const hasFormToPage = ({ path, bytes }: AdoptedFile): boolean =>
  isPage(path) &&
  elementsOfPage(utf8Text(bytes)).some(
    ({ tagName, attrs }) =>
      tagName === 'form' && attrs.some(({ name, value }) => name === 'action' && TO_PAGE.test(value)),
  )

const TO_PAGE = /^(?![a-z][a-z+.-]*:|\/\/)[^?#]*\.html?(?:[?#]|$)/i

/** Whether an app has any script of its own. */
export const hasScripts = (files: readonly AdoptedFile[]): boolean =>
  files.some((file) => scriptsIn(file).length > 0)

const scriptsIn = ({ path, bytes }: AdoptedFile): readonly string[] => {
  if (fileName(path) === SDK_FILE_NAME) return []
  switch (extensionOf(path)) {
    case 'js':
    case 'mjs': {
      const script = utf8Text(bytes)
      return fileName(path) === SHIM_FILE_NAME && partsIn(script) !== null ? [] : [script]
    }
    case 'html':
    case 'htm':
      return elementsOfPage(utf8Text(bytes)).flatMap((element) => [
        ...element.attrs.filter(({ name }) => isHandler(name)).map(({ value }) => value),
        ...(element.tagName === 'script'
          ? element.childNodes.flatMap((child) => ('value' in child ? [child.value] : []))
          : []),
      ])
    default:
      return []
  }
}

/** A script with blanks for its comments; as it is where it cannot be read. */
const withoutComments = (script: string): string => {
  const pieces: string[] = []
  let from = 0
  try {
    const tokens = tokenizer(script, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowHashBang: true,
      onComment: (_block, _text, start, end) => {
        pieces.push(script.slice(from, start), ' ')
        from = end
      },
    })
    for (const token of tokens) if (token.type.label === 'eof') break
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return script
  }
  return `${pieces.join('')}${script.slice(from)}`
}
