/** The default port of `miniapp dev` and the Vite plugin; the next free one if it is in use. */
export const SIMULATOR_PORT = 4848
/** The default port of `miniapp service`; the next free one if it is in use. */
export const SERVICE_PORT = 4747
/** The default port of `miniapp docs --open`; the next free one if it is in use. */
export const DOCS_PORT = 4949
/** The highest port number. */
export const LAST_PORT = 65_535
