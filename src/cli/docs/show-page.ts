import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reference, Topic } from '../../docs/topic.js'
import { isOwnHost, LOOPBACK_HOSTS } from '../../local-server/host-guard.js'
import { listen } from '../../local-server/listen.js'
import type { CommandContext } from '../context.js'
import { untilAborted } from '../interruption.js'
import { type DocsPage, docsPage } from './docs-page.js'

interface PageOptions {
  readonly open: boolean
  readonly port: number
}

/** Prints the reference as one page, or serves it until it is interrupted and opens it at a topic. */
export const showPage = async (
  reference: Reference,
  topic: Topic | null,
  { open, port }: PageOptions,
  context: CommandContext,
): Promise<void> => {
  const page = await docsPage(reference, topic)
  if (!open) {
    context.out(page.html)
    return
  }
  const { interrupted, note, out, environment } = context
  const server = await listen((request, response) => answer(page, request, response), port)
  try {
    const url = `http://localhost:${server.port}/${topic === null ? '' : `#${topic.id}`}`
    out(`${url}\n`)
    note('Press Ctrl-C to stop.')
    if (!(await context.openBrowser(url))) {
      note('Could not open a browser. Open the URL above yourself.')
      if ((environment['SSH_CONNECTION'] ?? '') !== '')
        note(
          `Over SSH, forward the port first: ssh -L ${server.port}:localhost:${server.port} HOST. Or save the page: miniapp docs --format html > docs.html`,
        )
    }
    await untilAborted(interrupted)
  } finally {
    await server.stop()
  }
}

/** The page is the only thing that this server has. */
const answer = ({ html, policy }: DocsPage, request: IncomingMessage, response: ServerResponse): void => {
  const refuse = (status: number, text: string): void => {
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
  }
  if (!isOwnHost(request.headers.host, LOOPBACK_HOSTS))
    refuse(403, 'This host name is not allowed. Open the URL that the command printed.')
  else if (request.method !== 'GET' && request.method !== 'HEAD') refuse(405, 'Only GET is possible.')
  else if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/')
    refuse(404, 'This page does not exist. The reference is at /.')
  else
    response
      .writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': Buffer.byteLength(html),
        'Content-Security-Policy': policy,
        'Cross-Origin-Resource-Policy': 'same-origin',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
      })
      .end(request.method === 'HEAD' ? undefined : html)
}
