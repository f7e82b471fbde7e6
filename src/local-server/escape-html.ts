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
