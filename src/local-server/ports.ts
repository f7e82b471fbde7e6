/** Where `miniapp dev` and the Vite plugin listen unless another port is given, or the next free one. */
export const SIMULATOR_PORT = 4848
/** Where `miniapp service` listens unless another port is given, or the next free one. */
export const SERVICE_PORT = 4747
/** The highest port there is. */
export const LAST_PORT = 65_535
