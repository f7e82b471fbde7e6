import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** A server for files as any host of pages is: types by extension, no policy, cookies and storage. */
export interface PlainServer {
  /** Ends in a slash. */
  readonly url: string
  stop(): Promise<void>
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  gif: 'image/gif',
  wasm: 'application/wasm',
  wav: 'audio/wav',
}

/** Serves a folder on a free port of this machine. */
export const servePlainly = async (folder: string): Promise<PlainServer> => {
  const server = createServer(async (request, response) => {
    // Normalized by the URL parser, so that it stays in the folder.
    const { pathname } = new URL(request.url ?? '/', 'http://localhost/')
    const named = join(folder, decodeURIComponent(pathname))
    const path = await stat(named).then(
      (found) => (found.isDirectory() ? join(named, 'index.html') : named),
      () => named,
    )
    const bytes = await readFile(path).catch(() => null)
    const type = TYPES[extname(path).slice(1).toLowerCase()] ?? 'application/octet-stream'
    response.writeHead(bytes === null ? 404 : 200, { 'content-type': type })
    response.end(bytes)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
