import { textsOf } from '../../facts/script/url-text.js'
import { impactOfUse } from './impact-of-use.js'
import { useRule } from './use-rule.js'

const TRANSFERS: ReadonlySet<string> = new Set(['dataTransfer', 'clipboardData'])

const PICKERS: ReadonlySet<string> = new Set([
  'showOpenFilePicker',
  'showSaveFilePicker',
  'showDirectoryPicker',
])

export const filePicker = useRule(
  {
    id: 'script/file-picker',
    level: 'warning',
    impact: 'degrades',
    section: '2.10',
    breach: 'A script creates a file input, opens a file picker, or reads dropped or pasted files.',
    why: 'File inputs and dropping or pasting files do not work in the sandbox.',
    remedy: 'Use `Service.pickImage` or `Service.pickVideo`.',
  },
  ['file', ...TRANSFERS, ...PICKERS],
  (use, script) => {
    const { names, global, kind, values } = use
    const last = names.at(-1) ?? ''
    const makesInput =
      kind === 'assign' && last === 'type' && names.length > 1 && textsOf(values[0], script).includes('file')
    // What is dropped or pasted: `event.dataTransfer.files`.
    const transfer = names[names.indexOf('files') - 1] ?? ''
    if (TRANSFERS.has(transfer) && kind !== 'test')
      return {
        message: `Files cannot be ${transfer === 'dataTransfer' ? 'dropped on' : 'pasted into'} a mini app.`,
      }
    if (!makesInput && !(global && kind === 'call' && PICKERS.has(last))) return null
    return {
      message: `${makesInput ? 'A file input' : `${last}()`} does not work in a mini app.`,
      ...impactOfUse(makesInput ? 'nothing' : 'rejects', use),
    }
  },
)
