/**
 * The extensions that a bundle may contain (2.9), how each is served, and whether it is text. The extension decides how a
 * file is served.
 */
export interface FileType {
  /** The Content-Type that the file is served with. */
  readonly contentType: string
  /** Text types must be valid UTF-8 (2.9). */
  readonly text: boolean
}

const text = (contentType: string): FileType => ({ contentType: `${contentType}; charset=utf-8`, text: true })
const binary = (contentType: string): FileType => ({ contentType, text: false })

/** By lower-case extension, in the document's order. */
export const FILE_TYPES = {
  html: text('text/html'),
  htm: text('text/html'),
  js: text('text/javascript'),
  mjs: text('text/javascript'),
  css: text('text/css'),
  json: text('application/json'),
  map: text('application/json'),
  txt: text('text/plain'),
  csv: text('text/csv'),
  svg: text('image/svg+xml'),
  png: binary('image/png'),
  jpg: binary('image/jpeg'),
  jpeg: binary('image/jpeg'),
  gif: binary('image/gif'),
  webp: binary('image/webp'),
  avif: binary('image/avif'),
  ico: binary('image/x-icon'),
  mp3: binary('audio/mpeg'),
  m4a: binary('audio/mp4'),
  ogg: binary('audio/ogg'),
  oga: binary('audio/ogg'),
  opus: binary('audio/ogg'),
  wav: binary('audio/wav'),
  mp4: binary('video/mp4'),
  webm: binary('video/webm'),
  woff: binary('font/woff'),
  woff2: binary('font/woff2'),
  ttf: binary('font/ttf'),
  otf: binary('font/otf'),
  wasm: binary('application/wasm'),
  glb: binary('model/gltf-binary'),
  gltf: text('model/gltf+json'),
  bin: binary('application/octet-stream'),
  data: binary('application/octet-stream'),
} as const satisfies Record<string, FileType>

/** An allowed extension, in lower case. */
export type Extension = keyof typeof FILE_TYPES

/** The extension of a bundle path in lower case if the platform allows it, else null. */
export const extensionOf = (path: string): Extension | null => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  if (dot <= 0) return null
  const extension = name.slice(dot + 1).toLowerCase()
  return Object.hasOwn(FILE_TYPES, extension) ? (extension as Extension) : null
}

/** Whether the platform allows a file of this path, and takes it for text. */
export const isTextFile = (path: string): boolean => {
  const extension = extensionOf(path)
  return extension !== null && FILE_TYPES[extension].text
}

/** Whether the platform allows a file of this path, and takes it for bytes. */
export const isBinaryFile = (path: string): boolean => extensionOf(path) !== null && !isTextFile(path)

/** A part of a bundle path (2.9): without a leading dot, which excludes `..`, and without colon, backslash, slash or NUL. */
const PATH_PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

export const isAllowedPathPart = (part: string): boolean => PATH_PART.test(part)
