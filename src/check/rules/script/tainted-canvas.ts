import type { Needs } from '../../facts/needs.js'
import { unwrap } from '../../facts/script/chains.js'
import { isSameThing } from '../../facts/script/listeners.js'
import { LoadedPictures } from '../../facts/script/loaded-pictures.js'
import { memberName } from '../../facts/script/node.js'
import { SCRIPTS } from '../../facts/script/part.js'
import type { ScriptCall } from '../../facts/script/script-parts.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { ScriptValues } from '../../facts/script/values.js'
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

/** What reads a canvas by its context, or by itself: it throws where the canvas is tainted. */
const READING: ReadonlySet<string> = new Set(['getImageData', 'toDataURL', 'toBlob'])

const USES: Needs = { script: { words: [...DRAWING.keys()] } }

/** The calls that read a canvas, by it or its context, after something is drawn on it in the same function. */
const readingsAfter = ({ object, offset }: ScriptUse, script: ScriptValues): readonly ScriptCall[] => {
  const { model } = script
  const fn = model.functionAt(offset)
  // While a script runs first, no picture has loaded.
  if (fn === model.main) return []
  const writes =
    object?.type === 'MemberExpression'
      ? model.writes.fields.get(memberName(object) ?? '')
      : object?.type === 'Identifier'
        ? model.variableOf(object)?.writes
        : undefined
  // The context itself, as in `canvas.getContext('2d').drawImage(…)`, or what it was set to.
  const canvases = [object, ...(writes ?? []).map(({ value }) => value)].flatMap((context) => {
    const callee = context?.type === 'CallExpression' ? unwrap(context['callee']) : null
    return callee?.type === 'MemberExpression' && memberName(callee) === 'getContext' ? callee['object'] : []
  })
  // A canvas that gets a size is empty.
  const emptied = ['width', 'height'].flatMap((name) =>
    (model.writes.fields.get(name) ?? []).flatMap(({ target: { start } }) =>
      start > offset && model.functionAt(start) === fn ? [start] : [],
    ),
  )
  return fn.calls.filter(({ node }) => {
    if (emptied.some((start) => start < node.start)) return false
    const callee = node.start > offset ? unwrap(node['callee']) : null
    return (
      callee?.type === 'MemberExpression' &&
      READING.has(memberName(callee) ?? '') &&
      [object, ...canvases].some((one) => isSameThing(one, callee['object'], script))
    )
  })
}

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
        const { drawn, loaded: name, isFile } = found
        const fix = `Set ${name}.crossOrigin = 'anonymous' before ${name}.src.`
        const readings = last === 'drawImage' && isFile ? readingsAfter(use, script.values) : []
        const which = drawn === name ? `${name}, which is` : `${drawn}: the image in ${name} is`
        return [
          {
            file: file.path,
            ...script.part.place(offset),
            message: `${last}() gets ${which} loaded without crossOrigin: ${last.startsWith('tex') ? 'WebGL refuses it' : 'it taints the canvas, so its pixels cannot be read or shared'}.`,
            ...impactOfUse(last.startsWith('tex') && isFile ? 'throws' : 'nothing', use),
            shimmedBy: 'pictures' as const,
            fix,
          },
          ...readings.map((call) => ({
            file: file.path,
            ...script.part.place(call.node.start),
            message: `${memberName(unwrap(call.node['callee']) ?? call.node) ?? ''}() throws: ${name} was loaded without crossOrigin, and taints the canvas.`,
            ...impactOfUse('throws', call),
            shimmedBy: 'pictures' as const,
            fix,
          })),
        ]
      })
    }),
}
