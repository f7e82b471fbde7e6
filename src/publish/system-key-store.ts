import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  type KeyStore,
  type KeyStoreReply,
  type KeyStoreRequest,
  KeyStoreUnreachable,
  keyStoreReply,
} from './token-store/key-store.js'

/**
 * Writing can fall back to a file, so it does not wait long; for reading, the user may have to unlock the
 * store.
 */
const WRITE_TIMEOUT_MS = 5_000
const READ_TIMEOUT_MS = 30_000

const NAMES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'the Keychain of this Mac',
  win32: 'the Windows Credential Manager',
  linux: "this desktop's key store (Secret Service)",
}

/**
 * Makes one call.
 * @throws if no answer came in time
 */
export type CallKeyStore = (request: KeyStoreRequest, timeoutMs: number) => Promise<KeyStoreReply>

/**
 * The system's key store, or null if it must not be used: in CI, over SSH or without a desktop session
 * (nobody could answer its prompts), with MINIAPP_KEYRING=0, or if the system has none.
 */
export const systemKeyStore = (
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  call: CallKeyStore = callInProcess,
): KeyStore | null => {
  const name = NAMES[platform]
  const isSet = (variable: string): boolean => (environment[variable] ?? '') !== ''
  if (name === undefined || isRefused(environment['MINIAPP_KEYRING'])) return null
  if (isSet('CI') || isSet('SSH_CONNECTION') || isSet('SSH_TTY')) return null
  if (platform === 'linux') {
    const hasDesktop = isSet('DISPLAY') || isSet('WAYLAND_DISPLAY')
    if (!(hasDesktop && isSet('DBUS_SESSION_BUS_ADDRESS'))) return null
  }
  const ask = async (request: KeyStoreRequest): Promise<string | null> => {
    let reply: KeyStoreReply
    try {
      reply = await call(request, request.operation === 'get' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS)
    } catch (error) {
      throw new KeyStoreUnreachable('it did not answer', { cause: error })
    }
    if (reply.ok) return reply.secret
    throw new KeyStoreUnreachable(reply.reason)
  }
  return {
    name,
    get: (account) => ask({ operation: 'get', account, secret: '' }),
    set: async (account, secret) => {
      await ask({ operation: 'set', account, secret })
    },
    delete: async (account) => {
      await ask({ operation: 'delete', account, secret: '' })
    },
  }
}

const isRefused = (value: string | undefined): boolean =>
  ['0', 'false', 'no', 'off'].includes((value ?? '').toLowerCase())

const callInProcess: CallKeyStore = (request, timeoutMs) =>
  new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL('../publish/key-store-process.js', import.meta.url))
    const child = spawn(process.execPath, [script], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', () => {
      try {
        resolve(keyStoreReply.parse(JSON.parse(output)))
      } catch (error) {
        // The process ended, or was ended, before it answered.
        reject(error)
      }
    })
    // A process that has exited does not read; its close event reports the failure.
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(request))
  })
