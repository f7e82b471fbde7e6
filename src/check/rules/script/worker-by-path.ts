import { type AstNode, asNode, memberName, propertyName, stringOf } from '../../facts/script/node.js'
import type { Guard } from '../../facts/script/script-parts.js'
import { madeBy, startsOfUrl } from '../../facts/script/url-text.js'
import type { ScriptValues } from '../../facts/script/values.js'
import { walk } from '../../facts/script/walk.js'
import { impactOfUse } from './impact-of-use.js'
import { useRule } from './use-rule.js'

export const workerByPath = useRule(
  {
    id: 'script/worker-by-path',
    level: 'warning',
    impact: 'breaks',
    section: '2.10',
    breach: 'A script starts a worker from a path, a shared worker or a service worker.',
    why: 'Only workers from a `blob:` URL are allowed.',
    remedy:
      "Fetch the script, wrap its text in a Blob, and start the worker from the Blob's URL; or add the browser shim with `miniapp init --shim`.",
  },
  ['Worker', 'SharedWorker', 'serviceWorker'],
  (use, script) => {
    const { names, global, kind, values, caught, offset } = use
    if (!global) return null
    const impact = impactOfUse('throws', use)
    if (names[0] === 'navigator' && names[1] === 'serviceWorker') {
      // A page that only registers one goes on without it.
      const isAlone = (use.answer !== 'used' && names.at(-1) !== 'then') || kind === 'test'
      if (names[2] === 'register' && kind === 'call')
        return {
          message: 'Service workers do not work in a mini app.',
          fix: 'Remove the registration: the bundle is already on the device.',
          isAlone,
          ...impact,
        }
      // It is there, and to look at it throws.
      return caught
        ? null
        : {
            message: 'navigator.serviceWorker throws in a mini app: service workers do not work.',
            fix: 'Remove it: the bundle is already on the device.',
            isAlone,
          }
    }
    if (kind !== 'new' || names.length !== 1) return null
    if (names[0] === 'SharedWorker')
      return {
        message: 'Shared workers do not work in a mini app.',
        fix: 'Use a Worker from a blob: URL.',
        ...impact,
      }
    if (names[0] !== 'Worker') return null
    const [source] = values
    const paths = [...startsOfUrl(source, script), ...pathsOfField(source, script)]
    const path = paths.find((start) => !OF_NO_FILE.test(start)) ?? paths[0] ?? null
    // It is made, and the page's policy blocks its script.
    if (path !== null && /^data:/i.test(path))
      return {
        message: 'A worker from a data: URL does not start in a mini app.',
        fix: 'Start the worker from a Blob of its text.',
        // What bundlers try first is a Blob, which works.
        ...(isInCatch(script.model.guards.at(offset)) ? ({ impact: 'degrades' } as const) : {}),
      }
    const isUrl = madeBy(source, script).some((made) => made.path === 'URL')
    const isFile = isUrl || (path !== null && !/^blob:/i.test(path))
    if (!isFile) return null
    const shown = path === null || isUrl ? '' : ` (${JSON.stringify(path)})`
    return {
      message: `A worker from a path${shown} does not start in a mini app.`,
      fix: 'Fetch the script and start the worker from a Blob of its text.',
      ...impact,
    }
  },
)

/** What a literal gives a field of the name that an expression ends in: `options.script` of `{ script: "worker.js" }`. */
const pathsOfField = (source: AstNode | undefined, { model }: ScriptValues): readonly string[] => {
  const name = source?.type === 'MemberExpression' ? memberName(source) : null
  const found: string[] = []
  if (name !== null)
    walk(model.program, (node) => {
      const text =
        node.type === 'Property' && propertyName(node) === name
          ? stringOf(asNode(node['value']) ?? undefined)
          : null
      // Other fields of that name may be anything.
      if (text !== null && /\.m?js$/.test(text) && /worker/i.test(name + text)) found.push(text)
    })
  return found
}

const isInCatch = (guard: Guard | null): boolean =>
  guard !== null && (guard.test.type === 'BlockStatement' || isInCatch(guard.outer))

/** A worker's own text, or one that the script has made. */
const OF_NO_FILE = /^(?:data|blob):/i
