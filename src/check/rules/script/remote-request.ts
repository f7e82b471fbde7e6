import { LISTED_URL_ATTRIBUTES } from '../../facts/html/names.js'
import { namesOf, unwrap } from '../../facts/script/chains.js'
import { isMinded, isSameThing, isWaitedFor, promisesOf } from '../../facts/script/listeners.js'
import { type AstNode, asNode, memberName, nodesOf } from '../../facts/script/node.js'
import {
  elementsOf,
  isChoice,
  isObjectUrl,
  madeBy,
  startsOfUrl,
  textsOf,
  textsOfField,
} from '../../facts/script/url-text.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { ScriptValues } from '../../facts/script/values.js'
import { isTracker } from '../../facts/text/tracker-hosts.js'
import { destinationFrom, destinationOf, isDataUrl, shownUrl } from '../../facts/text/url.js'
import type { FileRule, Finding } from '../../rule.js'
import { impactOfUse } from './impact-of-use.js'
import { rootPaths } from './root-paths.js'
import { partSet } from './symbol-of-another-file.js'
import { type RequestedUrl, STYLE_WORDS, urlsOfObject, urlsOfText } from './urls-in-texts.js'
import { useRule } from './use-rule.js'

const remedyFor = ({ names, values }: ScriptUse, url: string, script: ScriptValues): string => {
  if (CONNECTIONS.has(names.at(-1) ?? ''))
    return 'Remove it: a mini app reaches no server. The players of a match reach each other with `Service.multiplayer`.'
  if (isTracker(url)) return 'Remove it: without a network, it counts nobody and shows no ads.'
  return names.at(-1) === 'href' || textsOf(values[0], script).includes('href')
    ? 'Add the file to the bundle and use its relative path, or remove the link: a mini app cannot open other sites.'
    : 'Add the file to the bundle and use its relative path.'
}

/** What an element loads as soon as it is set. */
const LOADED: ReadonlySet<string> = new Set(['src', 'srcset', 'poster'])

/** What connects to a server, which no file stands in for. */
const CONNECTIONS: ReadonlySet<string> = new Set([
  'WebSocket',
  'EventSource',
  'WebSocketStream',
  'WebTransport',
])

/** What requests a URL as it is made. */
const REQUESTING_CLASSES: ReadonlySet<string> = new Set([...CONNECTIONS, 'Audio'])

/** Where a form is sent. */
const SENDING: ReadonlySet<string> = new Set(['action', 'formAction'])

/** Functions that request a URL, and properties that do. */
const OTHER_WORDS = [
  'import',
  'importScripts',
  'fetch',
  'fetchLater',
  'addModule',
  'sendBeacon',
  'open',
  'setAttribute',
  'setAttributeNS',
  'href',
  'assign',
  'Reflect',
  'URL',
] as const

const byUses = useRule(
  {
    id: 'script/remote-request',
    level: 'warning',
    impact: 'breaks',
    section: '2.10',
    breach: 'A script requests a remote or root-relative URL.',
    why: 'Requests to other hosts fail, and a bundle is not served from the root of its host.',
    remedy: 'Add the file to the bundle and request its relative path.',
  },
  [...LOADED, ...REQUESTING_CLASSES, ...SENDING, ...OTHER_WORDS, ...STYLE_WORDS],
  (use, script, file) => {
    const { names, kind, values } = use
    const base = kind === 'new' && global && names.join('.') === 'URL' ? baseOfUrl(use, script) : null
    if (base !== null)
      return {
        message: `new URL() with ${base} throws: the page has an opaque origin, "null".`,
        fix: 'Use document.baseURI as the base.',
        ...impactOfUse('throws', use),
      }
    if (loadsModule(use) && isObjectUrl(values[0], script)) return codeOfNoFile('blob:', use, script)
    if (isFetch(use) && textsOfField(values[1], 'mode', script).includes('same-origin'))
      return {
        message: 'fetch with the mode "same-origin" fails: the page has an opaque origin.',
        fix: 'Remove the mode.',
        ...impactOf(use, null, script),
      }
    // A path is relative to the page, which only a page's own script knows, and in an import to the script.
    const isFromHere = kind === 'import' || file.isHtml
    const found = requestedUrls(use, script).map((one) => ({
      ...one,
      destination: isFromHere ? destinationFrom(file.path, one.url) : destinationOf(one.url),
    }))
    for (const { url, at, destination } of found) {
      if (loadsModule(use) && isDataUrl(url)) return codeOfNoFile('data:', use, script)
      if (destination === 'elsewhere' || destination === 'javascript') continue
      if (isOwn(use, script)) return null
      // Libraries open their own root to see what a request can do, and what a `use` takes has a rule of its own.
      if (destination === 'root' && (isNeverSent(use, script) || partSet(use, script) !== undefined)) continue
      if (destination === 'root' && isRewritten(use, script)) continue
      if (destination !== 'root' && destination !== 'outside' && isLink(use, script))
        return {
          message: `The link to ${shownUrl(url)} leads nowhere: a mini app cannot open other sites.`,
          fix: 'Remove the link.',
          impact: 'degrades',
        }
      return {
        ...(at === undefined ? {} : { at }),
        message: `${shownName(use, at)} of ${shownUrl(destination === 'root' ? url : wholeUrl(url, use, script))} fails: ${REASONS[destination]}.`,
        fix: remedyFor(use, url, script),
        // It may also be a path that is there.
        ...(found.some((one) => one.destination === 'elsewhere') &&
        values.some((value) => isChoice(value, script))
          ? { impact: 'degrades' as const }
          : impactOf(use, url, script)),
        ...(destination === 'root' && isLinkTo(use, script, url) ? { shimmedBy: 'routes' as const } : {}),
      }
    }
    return null
  },
)

