/** The version of this tool, as package.json has it; the build writes it in. */
declare const __MINIAPP_VERSION__: string | undefined

export const VERSION: string = typeof __MINIAPP_VERSION__ === 'string' ? __MINIAPP_VERSION__ : '0.0.0-source'
