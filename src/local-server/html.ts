/** HTML with every value escaped, unless it is HTML itself. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type HtmlValue = string | number | Html | readonly (Html | null)[] | null

/** A template whose values are escaped: ``html`<p>${text}</p>` ``. */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(parts.reduce((text, part, index) => `${text}${render(values[index - 1] ?? null)}${part}`))

const render = (value: HtmlValue): string => {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map((item: Html | null) => item?.text ?? '').join('')
  return escapeHtml(String(value))
}

/** Text as HTML, for element content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'\0]/g, (character) => ESCAPES[character] ?? '')

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // HTML has no reference for it.
  '\0': '\uFFFD',
}
