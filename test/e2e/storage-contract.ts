/**
 * What every `localStorage` does, as expressions and statements that run in a page; each starts with an empty storage
 * named `s` and returns something that JSON can hold. A browser's own storage gives the expected answers too.
 */
export interface StorageCase {
  readonly name: string
  readonly code: string
  readonly expected: unknown
}

const thrown = (statement: string): string =>
  `try { ${statement}; return 'nothing' } catch (error) { return [error.name, error instanceof DOMException] }`

export const STORAGE_CASES: readonly StorageCase[] = [
  { name: 'starts empty', code: 'return [s.length, Object.keys(s), s.key(0)]', expected: [0, [], null] },
  {
    name: 'keeps what was set',
    code: "s.setItem('a', '1'); return [s.getItem('a'), s.a, s['a'], s.length]",
    expected: ['1', '1', '1', 1],
  },
  {
    name: 'sets by property',
    code: "s.score = 3; return [s.getItem('score'), s.score, typeof s.score]",
    expected: ['3', '3', 'string'],
  },
  {
    name: 'answers null by method and undefined by property',
    code: "return [s.getItem('none'), s.none === undefined]",
    expected: [null, true],
  },
  {
    name: 'makes strings of values',
    code: "for (const v of [1, null, undefined, true, {}, [1, 2]]) s.setItem(String(v), v); return ['1', 'null', 'undefined', 'true', '[object Object]', '1,2'].map((k) => s.getItem(k))",
    expected: ['1', 'null', 'undefined', 'true', '[object Object]', '1,2'],
  },
  {
    name: 'makes strings of names',
    code: "s.setItem(7, 'seven'); s.setItem(null, 'n'); return [s.getItem('7'), s[7], s.getItem(null), s['null']]",
    expected: ['seven', 'seven', 'n', 'n'],
  },
  {
    name: 'refuses symbols as names',
    code: thrown("s.setItem(Symbol('a'), '1')"),
    expected: ['TypeError', false],
  },
  { name: 'refuses symbols as values', code: thrown("s.a = Symbol('a')"), expected: ['TypeError', false] },
  {
    name: 'keeps symbols as properties of its own',
    code: "const y = Symbol('y'); s[y] = 5; return [s[y], s.length, y in s, delete s[y], y in s]",
    expected: [5, 0, true, true, false],
  },
  {
    name: 'takes a missing argument for an error',
    code: "return ['getItem', 'setItem', 'removeItem', 'key'].map((m) => { try { s[m](); return 'nothing' } catch (e) { return e.name } })",
    expected: ['TypeError', 'TypeError', 'TypeError', 'TypeError'],
  },
  { name: 'needs two to set', code: thrown("s.setItem('a')"), expected: ['TypeError', false] },
  {
    name: 'removes',
    code: "s.a = 1; s.b = 2; s.removeItem('a'); s.removeItem('none'); return [s.a === undefined, s.b, s.length]",
    expected: [true, '2', 1],
  },
  {
    name: 'deletes by property',
    code: "s.a = 1; const one = delete s.a; const none = delete s.none; return [one, none, s.getItem('a'), 'a' in s]",
    expected: [true, true, null, false],
  },
  {
    name: 'answers undefined to what changes it',
    code: "return [s.setItem('a', 1), s.removeItem('a'), s.clear()].every((one) => one === undefined)",
    expected: true,
  },
  {
    name: 'clears',
    code: 's.a = 1; s.b = 2; s.clear(); return [s.length, Object.keys(s), s.a === undefined]',
    expected: [0, [], true],
  },
  {
    name: 'knows what is in it',
    code: "s.a = 1; return ['a' in s, 'b' in s, 'getItem' in s, 'length' in s, Object.hasOwn(s, 'a'), Object.hasOwn(s, 'getItem'), s.hasOwnProperty('a')]",
    expected: [true, false, true, true, true, false, true],
  },
  {
    name: 'lists its names',
    code: 's.b = 1; s.a = 2; s.c = 3; const found = []; for (const name in s) if (Object.hasOwn(s, name)) found.push(name); return [Object.keys(s).sort(), found.sort(), Object.values(s).sort(), Object.entries(s).length, JSON.parse(JSON.stringify(s))]',
    expected: [['a', 'b', 'c'], ['a', 'b', 'c'], ['1', '2', '3'], 3, { a: '2', b: '1', c: '3' }],
  },
  {
    name: 'lists the methods in for…in',
    code: 's.a = 1; const found = []; for (const name in s) found.push(name); return ["a", "length", "key", "getItem", "setItem", "removeItem", "clear"].filter((name) => !found.includes(name))',
    expected: [],
  },
  {
    name: 'gives names by their number',
    code: "s.a = 1; s.b = 2; return [[s.key(0), s.key(1)].sort(), s.key(2), s.key(-1), s.key(4294967296) === s.key(0), s.key('1') === s.key(1), s.key('x') === s.key(0), s.key(1.9) === s.key(1)]",
    expected: [['a', 'b'], null, null, true, true, true, true],
  },
  {
    name: 'keeps the order of names while values change',
    code: "for (const n of ['q', 'w', 'e', 'r']) s[n] = 1; const before = [0, 1, 2, 3].map((i) => s.key(i)); s.w = 5; s.e = 7; return before.join() === [0, 1, 2, 3].map((i) => s.key(i)).join()",
    expected: true,
  },
  {
    name: 'has the empty name',
    code: "s.setItem('', 'e'); return [s.getItem(''), s[''], s.length, s.key(0), '' in s]",
    expected: ['e', 'e', 1, '', true],
  },
  {
    name: 'keeps names and values of any characters',
    code: "const odd = ['\\u0000', '\\ud800', '\\udc00a', '\\u{1f600}', 'é', ' ', '\\n', ':', '%', '__proto__x']; for (const o of odd) s.setItem(o, o); return odd.map((o) => s.getItem(o) === o)",
    expected: Array.from({ length: 10 }, () => true),
  },
  {
    name: 'keeps an item with the name of a method, and the method',
    code: "s.setItem('getItem', 'mine'); s.setItem('length', 'long'); s.setItem('key', 'k'); return [typeof s.getItem, s.getItem('getItem'), s.getItem('length'), s.length, s.getItem('key'), typeof s.key]",
    expected: ['function', 'mine', 'long', 3, 'k', 'function'],
  },
  {
    name: 'keeps an item named __proto__ and constructor by method',
    code: "s.setItem('__proto__', 'p'); s.setItem('constructor', 'c'); return [s.getItem('__proto__'), s.getItem('constructor'), Object.getPrototypeOf(s) === Storage.prototype, s instanceof Storage]",
    expected: ['p', 'c', true, true],
  },
  {
    name: 'is a Storage',
    code: 'return [Object.prototype.toString.call(s), String(s), s.constructor === Storage, s instanceof Storage, typeof s]',
    expected: ['[object Storage]', '[object Storage]', true, true, 'object'],
  },
  {
    name: 'describes its items',
    code: "s.a = 1; return [Object.getOwnPropertyDescriptor(s, 'a'), Object.getOwnPropertyDescriptor(s, 'none') === undefined]",
    expected: [{ value: '1', writable: true, enumerable: true, configurable: true }, true],
  },
  {
    name: 'takes items by defineProperty',
    code: "Object.defineProperty(s, 'a', { value: 7 }); Object.assign(s, { b: 8 }); return [s.getItem('a'), s.getItem('b')]",
    expected: ['7', '8'],
  },
  {
    name: 'lends its methods',
    code: "const { getItem } = Storage.prototype; Storage.prototype.setItem.call(s, 'a', 'b'); return [getItem.call(s, 'a'), Reflect.apply(s.getItem, s, ['a'])]",
    expected: ['b', 'b'],
  },
  {
    name: 'has methods that work for no other object',
    code: thrown("Storage.prototype.getItem.call({}, 'a')"),
    expected: ['TypeError', false],
  },
  {
    name: 'takes methods that a library adds to the class',
    code: "Storage.prototype.setObject = function (n, v) { this.setItem(n, JSON.stringify(v)) }; s.setObject('o', { x: 1 }); const answer = [s.o, s.length]; delete Storage.prototype.setObject; return answer",
    expected: ['{"x":1}', 1],
  },
  {
    name: 'holds numbers as names',
    code: "s[0] = 'zero'; s[10] = 'ten'; return [s.getItem('0'), s['10'], Object.keys(s).sort(), 0 in s, delete s[0], s.length]",
    expected: ['zero', 'ten', ['0', '10'], true, true, 1],
  },
  { name: 'works in arithmetic', code: 's.n = 1; s.n++; s.n += 5; return s.n', expected: '25' },
  {
    name: 'keeps long values',
    code: "const long = 'abc€'.repeat(50000); s.long = long; return [s.long === long, s.long.length]",
    expected: [true, 200000],
  },
  {
    name: 'is full at some point, and says so',
    code: "const big = 'x'.repeat(1024 * 1024); try { for (let i = 0; i < 50; i++) s.setItem('big' + i, big); return 'never' } catch (error) { const kept = s.length; return [error.name, error.code, error instanceof DOMException, kept > 2 && kept < 15, s.getItem('big0').length, s.getItem('big' + kept)] }",
    expected: ['QuotaExceededError', 22, true, true, 1048576, null],
  },
  {
    name: 'keeps the old value where the new one is too large',
    code: "s.a = 'old'; try { s.a = 'x'.repeat(11 * 1024 * 1024) } catch {} return s.a",
    expected: 'old',
  },
  {
    name: 'cannot be frozen',
    code: 's.a = 1; return [Reflect.preventExtensions(s), Object.isExtensible(s)]',
    expected: [false, true],
  },
  {
    name: 'is the same object each time',
    code: 'return [s === window[which], s === self[which], Object.is(globalThis[which], s)]',
    expected: [true, true, true],
  },
]
