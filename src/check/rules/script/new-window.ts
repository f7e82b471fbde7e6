import { useRule } from './use-rule.js'

export const newWindow = useRule(
  {
    id: 'script/new-window',
    level: 'warning',
    section: '2.10',
    breach: 'A script opens a window.',
    why: 'Pop-ups and leaving the page do not work in the sandbox.',
    mend: 'Show the content in the page itself.',
  },
  ({ names, global, kind }) =>
    global && kind === 'call' && names.length === 1 && names[0] === 'open'
      ? { message: 'window.open() does not work in a mini app.', fix: 'Show the content in the page itself.' }
      : null,
)
