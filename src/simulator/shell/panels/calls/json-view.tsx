/** Longer text is truncated in the view; copying gives all of it. */
const MAX_CHARACTERS = 20_000

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** A value as indented JSON, with its types coloured. Everything is rendered as text, never as HTML. */
export const JsonView = ({ value }: { readonly value: unknown }) => {
  const whole = toPrettyJson(value)
  const json = whole.slice(0, MAX_CHARACTERS)
  const parts = []
  let end = 0
  for (const match of json.matchAll(TOKENS)) {
    if (match.index > end) parts.push(json.slice(end, match.index))
    const [text, string, colon, word] = match
    const kind =
      colon !== undefined ? 'key' : string !== undefined ? 'text' : word !== undefined ? 'word' : 'number'
    parts.push(
      <span key={match.index} class={`json-${kind}`}>
        {colon === undefined ? text : string}
      </span>,
    )
    if (colon !== undefined) parts.push(colon)
    end = match.index + text.length
  }
  parts.push(json.slice(end))
  return (
    <pre class="json">
      {parts}
      {whole.length > json.length && (
        <span class="muted">{`\n… ${(whole.length - json.length).toLocaleString('en')} more characters`}</span>
      )}
    </pre>
  )
}

/** The complete value, indented by two spaces. */
export const toPrettyJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? 'undefined'
