import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, extname, join, resolve } from 'node:path'
import type { Reference, Topic } from '../../docs/topic.js'
import { inDist } from '../../in-dist.js'
import { isOwnHost, LOOPBACK_HOSTS } from '../../local-server/host-guard.js'
import { listen } from '../../local-server/listen.js'
import type { CommandContext } from '../context.js'
import { untilAborted } from '../interruption.js'
import { SITE_POLICY } from './site/page.js'
import { docsSite, topicPath } from './site/site.js'

/** The files of the documentation's site: the reference, and the README files of the package. */
const readSite = async (reference: Reference): Promise<ReadonlyMap<string, string>> => {
  const [script = '', style = '', icon = ''] = await Promise.all(
    ['docs-page.js', 'docs-page.css', 'icon.svg'].map((name) =>
      readFile(join(inDist('shell'), name), 'utf8'),
    ),
  )
  const read = (file: string): Promise<string> => readFile(join(inDist('shell'), '../..', file), 'utf8')
  return docsSite(reference, { read, script, style, icon })
}

/** Writes the site into a folder, for any host of static files. */
export const writeSite = async (
  reference: Reference,
  output: string,
  { cwd, note }: CommandContext,
): Promise<void> => {
  const folder = resolve(cwd, output)
  const files = await readSite(reference)
  for (const path of files.keys()) await mkdir(dirname(join(folder, path)), { recursive: true })
  await Promise.all([...files].map(([path, text]) => writeFile(join(folder, path), text)))
  note(`Documentation: ${join(output, 'index.html')} (search works only on a web server)`)
}

/** Serves the site until it is interrupted, and opens it at a topic. */
export const openSite = async (
  reference: Reference,
  topic: Topic | null,
  port: number,
  { interrupted, note, out, environment, openBrowser }: CommandContext,
): Promise<void> => {
  const files = await readSite(reference)
  const server = await listen((request, response) => answer(files, request, response), port)
  try {
    const url = `http://localhost:${server.port}/${topic === null ? '' : `${topicPath(topic.id)}.html`}`
    out(`${url}\n`)
    note('Press Ctrl-C to stop.')
    if (!(await openBrowser(url))) {
      note('Could not open a browser. Open the URL above yourself.')
      if ((environment['SSH_CONNECTION'] ?? '') !== '')
        note(
          `Over SSH, forward the port first: ssh -L ${server.port}:localhost:${server.port} HOST. Or save the pages: miniapp docs --format html --output docs`,
        )
    }
    await untilAborted(interrupted)
  } finally {
    await server.stop()
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** The files of the site are the only things that this server has. */
const answer = (
  files: ReadonlyMap<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): void => {
  const refuse = (status: number, text: string): void => {
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
  }
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const path = pathname === '/' ? 'index.html' : pathname.slice(1)
  const text = files.get(path)
  if (!isOwnHost(request.headers.host, LOOPBACK_HOSTS))
    refuse(403, 'This host name is not allowed. Open the URL that the command printed.')
  else if (request.method !== 'GET' && request.method !== 'HEAD') refuse(405, 'Only GET is supported.')
  else if (text === undefined) refuse(404, 'This page does not exist. The documentation is at /.')
  else
    response
      .writeHead(200, {
        'Content-Type': `${TYPES[extname(path)] ?? 'text/plain'}; charset=utf-8`,
        'Content-Length': Buffer.byteLength(text),
        'Content-Security-Policy': SITE_POLICY,
        'Cross-Origin-Resource-Policy': 'same-origin',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
      })
      .end(request.method === 'HEAD' ? undefined : text)
}
