import type { Needs } from '../../facts/needs.js'
import { LoadedPictures } from '../../facts/script/loaded-pictures.js'
import { type AstNode, isNode, startOfString, stringOf } from '../../facts/script/node.js'
import { SCRIPTS } from '../../facts/script/part.js'
import type { FileRule } from '../../rule.js'
import { impactOfUse } from './impact-of-use.js'

/** Which argument of a drawing call is the picture. */
const DRAWING: ReadonlyMap<string, 'first' | 'last'> = new Map(
  Object.entries({
    drawImage: 'first',
    createPattern: 'first',
    texImage2D: 'last',
    texSubImage2D: 'last',
  }),
)

const USES: Needs = { script: { words: [...DRAWING.keys()], bindings: true, tree: true } }

export const taintedCanvas: FileRule = {
  id: 'script/tainted-canvas',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A script draws an image that was loaded without `crossorigin`.',
  why: 'The page has an opaque origin, so the image taints the canvas, and WebGL refuses it as a texture.',
  remedy: "Set `image.crossOrigin = 'anonymous'` before its `src`.",
  needs: [SCRIPTS, USES],
  appliesTo: ({ isHtml, isScript }) => isHtml || isScript,
  checkFile: async (file) =>
    (await file.scriptsUsing(USES)).flatMap(({ script, uses: drawing }) => {
      const { part, uses, bindingOf, initialValueOf } = script
      const own = new Set<string>()
      const isOwn = (name: string, offset: number): boolean => own.has(`${name} ${bindingOf(name, offset)}`)
      const loaded = new Set<string>()
      const safe = new Set<string>()
      for (const { names, kind, values, offset } of uses) {
        const [target = '', last, ...more] = names
        if (target === '' || more.length > 0) continue
        const variable = (): string => `${target} ${bindingOf(target, offset)}`
        if (kind === 'assign' && last === undefined && OWN_SCHEME.test(startOfString(values[0]) ?? ''))
          own.add(variable())
        if (kind === 'assign' && last === 'src' && !isSameOrigin(values[0], initialValueOf, isOwn))
          loaded.add(variable())
        if (kind === 'assign' && last === 'crossOrigin') safe.add(variable())
        if (
          kind === 'call' &&
          last === 'setAttribute' &&
          stringOf(values[0])?.toLowerCase() === 'crossorigin'
        )
          safe.add(variable())
      }
      // A function for it: `setCors(image)`, `loader.setCrossOrigin(url, image)`.
      for (const { names, kind, values } of uses)
        if (kind === 'call' && /cors|crossorigin/i.test(names.at(-1) ?? ''))
          for (const { type, name, start } of values)
            if (type === 'Identifier') safe.add(`${String(name)} ${bindingOf(String(name), start)}`)
      if (loaded.size === 0) return []
      const pictures = new LoadedPictures(
        script,
        (key) => loaded.has(key),
        (key) => safe.has(key),
      )
      return drawing.flatMap((use) => {
        const { names, kind, values, offset } = use
        const last = names.at(-1) ?? ''
        const at = DRAWING.get(last)
        if (kind !== 'call' || at === undefined || names.length < 2) return []
        const picture = at === 'last' ? values.at(-1) : values[0]
        const found = picture === undefined ? null : pictures.behind(picture)
        if (found === null) return []
        const { drawn, loaded: name } = found
        const which = drawn === name ? `${name}, which is` : `${drawn}: the image in ${name} is`
        return [
          {
            file: file.path,
            ...part.place(offset),
            message: `${last}() gets ${which} loaded without crossOrigin: ${last.startsWith('tex') ? 'WebGL refuses it' : 'it taints the canvas, so its pixels cannot be read or shared'}.`,
            impact: impactOfUse(last.startsWith('tex') ? 'throws' : 'nothing', use),
            shimmedBy: 'pictures',
            fix: `Set ${name}.crossOrigin = 'anonymous' before ${name}.src.`,
          },
        ]
      })
    }),
}

/** Whether a picture's source is the page's own: `data:`, `blob:`, or made from a Blob or a canvas. */
const isSameOrigin = (
  value: AstNode | undefined,
  initialValueOf: (name: string, offset: number) => AstNode | null,
  isOwn: (name: string, offset: number) => boolean,
): boolean => {
  const first = leftmost(value)
  if (first?.type === 'Identifier' && isOwn(String(first['name']), first.start)) return true
  const start = first?.type === 'Identifier' ? initialValueOf(String(first['name']), first.start) : first
  if (OWN_SCHEME.test(startOfString(start ?? undefined) ?? '')) return true
  const callee = start?.type === 'CallExpression' ? start['callee'] : null
  if (typeof callee !== 'object' || callee === null || !('property' in callee)) return false
  const { property } = callee
  return (
    typeof property === 'object' &&
    property !== null &&
    'name' in property &&
    (property.name === 'createObjectURL' || property.name === 'toDataURL')
  )
}

const OWN_SCHEME = /^(?:data|blob):/i

/** What a sum of texts begins with. */
const leftmost = (value: AstNode | undefined): AstNode | undefined => {
  let node = value
  while (node?.type === 'BinaryExpression' && node['operator'] === '+' && isNode(node['left']))
    node = node['left']
  return node
}
