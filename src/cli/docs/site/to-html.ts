import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '../../../local-server/html.js'

export interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

export interface RenderedText {
  readonly html: string
  readonly headings: readonly Heading[]
}

/**
 * Markdown as HTML. What is HTML in it is shown as text.
 * @param address where a link of the text leads on this page
 */
export const toHtml = (markdown: string, address: (href: string) => string): RenderedText => {
  const headings: Heading[] = []
  const marked = new Marked({
    gfm: true,
    // An address in a sentence is an example.
    tokenizer: { url: () => undefined },
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const text = plainText(tokens)
        const same = headings.filter((heading) => slug(heading.text) === slug(text)).length
        const id = same === 0 ? slug(text) : `${slug(text)}-${same}`
        headings.push({ id, text, depth })
        const words = this.parser.parseInline(tokens)
        const link =
          depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a>`
        return `<h${depth} id="${escapeHtml(id)}">${words}${link}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${escapeHtml(address(href))}">${this.parser.parseInline(tokens)}</a>`
      },
      // What scrolls must be reachable by keyboard; WCAG 2.1.1.
      code: ({ text }: Tokens.Code): string => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      table({ header, rows }: Tokens.Table): string {
        const row = (cells: readonly Tokens.TableCell[], name: string): string =>
          `<tr>${cells.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join('')}</tr>`
        return `<div class="table" tabindex="0"><table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag): string => escapeHtml(text),
    },
  })
  return { html: marked.parse(markdown, { async: false }), headings }
}

/** The anchor of a heading, as GitHub makes it, so that links in README files lead to it. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** The words of a piece of Markdown. */
export const wordsOf = (markdown: string): string => plainText(new Marked().lexer(markdown)).trim()

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'table')
        return [token['header'], ...token['rows']]
          .map((cells: readonly Tokens.TableCell[]) => cells.map(({ text }) => text).join(' '))
          .join('\n')
      if (token.type === 'list')
        return `${token['items'].map((item: Tokens.ListItem) => plainText(item.tokens)).join('\n')}\n`
      const text =
        'tokens' in token && token.tokens !== undefined
          ? plainText(token.tokens)
          : 'text' in token
            ? String(token['text'])
            : ''
      return token.type === 'paragraph' || token.type === 'code' ? `${text}\n` : text
    })
    .join('')
