/*! Values as bytes: what structured clone takes and a saved game has. */

/** The kinds of values. Their order is that of the numbers in what people have saved: new ones come last. */
const KINDS = [
  'undefined',
  'null',
  'true',
  'false',
  'whole',
  'number',
  'text',
  'units',
  'big',
  'date',
  'pattern',
  'array',
  'object',
  'map',
  'set',
  'buffer',
  'view',
  'blob',
  'again',
] as const

type Kind = (typeof KINDS)[number]

const VIEWS: readonly string[] = [
  'Uint8Array',
  'Int8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'DataView',
]

/** Why a value is not kept: an object of a kind that is not here, more bytes than allowed, or no room for them. */
export class NotKept extends Error {
  declare readonly message: 'kind' | 'size' | 'full'
}

/** Bytes that are written one after the other. @param limit more than so many throw `NotKept` */
export const createWriter = (limit: number) => {
  let bytes = new Uint8Array(256)
  let length = 0
  const room = (count: number): number => {
    const at = length
    length += count
    if (length > limit) throw new NotKept('size')
    if (length > bytes.length) {
      const larger = new Uint8Array(Math.max(length, 2 * bytes.length))
      larger.set(bytes)
      bytes = larger
    }
    return at
  }
  return {
    byte: (value: number): void => {
      const at = room(1)
      bytes[at] = value
    },
    /** A whole number from 0, seven bits a byte. */
    count: (value: number): void => {
      let rest = value
      for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) {
        const at = room(1)
        bytes[at] = (rest % 0x80) | 0x80
      }
      const at = room(1)
      bytes[at] = rest
    },
    number: (value: number): void => {
      const at = room(8)
      new DataView(bytes.buffer).setFloat64(at, value)
    },
    all: (added: Uint8Array): void => {
      const at = room(added.length)
      bytes.set(added, at)
    },
    taken: (): Uint8Array<ArrayBuffer> => bytes.slice(0, length),
  }
}

type Writer = ReturnType<typeof createWriter>

/** @throws {RangeError} where the bytes end too soon */
export const createReader = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const byte = (): number => view.getUint8(at++)
  const all = (length: number): Uint8Array<ArrayBuffer> => {
    if (at + length > bytes.length) throw new RangeError('The bytes end too soon.')
    at += length
    return bytes.slice(at - length, at)
  }
  return {
    byte,
    count: (): number => {
      let value = 0
      for (let factor = 1; ; factor *= 0x80) {
        const next = byte()
        value += (next & 0x7f) * factor
        if (next < 0x80) return value
      }
    },
    number: (): number => {
      at += 8
      return view.getFloat64(at - 8)
    },
    all,
    at: (): number => at,
  }
}

type Reader = ReturnType<typeof createReader>

/**
 * Writes a value.
 * @param bytesOf what is in a Blob, as far as it is read
 * @throws {NotKept}
 */
