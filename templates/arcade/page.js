// What several parts use: the elements of index.html, and the code of a failed call.

/* exported button, codeOf -- other scripts of the page use them. */

/** @param {string} id */
const byId = (id) => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}.`)
  return found
}

/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (byId(id))

/**
 * The code of a rejected SDK call, such as `BUSY`.
 * @param {unknown} error
 */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : '')
