import type { Needs } from '../../facts/needs.js'
import { LoadedPictures } from '../../facts/script/loaded-pictures.js'
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

const USES: Needs = { script: { words: [...DRAWING.keys()] } }

export const taintedCanvas: FileRule = {
  id: 'script/tainted-canvas',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A script draws an image that was loaded without `crossorigin`.',
  why: 'The page has an opaque origin, so the image taints the canvas, and WebGL refuses it as a texture.',
  remedy: "Set `image.crossOrigin = 'anonymous'` before its `src`.",
  needs: [SCRIPTS, USES],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) =>
    (await file.scriptsUsing(USES)).flatMap(({ script, uses }) => {
      const pictures = new LoadedPictures(script.values)
      return uses.flatMap((use) => {
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
            ...script.part.place(offset),
            message: `${last}() gets ${which} loaded without crossOrigin: ${last.startsWith('tex') ? 'WebGL refuses it' : 'it taints the canvas, so its pixels cannot be read or shared'}.`,
            ...impactOfUse(last.startsWith('tex') ? 'throws' : 'nothing', use),
            shimmedBy: 'pictures' as const,
            fix: `Set ${name}.crossOrigin = 'anonymous' before ${name}.src.`,
          },
        ]
      })
    }),
}
