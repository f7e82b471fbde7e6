import { cssPiece } from './css.mjs'
import { drawingPieces } from './drawings.mjs'
import { pagePieces } from './pages.mjs'
import { Probes } from './probes.mjs'
import { Random } from './random.mjs'

/** @typedef {'page' | 'drawing' | 'sheet'} Kind */

/** @type {readonly Kind[]} */
export const KINDS = ['page', 'drawing', 'sheet']

/**
 * One hostile input: its text is that of its pieces, concatenated.
 * @typedef {{ readonly kind: Kind, readonly index: number, readonly pieces: readonly string[] }} Case
 */

/**
 * @param {number} seed
 * @param {number} index
 * @param {Kind} kind
 * @returns {Case}
 */
export const makeCase = (seed, index, kind) => {
  const random = new Random(Math.imul(seed, 1_000_003) + Math.imul(index, 7_919))
  const probes = new Probes(random, index)
  if (kind === 'page') return { kind, index, pieces: pagePieces(random, probes) }
  if (kind === 'drawing') return { kind, index, pieces: drawingPieces(random, probes) }
  return { kind, index, pieces: random.list(1, 9, () => cssPiece(random, probes)) }
}

/** @param {Case} one */
export const textOf = ({ pieces }) => pieces.join('')

/**
 * The files of a case. The browser opens the first.
 * @param {Case} one
 * @returns {Record<string, string>}
 */
export const filesOf = (one) => {
  const text = textOf(one)
  if (one.kind === 'page') return { 'index.html': text }
  if (one.kind === 'drawing') return { 'index.svg': text }
  return {
    'index.html': '<!doctype html><link rel="stylesheet" href="a.css"><p class="x" title="a">text</p>',
    'a.css': text,
  }
}
