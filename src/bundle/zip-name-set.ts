/** The names so far: by exact name, by Unicode form, and as files against folders. */
export class NameSet {
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()
  readonly #exact = new Set<string>()

  /** What is wrong with one more name; null where nothing is. */
  add(name: string): string | null {
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

  #judge(name: string, path: string, isFolder: boolean): string | null {
    if (this.#exact.has(name)) return 'the zip has two entries of this name'
    if (!isFolder && this.#files.has(path)) return 'another entry has the same name in another Unicode form'
    if (isFolder ? this.#files.has(path) : this.#folders.has(path))
      return 'the name is both a file and a folder'
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (this.#files.has(path.slice(0, at))) return 'a part of its path is the name of a file'
    return null
  }
}
