import { parse } from 'parse5'

/** @typedef {import('parse5').DefaultTreeAdapterTypes.ChildNode} Node */

/** Where all pages are found from; nothing leads to the second without a sign-in. */
const ENTRANCES = ['/home', '/device']

/**
 * The milliseconds of every page that links lead to, from a request to the last byte of its answer.
 * @param {string} baseUrl
 * @returns {Promise<ReadonlyMap<string, number>>}
 */
export const timesOfPages = async (baseUrl) => {
  /** @type {Map<string, number>} */
  const times = new Map()
  const found = new Set(ENTRANCES)
  // A set that grows while it is walked is walked to its end.
  for (const path of found) {
    const before = performance.now()
    const answer = await fetch(`${baseUrl}${path}`)
    const text = await answer.text()
    const ms = performance.now() - before
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    times.set(path, ms)
    for (const address of linksIn(parse(text).childNodes)) {
      const url = new URL(address, `${baseUrl}${path}`)
      if (url.origin === baseUrl) found.add(`${url.pathname}${url.search}`)
    }
  }
  return times
}

/**
 * @param {readonly Node[]} nodes
 * @returns {string[]}
 */
const linksIn = (nodes) =>
  nodes.flatMap((node) => {
    if (!('tagName' in node)) return []
    const address = node.tagName === 'a' ? node.attrs.find(({ name }) => name === 'href') : undefined
    return [...(address === undefined ? [] : [address.value]), ...linksIn(node.childNodes)]
  })
