import { stringOf } from '../../facts/script-uses.js'
import type { FileRule } from '../../rule.js'

export const taintedCanvas: FileRule = {
  id: 'script/tainted-canvas',
  level: 'warning',
  section: '2.10',
  breach: 'A script draws a picture that was loaded without `crossorigin`.',
  why: 'The page has an opaque origin, so the picture taints a canvas, and WebGL refuses it as a texture.',
  mend: "Set `image.crossOrigin = 'anonymous'` before its `src`.",
  appliesTo: ({ isHtml, isScript }) => isHtml || isScript,
  checkFile: async (file) =>
    (await file.parsedScripts()).flatMap(({ part, uses }) => {
      const loaded = new Set<string>()
      const safe = new Set<string>()
      for (const { names, kind, values } of uses) {
        const target = names.slice(0, -1).join('.')
        const last = names.at(-1)
        if (kind === 'assign' && last === 'src' && !/^(data|blob):/i.test(stringOf(values[0]) ?? ''))
          loaded.add(target)
        if (kind === 'assign' && last === 'crossOrigin') safe.add(target)
        if (
          kind === 'call' &&
          last === 'setAttribute' &&
          stringOf(values[0])?.toLowerCase() === 'crossorigin'
        )
          safe.add(target)
      }
      return uses.flatMap(({ names, kind, values, offset }) => {
        const last = names.at(-1) ?? ''
        const at = DRAWING.get(last)
        if (kind !== 'call' || at === undefined || names.length < 2) return []
        const picture = at === 'last' ? values.at(-1) : values[0]
        const name = picture?.type === 'Identifier' ? String(picture['name']) : null
        if (name === null || !loaded.has(name) || safe.has(name)) return []
        return [
          {
            file: file.path,
            ...part.place(offset),
            message: `${last}() gets ${name}, which is loaded without crossOrigin: ${last.startsWith('tex') ? 'WebGL refuses it' : 'it taints the canvas, so its pixels cannot be read or shared'}.`,
            fix: `Set ${name}.crossOrigin = 'anonymous' before ${name}.src.`,
          },
        ]
      })
    }),
}

/** Which argument of a drawing call is the picture. */
const DRAWING: ReadonlyMap<string, 'first' | 'last'> = new Map(
  Object.entries({
    drawImage: 'first',
    createPattern: 'first',
    texImage2D: 'last',
    texSubImage2D: 'last',
  }),
)