export const writeValue = (writer: Writer, value: unknown, bytesOf: (blob: Blob) => Uint8Array): void => {
  const seen = new Map<object, number>()
  const kind = (name: Kind): void => writer.byte(KINDS.indexOf(name))
  const block = (bytes: Uint8Array): void => {
    writer.count(bytes.length)
    writer.all(bytes)
  }
  const text = (one: string): void => block(new TextEncoder().encode(one))
  const fields = (object: object): void => {
    const names = Object.keys(object)
    writer.count(names.length)
    for (const name of names) {
      write(name)
      write(Reflect.get(object, name))
    }
  }
  const writeText = (one: string): void => {
    // UTF-8 has no halves of surrogate pairs.
    if (!/\p{Surrogate}/u.test(one)) {
      kind('text')
      text(one)
      return
    }
    kind('units')
    writer.count(one.length)
    for (let index = 0; index < one.length; index++) writer.count(one.charCodeAt(index))
  }
  const writeNumber = (one: number): void => {
    if (Number.isSafeInteger(one) && !Object.is(one, -0)) {
      kind('whole')
      writer.byte(one < 0 ? 1 : 0)
      writer.count(Math.abs(one))
    } else {
      kind('number')
      writer.number(one)
    }
  }
  const writeObject = (object: object): void => {
    const before = seen.get(object)
    if (before !== undefined) {
      kind('again')
      writer.count(before)
      return
    }
    seen.set(object, seen.size)
    if (Array.isArray(object)) {
      kind('array')
      writer.count(object.length)
      fields(object)
    } else if (object instanceof Date) {
      kind('date')
      writer.number(object.getTime())
    } else if (object instanceof RegExp) {
      kind('pattern')
      text(object.source)
      text(object.flags)
    } else if (object instanceof Map) {
      kind('map')
      writer.count(object.size)
      for (const [key, one] of object) {
        write(key)
        write(one)
      }
    } else if (object instanceof Set) {
      kind('set')
      writer.count(object.size)
      for (const one of object) write(one)
    } else if (object instanceof ArrayBuffer) {
      kind('buffer')
      block(new Uint8Array(object))
    } else if (ArrayBuffer.isView(object)) {
      const name = VIEWS.indexOf(Object.prototype.toString.call(object).slice(8, -1))
      if (name === -1) throw new NotKept('kind')
      kind('view')
      writer.byte(name)
      block(new Uint8Array(object.buffer, object.byteOffset, object.byteLength))
    } else if (object instanceof Blob) {
      kind('blob')
      text(object.type)
      text(object instanceof File ? object.name : '')
      block(bytesOf(object))
    } else {
      const prototype: unknown = Object.getPrototypeOf(object)
      if (prototype !== Object.prototype && prototype !== null) throw new NotKept('kind')
      kind('object')
      fields(object)
    }
  }
  const write = (one: unknown): void => {
    switch (typeof one) {
      case 'undefined':
        kind('undefined')
        break
      case 'boolean':
        kind(one ? 'true' : 'false')
        break
      case 'number':
        writeNumber(one)
        break
      case 'string':
        writeText(one)
        break
      case 'bigint':
        kind('big')
        text(`${one}`)
        break
      case 'object':
        if (one === null) kind('null')
        else writeObject(one)
        break
      default:
        throw new NotKept('kind')
    }
  }
  write(value)
}

/** Reads a value that `writeValue` has written. @throws {RangeError} where it is damaged */
export const readValue = (reader: Reader): unknown => {
  const seen: unknown[] = []
  const block = (): Uint8Array<ArrayBuffer> => reader.all(reader.count())
  const text = (): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(block())
  const known = <Value>(value: Value): Value => {
    seen.push(value)
    return value
  }
  const fields = <Value extends object>(object: Value): Value => {
    for (let count = reader.count(); count > 0; count--) {
      const name = read() as string
      // A field of the name `__proto__` is one like any other.
      Object.defineProperty(object, name, {
        value: read(),
        writable: true,
        enumerable: true,
        configurable: true,
      })
    }
    return object
  }
  const global = (name: string): ((value: unknown) => unknown) => Reflect.get(globalThis, name)
  const read = (): unknown => {
    const kind = KINDS[reader.byte()]
    switch (kind) {
      case 'undefined':
        return undefined
      case 'null':
        return null
      case 'true':
      case 'false':
        return kind === 'true'
      case 'whole':
        return reader.byte() === 1 ? -reader.count() : reader.count()
      case 'number':
        return reader.number()
      case 'text':
        return text()
      case 'units':
        return Array.from({ length: reader.count() }, () => String.fromCharCode(reader.count())).join('')
      case 'big':
        return global('BigInt')(text())
      case 'date':
        return known(new Date(reader.number()))
      case 'pattern':
        return known(new RegExp(text(), text()))
      case 'array': {
        const array = known<unknown[]>([])
        array.length = reader.count()
        return fields(array)
      }
      case 'object':
        return fields(known({}))
      case 'map': {
        const map = known(new Map<unknown, unknown>())
        for (let count = reader.count(); count > 0; count--) {
          const key = read()
          map.set(key, read())
        }
        return map
      }
      case 'set': {
        const set = known(new Set<unknown>())
        for (let count = reader.count(); count > 0; count--) set.add(read())
        return set
      }
      case 'buffer':
        return known(block().buffer)
      case 'view': {
        const name = VIEWS[reader.byte()] || ''
        return known(Reflect.construct(global(name), [block().buffer]))
      }
      case 'blob': {
        const type = text()
        const name = text()
        const bytes = block()
        return known(name === '' ? new Blob([bytes], { type }) : new File([bytes], name, { type }))
      }
      case 'again':
        return seen[reader.count()]
      default:
        throw new RangeError('The bytes hold no value.')
    }
  }
  return read()
}
