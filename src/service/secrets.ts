import { createHash } from 'node:crypto'

/** Where secrets and identifiers come from. */
export interface Randomness {
  /** Returns this many random bytes. */
  readonly random: (bytes: number) => Uint8Array
}

/** An unguessable secret: 256 bits. */
export const newSecret = ({ random }: Randomness): string => Buffer.from(random(32)).toString('base64url')

/** An identifier: 80 bits in easily readable letters. */
export const newId = ({ random }: Randomness, prefix: string): string => `${prefix}_${newName({ random })}`

/** 80 bits in letters and digits. */
export const newName = ({ random }: Randomness): string =>
  [...random(16)].map((byte) => ID_LETTERS[byte % ID_LETTERS.length]).join('')

const ID_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Secrets are stored as hashes, so that the data folder does not reveal a token. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
