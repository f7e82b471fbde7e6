import { useRule, whereNullIsRead } from './use-rule.js'

const DIALOGS: ReadonlySet<string> = new Set(['alert', 'confirm', 'prompt', 'print'])

export const dialog = useRule(
  {
    id: 'script/dialog',
    level: 'warning',
    impact: 'degrades',
    section: '2.10',
    breach: 'A script calls alert, confirm, prompt or print.',
    why: 'The sandbox does not show these dialogs: the call returns immediately.',
    remedy:
      'Show the text in the page itself, or add the browser shim with `miniapp init --shim`, which writes it to the log.',
  },
  DIALOGS,
  (use, script) => {
    const { names, global, kind } = use
    const [name = '', ...more] = names
    if (!global || kind !== 'call' || more.length > 0 || !DIALOGS.has(name)) return null
    const isAnswered = use.answer === 'used' && (name === 'confirm' || name === 'prompt')
    return whereNullIsRead(
      {
        message: `${name}() has no effect in a mini app.`,
        ...(isAnswered ? { withheld: 'answer' as const } : {}),
      },
      name,
      use,
      script,
    )
  },
)
