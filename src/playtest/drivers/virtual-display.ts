import type { Readable } from 'node:stream'
import { Failure } from '../../failure.js'
import { type BrowserSystem, startProcess } from './browser-process.js'

/** A screen in memory. */
export interface VirtualDisplay {
  /** For `DISPLAY`: `:99`. */
  readonly name: string
  readonly stop: () => Promise<void>
}

/**
 * Starts Xvfb, for browsers that cannot run without a display.
 * @param signal ends it
 * @throws {Failure} `usage` if it is not installed
 */
export const startVirtualDisplay = async (
  platform: BrowserSystem['platform'],
  signal: AbortSignal,
): Promise<VirtualDisplay> => {
  // It chooses a free number itself, and writes it to the third file once it listens.
  const xvfb = startProcess(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '3200x2600x24', '-nolisten', 'tcp'],
    platform,
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], signal },
  )
  const number = await Promise.race([firstLine(xvfb.third), xvfb.failed.catch(() => null)])
  signal.throwIfAborted()
  if (number === null)
    throw new Failure(
      'usage',
      'WebKit needs a display, and this machine has none.',
      'Install Xvfb (on Debian the package xvfb), which miniapp then starts, or set DISPLAY.',
    )
  return { name: `:${number}`, stop: xvfb.stop }
}

const firstLine = async (output: Readable | null): Promise<string | null> => {
  let text = ''
  for await (const piece of output ?? []) {
    text += String(piece)
    if (text.includes('\n')) return text.trim()
  }
  return null
}