/** What stands for the page's origin in the base of a URL, or in front of it; null where nothing does, or the script asks before. */
const baseOfUrl = ({ values, isConditional }: ScriptUse, script: ScriptValues): string | null => {
  if (isConditional && script.model.callsByName.has('canParse')) return null
  const [url, base = firstPart(url)] = values
  const isOrigin = script.path(base)?.join('.') === 'origin' && script.of(base).length === 1
  return isOrigin && base !== undefined ? (namesOf(base) ?? ['origin']).join('.') : null
}

/** `a` of `a + b` and `${a}b`. */
const firstPart = (text: AstNode | undefined): AstNode | undefined => {
  if (text?.type === 'BinaryExpression') return firstPart(asNode(text['left']) ?? undefined)
  const isFirst =
    text?.type === 'TemplateLiteral' && asNode(nodesOf(text['quasis'])[0])?.end === text.start + 1
  return isFirst ? nodesOf(text['expressions'])[0] : text
}

/** The name of what requests a URL: the use, or the call or the field that gives the URL. */
const shownName = ({ names }: ScriptUse, at: AstNode | undefined): string => {
  const chain = asNode(at?.['callee']) ?? at
  return ((chain === undefined ? null : namesOf(chain)) ?? names).filter((name) => name !== '').join('.')
}

/** A URL with all that the script puts behind the part that says where it leads. */
const wholeUrl = (start: string, { values }: ScriptUse, script: ScriptValues): string =>
  values.flatMap((value) => textsOf(value, script)).find((text) => text.startsWith(start)) ?? start

/** What a script requests itself, and the root paths that it gives to others. */
export const remoteRequest: FileRule = {
  ...byUses,
  checkFile: async (file, bundle) => {
    const found = [...(await byUses.checkFile(file, bundle))]
    const isRequested = (url: string): boolean => found.some(({ message }) => message.includes(shownUrl(url)))
    return [...found, ...(await rootPaths(file, bundle, isRequested))]
  },
}

/** Whether a use gives a link that the script makes its address. */
const isLink = ({ names, values, object }: ScriptUse, script: ScriptValues): boolean => {
  const elements = elementsOf(object, script)
  return (
    (names.at(-1) === 'href' || textsOf(values[0], script).includes('href')) &&
    elements.length > 0 &&
    elements.every((element) => element === 'a')
  )
}

