import { wordsOfError } from '../platform/text.js'
import type { KeyStoreReply, KeyStoreRequest } from './token-store/key-store.js'

const SERVICE = 'miniapp'

const answer = async (input: string): Promise<KeyStoreReply> => {
  const { operation, account, secret } = JSON.parse(input) as KeyStoreRequest
  const { Entry } = await import('@napi-rs/keyring')
  // Not the kernel keyring, which is lost at restart.
  const entry = new Entry(SERVICE, account, { linux: { store: 'secret-service' } })
  switch (operation) {
    case 'get':
      return { ok: true, secret: entry.getPassword() }
    case 'set':
      entry.setPassword(secret)
      return entry.getPassword() === secret
        ? { ok: true, secret: null }
        : { ok: false, reason: 'it did not return what was stored' }
    case 'delete':
      entry.deletePassword()
      return { ok: true, secret: null }
  }
}

let input = ''
for await (const part of process.stdin.setEncoding('utf8')) input += part
const reply = await answer(input).catch(
  (error: unknown): KeyStoreReply => ({
    ok: false,
    reason: wordsOfError(error),
  }),
)
process.stdout.write(JSON.stringify(reply))
