/** The numbers per item: three that form its key, and its weight. */
const WIDTH = 4

/** A chunk is compacted when only one of this many slots is used: then few items have to move. */
const SPARSE = 16

/**
 * Items sorted by three numbers each, with a fourth number kept beside them. They are stored in chunks whose numbers are
 * in one array. A lookup among half a million items reads little memory and no item: a write to the shared store may
 * evict a thousand records (8.3).
 */
export class RecordIndex<T> {
  readonly #capacity: number
  /** Sorted. None is empty, except the first one of an empty index. */
  readonly #chunks: Chunk<T>[]
  /** The lower bound of each chunk's numbers. The first chunk may also have lower ones. */
  readonly #starts: number[] = [0, 0, 0, 0]
  /** The chunk that was found last: items that are evicted together are stored together. */
  #latest = 0

  /** @param capacity how many items a chunk holds, at least 4 */
  constructor(capacity = 512) {
    this.#capacity = capacity
    this.#chunks = [newChunk(capacity)]
  }

  /** Adds an item. No two items may have the same three numbers. */
  insert(first: number, second: number, third: number, weight: number, item: T): void {
    let chunk = this.#find(first, second, third)
    if (chunk.items.length === this.#capacity) {
      this.#makeRoom(chunk)
      chunk = this.#find(first, second, third)
    }
    const { items, numbers } = chunk
    const place = this.#slotIn(chunk, first, second, third)
    const at = place * WIDTH
    if (place < items.length && items[place] === undefined) items[place] = item
    else {
      numbers.copyWithin(at + WIDTH, at, items.length * WIDTH)
      items.splice(place, 0, item)
    }
    numbers[at] = first
    numbers[at + 1] = second
    numbers[at + 2] = third
    numbers[at + 3] = weight
    chunk.count += 1
  }

  /** Removes the item with these numbers, if there is one. */
  delete(first: number, second: number, third: number): void {
    const chunk = this.#find(first, second, third)
    const { items, numbers } = chunk
    const place = this.#slotIn(chunk, first, second, third)
    if (items[place] === undefined || isAfter(numbers, place, first, second, third)) return
    items[place] = undefined
    chunk.count -= 1
    this.#tidyIfSparse(chunk)
  }

  /** The item with these numbers. */
  get(first: number, second: number, third: number): T | undefined {
    const chunk = this.#find(first, second, third)
    const { items, numbers } = chunk
    const place = this.#slotIn(chunk, first, second, third)
    return isAfter(numbers, place, first, second, third) ? undefined : items[place]
  }

  /** The last item before these numbers with the same first number. */
  before(first: number, second: number, third: number): T | undefined {
    let place = this.#slotIn(this.#find(first, second, third), first, second, third)
    for (let at = this.#latest; at >= 0; at -= 1) {
      const chunk = this.#chunks[at] as Chunk<T>
      if (at < this.#latest) place = chunk.items.length
      for (place -= 1; place >= 0; place -= 1) {
        if (chunk.numbers[place * WIDTH] !== first) return undefined
        const item = chunk.items[place]
        if (item !== undefined) return item
      }
    }
    return undefined
  }

  /** The items with the same first number, starting at these numbers. The index must not change during the iteration. */
  *from(first: number, second: number, third: number): Generator<T> {
    let place = this.#slotIn(this.#find(first, second, third), first, second, third)
    for (let at = this.#latest; at < this.#chunks.length; at += 1) {
      const chunk = this.#chunks[at] as Chunk<T>
      for (; place < chunk.items.length; place += 1) {
        if (chunk.numbers[place * WIDTH] !== first) return
        const item = chunk.items[place]
        if (item !== undefined) yield item
      }
      place = 0
    }
  }

  /** Visits every item in order. The index must not change during the visit. @param visit returns whether to continue */
  visit(visit: Visit<T>): void {
    for (const { items, numbers } of this.#chunks)
      for (let place = 0; place < items.length; place += 1) {
        const item = items[place]
        if (item !== undefined && !visit(item, numbers, place * WIDTH)) return
      }
  }

  /** Removes the first `count` items for which `isWanted` returns true. It is called in order. */
  take(count: number, isWanted: Visit<T>): void {
    let left = count
    let at = 0
    for (; left > 0 && at < this.#chunks.length; at += 1) {
      const chunk = this.#chunks[at] as Chunk<T>
      for (let place = 0; left > 0 && place < chunk.items.length; place += 1) {
        const item = chunk.items[place]
        if (item === undefined || !isWanted(item, chunk.numbers, place * WIDTH)) continue
        chunk.items[place] = undefined
        chunk.count -= 1
        left -= 1
      }
    }
    while (at > 0) {
      at -= 1
      this.#latest = at
      this.#tidyIfSparse(this.#chunks[at] as Chunk<T>)
    }
  }

  /** The chunk that these numbers belong to: the last one with a lower bound at or before them. */
  #find(first: number, second: number, third: number): Chunk<T> {
    const starts = this.#starts
    const count = this.#chunks.length
    const latest = this.#latest
    const isHere =
      latest < count &&
      !isAfter(starts, latest, first, second, third) &&
      (latest + 1 === count || isAfter(starts, latest + 1, first, second, third))
    if (!isHere) {
      let low = 0
      let high = count
      while (high - low > 1) {
        const middle = (low + high) >>> 1
        if (isAfter(starts, middle, first, second, third)) high = middle
        else low = middle
      }
      this.#latest = low
    }
    return this.#chunks[this.#latest] as Chunk<T>
  }

  /**
   * The slot of the first item at or after these numbers, in the chunk that was found last. If the second number
   * increases evenly, as it often does, the first guess is right.
   */
  #slotIn({ items, numbers }: Chunk<T>, first: number, second: number, third: number): number {
    const start = this.#starts[this.#latest * WIDTH + 1] ?? 0
    const next = this.#starts[(this.#latest + 1) * WIDTH + 1] ?? 0
    const guess = Math.round(((second - start) / (next - start)) * items.length)
    const look = guess > 0 && guess < items.length ? guess : items.length >>> 1
    return slotOf(numbers, items.length, look, first, second, third)
  }

