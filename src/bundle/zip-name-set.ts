import { flaw, type ZipFlaw } from './zip-faults.js'

/** The names so far: by exact name, by Unicode form, and as files against folders. */
export class NameSet {
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()
  readonly #exact = new Set<string>()

  /** What is wrong with one more name; null where nothing is. */
  add(name: string): ZipFlaw | null {
    const form = name.normalize('NFC')
    const isFolder = form.endsWith('/')
    const path = isFolder ? form.slice(0, -1) : form
    const said = this.#judge(name, path, isFolder)
    this.#exact.add(name)
    if (!isFolder) this.#files.add(path)
    for (let at = path.lastIndexOf('/'); at !== -1; at = path.lastIndexOf('/', at - 1)) {
      if (this.#folders.has(path.slice(0, at))) break
      this.#folders.add(path.slice(0, at))
    }
    if (isFolder) this.#folders.add(path)
    return said
  }

  #judge(name: string, path: string, isFolder: boolean): ZipFlaw | null {
    if (this.#exact.has(name))
      return duplicate('the zip has two entries of this name', 'Remove one of the two entries.')
    if (!isFolder && this.#files.has(path))
      return duplicate(
        'another entry has the same name in another Unicode form',
        'Rename one of the two files with letters, digits, _, - and dots.',
      )
    if (isFolder ? this.#files.has(path) : this.#folders.has(path))
      return duplicate('the name is both a file and a folder', 'Rename the file or the folder.')
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (this.#files.has(path.slice(0, at)))
        return duplicate('a part of its path is the name of a file', 'Rename the file or the folder.')
    return null
  }
}

const duplicate = (detail: string, fix: string): ZipFlaw => flaw('duplicate-entry', detail, fix)
