import { isSameThing } from '../../facts/script/listeners.js'
import { type AstNode, fieldOf, isNode } from '../../facts/script/node.js'
import { elementsOf, textsOf } from '../../facts/script/url-text.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { ScriptValues } from '../../facts/script/values.js'
import { useRule } from './use-rule.js'

export const download = useRule(
  {
    id: 'script/download',
    level: 'warning',
    impact: 'degrades',
    section: '2.10',
    breach: 'A script downloads a file.',
    why: 'The sandbox does not allow downloads: nothing is saved.',
    remedy: 'Show the content in the page. Users can share an image with `Service.share`.',
  },
  ['download', 'setAttribute', 'assign'],
  (use, script) => {
    const { names, kind, values } = use
    const last = names.at(-1) ?? ''
    const isDownload =
      (kind === 'assign' && last === 'download' && names.length > 1 && isLink(use, script)) ||
      (kind === 'call' &&
        ((last === 'setAttribute' && names.length > 1 && isDownloadOnly(values[0], script)) ||
          (names.join('.') === 'Object.assign' &&
            isLinkElement(values[0], script) &&
            isNode(fieldOf(values[1], 'download')))))
    return isDownload
      ? {
          message: 'This download does nothing: a mini app cannot download files.',
        }
      : null
  },
)

/** Whether an attribute is `download` and no other: React sets each of a list by the same call. */
const isDownloadOnly = (name: AstNode | undefined, script: ScriptValues): boolean =>
  name !== undefined &&
  script.of(name).length === 1 &&
  textsOf(name, script).some((text) => text.toLowerCase() === 'download')

/** Whether what gets a `download` is a link: it is made as one, or gets an address or a click too. */
const isLink = ({ object }: ScriptUse, script: ScriptValues): boolean => {
  if (object === null) return false
  if (isLinkElement(object, script)) return true
  const { writes, callsByName } = script.model
  const isSame = (other: unknown): boolean => isSameThing(object, other, script)
  return (
    (writes.fields.get('href') ?? []).some((write) => isSame(write.object)) ||
    (callsByName.get('click') ?? []).some(({ callee }) => isNode(callee) && isSame(callee['object']))
  )
}

const isLinkElement = (value: AstNode | undefined, script: ScriptValues): boolean =>
  elementsOf(value, script).includes('a')
