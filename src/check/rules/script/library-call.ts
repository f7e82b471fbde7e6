import type { ShimPartName } from '../../../shim/part-names.js'
import type { Needs } from '../../facts/needs.js'
import { SCRIPTS } from '../../facts/script/part.js'
import { startsOfUrl, textsOf, textsOfField } from '../../facts/script/url-text.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { ScriptValues } from '../../facts/script/values.js'
import { leadsOut } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'
import { type Failing, impactOfUse } from './impact-of-use.js'

/** A call of a library that does something which the sandbox denies, deep in the library's own script. */
interface LibraryCall {
  readonly calls: RegExp
  readonly kind: 'call' | 'new'
  readonly failing: Failing
  /** What the call does, after its name. */
  readonly does: string
  readonly fix: string
  readonly shimmedBy?: ShimPartName
  /** Whether a call with these arguments fails; all do where absent. */
  readonly fails?: (use: ScriptUse, values: ScriptValues) => boolean
}

/** Of a file of the bundle, with a callback: a request to another host is a breach of its own. */
const readsFile = (use: ScriptUse, values: ScriptValues): boolean => {
  const [options, ...more] = use.values
  const starts = [...startsOfUrl(options, values), ...textsOfField(options, 'url', values)]
  const waits = more.length > 0 || use.answer !== 'dropped' || options?.type === 'ObjectExpression'
  return waits && starts.length > 0 && !starts.some(leadsOut)
}

const isInMemory = (use: ScriptUse, values: ScriptValues): boolean =>
  textsOfField(use.values[1], 'adapter', values).includes('memory')

/**
 * Tried in Chromium with jQuery 1.12, 3.7 and 4.0, axios 0.21 to 1.21, localForage 1.5 and 1.10, NeDB 1.8, PouchDB 7 and 9, html2canvas 1.4,
 * simple-peer 9, KAPLAY 3001, Excalibur 0.25 to 0.32, oidc-client 1.11 and Framework7 4 to 9.
 */
const CALLS: readonly LibraryCall[] = [
  {
    calls: /^(?:\$|jQuery)\.(?:ajax|getJSON)$/,
    kind: 'call',
    failing: 'rejects',
    does: 'sends the header X-Requested-With, which a page without an origin cannot send: it gets no answer',
    fix: 'Read the file with fetch(), or add the browser shim with `miniapp init --shim`.',
    shimmedBy: 'request-headers',
    fails: readsFile,
  },
  {
    calls: /^axios(?:\.(?:get|post|put|patch|delete|head|request))?$/,
    kind: 'call',
    failing: 'rejects',
    does: 'reads document.cookie first, which throws in a mini app',
    fix: 'Read the file with fetch(), or add the browser shim with `miniapp init --shim`.',
    shimmedBy: 'cookies',
    fails: readsFile,
  },
  {
    calls: /^localforage\.(?:getItem|setItem|removeItem|clear|length|key|keys|iterate|ready)$/,
    kind: 'call',
    failing: 'rejects',
    does: 'finds neither indexedDB nor localStorage',
    fix: 'Store data with `Service.storage`, or add the browser shim with `miniapp init --shim`.',
    shimmedBy: 'indexed-db',
  },
  {
    calls: /^Nedb$/,
    kind: 'new',
    failing: 'throws',
    does: 'keeps its file in localForage, which finds neither indexedDB nor localStorage',
    fix: 'Store data with `Service.storage`, or add the browser shim with `miniapp init --shim`.',
    shimmedBy: 'indexed-db',
    fails: ({ values: [options] }, values) =>
      textsOf(options, values).length + textsOfField(options, 'filename', values).length > 0,
  },
  {
    calls: /^PouchDB$/,
    kind: 'new',
    failing: 'throws',
    does: 'opens indexedDB, which throws in a mini app',
    fix: 'Store data with `Service.storage`, or add the browser shim with `miniapp init --shim`.',
    shimmedBy: 'indexed-db',
    fails: (use, values) => !isInMemory(use, values),
  },
  {
    calls: /^html2canvas$/,
    kind: 'call',
    failing: 'rejects',
    does: 'copies the page into a frame, which a mini app cannot have',
    fix: 'Draw the picture on a canvas.',
  },
  {
    calls: /^SimplePeer$/,
    kind: 'new',
    failing: 'throws',
    does: 'needs WebRTC, which a mini app does not have',
    fix: 'Use `Service.multiplayer`.',
    // It may be asked for SimplePeer.WEBRTC_SUPPORT first.
    fails: ({ isConditional }) => !isConditional,
  },
  {
    calls: /^kaplay$/,
    kind: 'call',
    failing: 'throws',
    does: 'asks for gamepads in each frame, which throws in a mini app',
    fix: 'Add the browser shim with `miniapp init --shim`.',
    shimmedBy: 'gamepads',
  },
  {
    calls: /^ex\.Engine$/,
    kind: 'new',
    failing: 'throws',
    does: 'asks for gamepads in each frame, which throws in a mini app',
    fix: 'Add the browser shim with `miniapp init --shim`.',
    shimmedBy: 'gamepads',
  },
  {
    calls: /^Oidc\.UserManager$/,
    kind: 'new',
    failing: 'throws',
    does: 'reads sessionStorage, which throws in a mini app',
    fix: 'Remove it: a mini app has no network to sign in over.',
    shimmedBy: 'session-storage',
  },
  {
    calls: /^Framework7$/,
    kind: 'new',
    failing: 'throws',
    does: 'looks for service workers, which throws in a mini app',
    fix: 'Add the browser shim with `miniapp init --shim`.',
    shimmedBy: 'service-worker',
  },
]

const USES: Needs = {
  script: {
    words: [
      'getJSON',
      'ajax',
      'axios',
      'localforage',
      'Nedb',
      'PouchDB',
      'html2canvas',
      'SimplePeer',
      'kaplay',
      'Engine',
      'Oidc',
      'Framework7',
    ],
  },
}

export const libraryCall: FileRule = {
  id: 'script/library-call',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: 'A script calls a library that does something which the sandbox denies.',
  why: 'Some well-known libraries need cookies, databases, frames, gamepads, service workers or headers, wherever they are used.',
  remedy: 'Use the SDK or plain browser APIs, or add the browser shim with `miniapp init --shim`.',
  needs: [SCRIPTS, USES],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) =>
    (await file.scriptsUsing(USES)).flatMap(({ script, uses }) =>
      uses.flatMap((use) => {
        const name = use.names.join('.')
        const found = CALLS.find(
          ({ calls, kind, fails }) =>
            use.global &&
            !use.around &&
            kind === use.kind &&
            calls.test(name) &&
            fails?.(use, script.values) !== false,
        )
        if (found === undefined) return []
        const { failing, does, fix, shimmedBy } = found
        return [
          {
            file: file.path,
            ...script.part.place(use.offset),
            length: use.call === null ? 0 : use.call.end - use.offset,
            message: `${found.kind === 'new' ? 'new ' : ''}${name}() ${does}.`,
            fix,
            ...impactOfUse(failing, use),
            ...(shimmedBy === undefined ? {} : { shimmedBy }),
          },
        ]
      }),
    ),
}
