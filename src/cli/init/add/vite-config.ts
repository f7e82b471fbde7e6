/** What became of a `vite.config`: with the plugin, with it already, or a text in which its place is not certain. */
export type WithPlugin =
  | { readonly outcome: 'added'; readonly text: string }
  | { readonly outcome: 'there' }
  | { readonly outcome: 'unclear' }

const SOURCE = 'miniapp/vite'

/**
 * Adds the plugin to a Vite configuration, and keeps everything else as it is written. As text: a TypeScript file does not
 * parse here. Where the list of plugins is not certain, nothing is changed.
 */
export const withPlugin = (text: string): WithPlugin => {
  if (text.includes(SOURCE)) return { outcome: 'there' }
  const opened = /\bmodule\.exports\b/.test(text) ? null : configStart(text)
  if (opened === null) return { outcome: 'unclear' }
  const named = [...text.matchAll(/\bplugins\s*(?::\s*|(?=[,}]))/g)]
  const list = named.find(({ index }) => index >= opened && isBalanced(text.slice(opened, index)))
  if (list === undefined) {
    if (named.some(({ 0: field }) => field.includes(':'))) return { outcome: 'unclear' }
    const rest = placed('plugins: [miniapp()],', text.slice(opened))
    return { outcome: 'added', text: withImport(text.slice(0, opened) + rest) }
  }
  const at = list.index + list[0].length
  if (text[at] === '[')
    return {
      outcome: 'added',
      text: withImport(`${text.slice(0, at + 1)}${placed('miniapp(),', text.slice(at + 1))}`),
    }
  // A list that is kept elsewhere: Vite takes lists in a list.
  const kept = list[0].includes(':') ? /^[\w$.]+(?=\s*[,}\n])/.exec(text.slice(at))?.[0] : 'plugins'
  if (kept === undefined) return { outcome: 'unclear' }
  const end = list[0].includes(':') ? at + kept.length : at
  return {
    outcome: 'added',
    text: withImport(`${text.slice(0, list.index)}plugins: [miniapp(), ${kept}]${text.slice(end)}`),
  }
}

/** A new configuration, for a project that has none. */
export const newConfig = (): string =>
  `import miniapp from '${SOURCE}'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [miniapp()] })\n`

/** Where the object of the configuration begins, after its brace; null where that is not certain. */
const configStart = (text: string): number | null => {
  const exported = /\bexport\s+default\s+([\w$]+)\s*(?:satisfies\b[^\n]*)?;?\s*$/.exec(text)?.[1]
  const before =
    exported === undefined
      ? 'export\\s+default'
      : `\\b(?:const|let|var)\\s+${exported.replace(/\$/g, '\\$')}\\s*(?::[^=]+)?=`
  const start = new RegExp(`${before}\\s+(?:defineConfig\\s*\\(\\s*)?(${FUNCTION})?\\{`).exec(text)
  if (start === null) return null
  const opened = start.index + start[0].length
  const isBody = start[1] !== undefined && !/\(\s*$/.test(start[1])
  if (!isBody) return opened
  // A function with a body: what its last line returns, where it returns in one place.
  const returned = [...text.slice(opened).matchAll(/\breturn\b\s*(\{)?/g)]
  const [only] = returned
  return returned.length === 1 && only?.[1] !== undefined ? opened + only.index + only[0].length : null
}

/** The head of a function that makes the configuration, up to the brace of its object or its body. */
const FUNCTION =
  '(?:async\\s+)?(?:function\\s*\\w*\\s*\\([^)]*\\)\\s*|(?:\\([^)]*\\)|\\w+)\\s*=>\\s*(?:\\(\\s*)?)'

/** An entry before the rest of a list or an object: on a line of its own where the rest begins on one. */
const placed = (entry: string, rest: string): string => {
  const line = /^[ \t]*(\r?\n[ \t]*)(?=[^\s\]}])/.exec(rest)
  if (line !== null) return `${line[1]}${entry}${rest}`
  const isEmpty = /^\s*[\]}]/.test(rest)
  if (isEmpty) return `${entry.replace(/,$/, '')}${rest}`
  return rest.startsWith(' ') ? ` ${entry}${rest}` : `${entry} ${rest}`
}

/** Adds the import before the first, in its quotes and with its end. */
const withImport = (text: string): string => {
  const first = /^import\b[^\n]*/m.exec(text)
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  if (first === null) return `import miniapp from '${SOURCE}'${newline}${newline}${text}`
  const quote = /from\s*"/.test(first[0]) ? '"' : "'"
  const end = /;\s*$/.test(first[0]) ? ';' : ''
  const line = `import miniapp from ${quote}${SOURCE}${quote}${end}${newline}`
  return `${text.slice(0, first.index)}${line}${text.slice(first.index)}`
}

/** Whether brackets that open in a text also close in it, so that what follows is at its level. */
const isBalanced = (text: string): boolean => {
  let depth = 0
  const code = text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
    '',
  )
  for (const character of code) {
    if ('{[('.includes(character)) depth += 1
    if ('}])'.includes(character)) depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}