  /** Makes room in the chunk that was found last and is full. */
  #makeRoom(chunk: Chunk<T>): void {
    compact(chunk)
    if (chunk.count <= this.#capacity / 2) return
    const half = chunk.items.length >>> 1
    const rest = newChunk<T>(this.#capacity)
    rest.items.push(...chunk.items.splice(half))
    rest.numbers.set(chunk.numbers.subarray(half * WIDTH))
    rest.count = rest.items.length
    chunk.count -= rest.count
    this.#chunks.splice(this.#latest + 1, 0, rest)
    this.#starts.splice((this.#latest + 1) * WIDTH, 0, ...rest.numbers.subarray(0, WIDTH))
  }

  /** Compacts the chunk that was found last if it is mostly gaps, and joins it with the next one if both fit. */
  #tidyIfSparse(chunk: Chunk<T>): void {
    if (chunk.count > 0 && chunk.count * SPARSE >= chunk.items.length) return
    compact(chunk)
    const next = this.#chunks[this.#latest + 1]
    if (next !== undefined && chunk.count + next.count <= this.#capacity / 2) {
      compact(next)
      chunk.numbers.set(next.numbers.subarray(0, next.count * WIDTH), chunk.count * WIDTH)
      chunk.items.push(...next.items)
      chunk.count += next.count
      this.#drop(this.#latest + 1)
    } else if (chunk.count === 0 && this.#chunks.length > 1) this.#drop(this.#latest)
  }

  #drop(at: number): void {
    this.#chunks.splice(at, 1)
    this.#starts.splice(at * WIDTH, WIDTH)
  }
}

/**
 * Called with an item.
 * @param numbers contains the item's four numbers, starting at `at`
 */
export type Visit<T> = (item: T, numbers: Float64Array, at: number) => boolean

/** Consecutive items. A removed item leaves a gap, so that nothing has to move until there are many gaps. */
interface Chunk<T> {
  readonly items: (T | undefined)[]
  /** Has room for all items. The numbers of a gap still keep the order. */
  readonly numbers: Float64Array
  /** The number of items, without gaps. */
  count: number
}

const newChunk = <T>(capacity: number): Chunk<T> => ({
  items: [],
  numbers: new Float64Array(capacity * WIDTH),
  count: 0,
})

/** Removes a chunk's gaps. */
const compact = <T>({ items, numbers }: Chunk<T>): void => {
  let to = 0
  for (let place = 0; place < items.length; place += 1) {
    const item = items[place]
    if (item === undefined) continue
    if (to < place) {
      items[to] = item
      for (let number = 0; number < WIDTH; number += 1)
        numbers[to * WIDTH + number] = numbers[place * WIDTH + number] ?? 0
    }
    to += 1
  }
  items.length = to
}

type Numbers = readonly number[] | Float64Array

/** Whether the item in a slot comes after these numbers. */
const isAfter = (numbers: Numbers, place: number, first: number, second: number, third: number): boolean => {
  const at = place * WIDTH
  const itsFirst = numbers[at] ?? 0
  if (itsFirst !== first) return itsFirst > first
  const itsSecond = numbers[at + 1] ?? 0
  return itsSecond === second ? (numbers[at + 2] ?? 0) > third : itsSecond > second
}

/**
 * The slot of the first of `count` items at or after these numbers; `count` if there is none.
 * @param guess the slot to check first
 */
const slotOf = (
  numbers: Float64Array,
  count: number,
  guess: number,
  first: number,
  second: number,
  third: number,
): number => {
  let low = 0
  let high = count
  let middle = guess
  while (low < high) {
    const at = middle * WIDTH
    const itsFirst = numbers[at] ?? 0
    const itsSecond = numbers[at + 1] ?? 0
    const itsThird = numbers[at + 2] ?? 0
    if (itsFirst === first && itsSecond === second && itsThird === third) return middle
    const isBefore =
      itsFirst === first ? (itsSecond === second ? itsThird < third : itsSecond < second) : itsFirst < first
    if (isBefore) low = middle + 1
    else high = middle
    middle = (low + high) >>> 1
  }
  return low
}
