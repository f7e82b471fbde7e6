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
  const start = CONFIG.exec(text)
  if (start === null || /\bmodule\.exports\b/.test(text)) return { outcome: 'unclear' }
  const opened = start.index + start[0].length
  const named = [...text.matchAll(/\bplugins\s*:\s*/g)]
  const list = named.find(({ index }) => index >= opened && isBalanced(text.slice(opened, index)))
  if (list === undefined && named.length > 0) return { outcome: 'unclear' }
  if (list !== undefined && text[list.index + list[0].length] !== '[') return { outcome: 'unclear' }
  const at = list === undefined ? opened : list.index + list[0].length + 1
  const entry = list === undefined ? 'plugins: [miniapp()],' : 'miniapp(),'
  return { outcome: 'added', text: withImport(`${text.slice(0, at)}${placed(entry, text.slice(at))}`) }
}

/** A new configuration, for a project that has none. */
export const newConfig = (): string =>
  `import miniapp from '${SOURCE}'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [miniapp()] })\n`

/** Where the object of the configuration begins. */
const CONFIG = /\bexport\s+default\s+(?:defineConfig\s*\(\s*)?\{/

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
