const said = new Set<string>()

/** Writes a line to the console. */
export const say = (text: string): void => {
  // biome-ignore lint/suspicious/noConsole: the console is where the app's developer looks
  console.info(`browser-shim: ${text}`)
}

/** Writes a line to the console, the first time only. */
export const sayOnce = (text: string): void => {
  if (said.has(text)) return
  said.add(text)
  say(text)
}
