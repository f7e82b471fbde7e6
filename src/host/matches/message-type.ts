/** Fields whose text says what a message is. */
export const NAME_FIELDS = ['type', 't', 'kind', 'k', 'event', 'e', 'action', 'a', 'op', 'cmd', 'name', 'msg']

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a message is, in a few words: the text that names it, or its fields. */
export const messageType = (message: unknown): string => {
  const [first] = Array.isArray(message) ? (message as readonly unknown[]) : []
  if (typeof first === 'string') return shortened(first)
  if (Array.isArray(message)) return 'array'
  if (message === null) return 'null'
  if (!isObject(message)) return typeof message
  for (const field of NAME_FIELDS) {
    const name = Object.hasOwn(message, field) ? message[field] : undefined
    if (typeof name === 'string' && name !== '') return shortened(name)
  }
  const fields = Object.keys(message)
  return fields.length === 0 ? '{}' : `{ ${shortened(fields.join(', '))} }`
}

const MOST_CHARACTERS = 40

const shortened = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