/** Whether a use makes a link to a path that may be a route. */
const isLinkTo = (use: ScriptUse, script: ScriptValues, url: string): boolean =>
  use.names.at(-1) === 'href' &&
  (isLink(use, script) || elementsOf(use.object, script).length === 0) &&
  !/\.\w+$/.test(url.replace(/[?#].*$/, ''))

const isFetch = ({ names, global, kind }: ScriptUse): boolean =>
  global && kind === 'call' && names.length === 1 && names[0] === 'fetch'

/** Whether a module is loaded by its URL: `import(…)`, `audioWorklet.addModule(…)`. */
const loadsModule = ({ names, kind }: ScriptUse): boolean =>
  kind === 'import' || (kind === 'call' && names.length > 1 && names.at(-1) === 'addModule')

/** The policy allows scripts from the bundle only. */
const codeOfNoFile = (
  scheme: string,
  use: ScriptUse,
  script: ScriptValues,
): Pick<Finding, 'message' | 'fix' | 'impact' | 'fails'> => {
  const isImport = use.kind === 'import'
  return {
    message: `${isImport ? 'The import' : 'addModule()'} of a ${scheme} URL fails: only bundled scripts can be ${isImport ? 'imported' : 'loaded'}.`,
    fix: `Move the code into a file of the bundle and ${isImport ? 'import' : 'load'} that.`,
    // Sound libraries try worklets from Blobs to see what they can do, and continue without them.
    ...(isImport || scheme === 'data:' ? impactOf(use, null, script) : { impact: 'degrades' as const }),
  }
}

const REASONS = {
  web: 'a mini app has no network access',
  'other-host': 'a mini app has no network access',
  root: 'the path starts with a slash',
  outside: 'the path points outside the bundle',
} as const

/**
 * What a request that fails does to the app: without a picture it looks wrong; without what it waits for, it goes no further.
 * @param url null where it fails with any URL
 */
const impactOf = (
  use: ScriptUse,
  url: string | null,
  script: ScriptValues,
): Pick<Finding, 'impact' | 'fails'> => {
  const { names, kind, object, call, values } = use
  const last = names.at(-1) ?? ''
  // Games are published with counters, and play without them.
  if (url !== null && isTracker(url)) return { impact: 'degrades' }
  if (loadsModule(use)) return impactOfUse('rejects', use)
  if (kind === 'assign' && last === 'src') {
    const elements = elementsOf(object, script)
    // A frame has loaded its error page, too.
    const isFrame = elements.length > 0 && elements.every((element) => element === 'iframe')
    return isFrame ? { impact: 'degrades' } : waited(object, script)
  }
  if (kind === 'new' && last === 'FontFace') {
    const loads = call === null ? [] : promisesOf(call, 'load', script)
    return strongest(loads.map((load) => impactOfUse('rejects', load)))
  }
  if (kind === 'new') return waited(call, script)
  if (kind !== 'call') return { impact: 'degrades' }
  // Nobody notices that an answer is missing which nobody looks at.
  if (last === 'fetch') return use.answer === 'dropped' ? { impact: 'degrades' } : impactOfUse('rejects', use)
  if (last === 'importScripts') return impactOfUse('throws', use)
  if (last !== 'open') return { impact: 'degrades' }
  // One that is not asynchronous throws when it is sent.
  const isSynchronous = script.of(values[2]).some((value) => value.kind === 'exact' && value.value === false)
  return isSynchronous ? impactOfUse('throws', use) : waited(object, script)
}

/** The one that breaks the app, if any does. */
const strongest = (
  impacts: readonly Pick<Finding, 'impact' | 'fails'>[],
): Pick<Finding, 'impact' | 'fails'> =>
  impacts.find(({ impact }) => impact === 'breaks') ?? { impact: 'degrades' }

/** Of something that calls back. */
const waited = (object: unknown, script: ScriptValues): Pick<Finding, 'impact' | 'fails'> => {
  if (isWaitedFor(object, script)) return { impact: 'breaks', fails: 'waits' }
  return isMinded(object, script) ? { impact: 'degrades', fails: 'waits' } : { impact: 'degrades' }
}

/** The URLs that a use requests, as far as the text says them. */
const requestedUrls = (use: ScriptUse, script: ScriptValues): readonly RequestedUrl[] => {
  const { names, global, kind, values } = use
  // Nearly no name of a game is a request: most are done with here.
  const at = requestArgument(use, script)
  if (at === -1) return [...urlsOfText(use, script), ...urlsOfObject(use, script)]
  const urls = names.at(-1) === 'importScripts' ? values : values.slice(at, at + 1)
  const found = urls.flatMap((value) => [
    ...startsOfUrl(value, script),
    // `fetch(new Request("…"))`
    ...(global && kind === 'call'
      ? madeBy(value, script).flatMap(({ path, node, of }) =>
          path === 'Request' ? startsOfUrl(nodesOf(node['arguments'])[0], of) : [],
        )
      : []),
  ])
  return found.map((url) => ({ url }))
}

/** Whether an XMLHttpRequest is opened only to look at it: the script never sends that one, nor hands it on. */
const isNeverSent = ({ names, kind, object }: ScriptUse, script: ScriptValues): boolean => {
  if (kind !== 'call' || names.at(-1) !== 'open' || names.length !== 2 || object === null) return false
  if (!madeBy(object, script).some(({ path }) => path === 'XMLHttpRequest')) return false
  const { callsByName } = script.model
  if (
    (callsByName.get('send') ?? []).some(({ callee }) =>
      isSameThing(object, asNode(callee)?.['object'], script),
    )
  )
    return false
  const calls = [...callsByName.values()].flat().slice(0, MOST_CALLS)
  return !calls.some((call) =>
    nodesOf(call['arguments']).some(
      (value) => value.type === 'Identifier' && isSameThing(object, value, script),
    ),
  )
}

const MOST_CALLS = 20_000

/** Which of the values is the URL of a request; -1 where the use is not a request. */
const requestArgument = (
  { names, global, kind, values, object }: ScriptUse,
  script: ScriptValues,
): number => {
  const last = names.at(-1) ?? ''
  const isText = (at: number, test: (text: string) => boolean): boolean =>
    textsOf(values[at], script).some(test)
  const isUrlAttribute = (text: string): boolean => LISTED_URL_ATTRIBUTES.has(text.toLowerCase())
  if (kind === 'import') return 0
  if (kind === 'assign') {
    if (names.length < 2) return -1
    if (SENDING.has(last))
      return last === 'formAction' || elementsOf(object, script).includes('form') ? 0 : -1
    // `image.href.baseVal = "…"`
    if (last === 'baseVal') return names.includes('href') ? 0 : -1
    return LOADED.has(last) || (last === 'href' && !names.includes('location')) ? 0 : -1
  }
  if (kind === 'new') return global && names.length === 1 && REQUESTING_CLASSES.has(last) ? 0 : -1
  if (kind !== 'call') return -1
  if (global && names.length === 1 && REQUESTING.has(last)) return 0
  if (last === 'addModule' && names.length > 1) return 0
  if (global && names.join('.') === 'navigator.sendBeacon') return 0
  if (last === 'setAttributeNS' && names.length > 1) return isText(1, isUrlAttribute) ? 2 : -1
  if (last === 'setAttribute' && names.length > 1) return isText(0, isUrlAttribute) ? 1 : -1
  return last === 'open' && names.length > 1 && isText(0, (method) => METHODS.has(method.toUpperCase()))
    ? 1
    : -1
}

/**
 * Whether a script makes another address of the one that a field has, as loaders do with the plain objects in their lists of
 * assets: `asset.src = toAbsolute(asset.src)`.
 */
const isRewritten = ({ names, kind, object, values }: ScriptUse, script: ScriptValues): boolean =>
  kind === 'assign' &&
  elementsOf(object, script).length === 0 &&
  nodesOf(unwrap(values[0])?.['arguments']).some(
    (value) =>
      value.type === 'MemberExpression' &&
      memberName(value) === names.at(-1) &&
      isSameThing(object, value['object'], script),
  )

/**
 * Whether a use only hands a URL to the script itself: it sets a field of an object of its own, or one of `dataset`, which an
 * element does not load; or it calls a method of its own that has the name of a browser's.
 */
const isOwn = ({ names, kind, object, call }: ScriptUse, script: ScriptValues): boolean => {
  if (object === null) return false
  if (kind === 'assign') return names.includes('dataset') || isOwnObject(object, script)
  const last = names.at(-1) ?? ''
  return (
    kind === 'call' &&
    asNode(call?.['callee'])?.['object'] === object &&
    (script.functions(call?.['callee']).length > 0 ||
      (script.model.writes.fields.get(last) ?? []).some((write) => isSameThing(object, write.object, script)))
  )
}

/** Whether an object is one of the script's own, and no element, as a `Url` with the field `href` is. */
const isOwnObject = (object: AstNode | null, script: ScriptValues): boolean => {
  const values = object === null ? [] : script.of(object)
  return (
    values.length > 0 &&
    values.every((value) =>
      value.kind === 'instance' ? asNode(value.node['superClass']) === null : value.kind === 'object',
    )
  )
}

/** Functions whose first argument is a URL. */
const REQUESTING: ReadonlySet<string> = new Set(['fetch', 'fetchLater', 'importScripts'])

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
