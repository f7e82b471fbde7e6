/** The Latin letters and digits of a text, in lower case, with `-` between its words; empty where it has none. */
export const latinWords = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** The last part of an app's address, `{site_url}/apps/<slug>` (4.4), from its name. */
export const slugOf = (name: string): string => latinWords(name) || 'app'
