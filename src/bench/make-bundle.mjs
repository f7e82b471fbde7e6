#!/usr/bin/env node
// Writes a bundle folder for benchmarks: `node make-bundle.mjs DIR [small|full]`.
// `full` sits just under the platform's limits (1,000 files, 60 MB unpacked, 20 MB zipped);
// `small` is the size of a first game (12 files). The same arguments give the same bytes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync, crc32 as zlibCrc32 } from 'node:zlib'

const [dir, size = 'full'] = process.argv.slice(2)
if (!dir || !['small', 'full'].includes(size)) {
  console.error('usage: make-bundle.mjs DIR [small|full]')
  process.exit(2)
}

let seed = 0x9e3779b9
const random = () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
const int = (from, to) => from + Math.floor(random() * (to - from + 1))
const pick = (list) => list[int(0, list.length - 1)]
const noise = (n) => {
  const b = Buffer.allocUnsafe(n)
  for (let i = 0; i < n; i++) b[i] = random() * 256
  return b
}
const words =
  'player score level enemy tile sprite frame update render input touch sound jump speed vector angle state menu pause resume wave bonus timer value index queue buffer shader mesh layer camera'.split(
    ' ',
  )
const word = () => pick(words)
const grow = (bytes, line) => {
  const out = []
  let n = 0
  while (n < bytes) {
    const s = line()
    out.push(s)
    n += s.length + 1
  }
  return out.join('\n')
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
  return n >>> 0
})
const crc32 =
  zlibCrc32 ??
  ((b) => {
    let c = 0xffffffff
    for (const x of b) c = crcTable[(c ^ x) & 255] ^ (c >>> 8)
    return (c ^ 0xffffffff) >>> 0
  })
const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
const png = (w, h, grain) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(w, 0)
  head.writeUInt32BE(h, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(h * (1 + w * 3))
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w * 3; x++)
      rows[y * (1 + w * 3) + 1 + x] = (x + y + (random() < grain ? random() * 256 : 0)) & 255
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const js = (bytes) =>
  grow(
    bytes,
    () =>
      `export function ${word()}_${int(1, 9999)}(${word()}, ${word()}) { const ${word()} = ${int(0, 99999)} * ${word()}.${word()}; return ${word()}(${random().toFixed(4)}) }`,
  )
const css = (bytes) =>
  grow(
    bytes,
    () =>
      `.${word()}-${int(1, 999)} > .${word()} { margin: ${int(0, 40)}px; background: url(../img/i${int(0, 99)}.png) no-repeat; color: #${int(0, 0xffffff).toString(16).padStart(6, '0')}; }`,
  )
const html = (bytes) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${word()}</title><link rel="stylesheet" href="../css/s0.css"><style>${css(400)}</style></head><body>\n` +
  grow(
    bytes,
    () =>
      `<section class="${word()}-${int(1, 999)}" style="width:${int(1, 99)}%"><img src="../img/i${int(0, 99)}.png" alt="${word()}"><p>${word()} ${word()} ${word()} ${int(0, 9999)}</p></section>`,
  ) +
  `\n<script src="../js/m${int(0, 49)}.js"></script></body></html>`
const svg = (bytes) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n` +
  grow(
    bytes,
    () =>
      `<path d="M${int(0, 99)} ${int(0, 99)}L${int(0, 99)} ${int(0, 99)}C${int(0, 99)} ${int(0, 99)} ${int(0, 99)} ${int(0, 99)} ${int(0, 99)} ${int(0, 99)}Z" fill="#${int(0, 0xfff).toString(16).padStart(3, '0')}"/>`,
  ) +
  `\n</svg>`
const json = (bytes) => `[${grow(bytes, () => `{"${word()}":${int(0, 99999)},"${word()}":"${word()}"},`)}0]`
const level = (bytes) => {
  const b = Buffer.alloc(bytes)
  for (let i = 0; i < bytes; i++) b[i] = i % 7 === 0 ? random() * 16 : (i >> 6) & 15
  return b
}
const withHead = (hex, body) => Buffer.concat([Buffer.from(hex, 'hex'), body])

const put = (path, data) => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), data)
}

put(
  'manifest.json',
  JSON.stringify(
    {
      service_miniapp: 1,
      app_id: 'ma_benchbench',
      version: '1.0.0',
      name: 'Bench',
      summary: 'A bundle that benchmarks run on',
      age_rating: '4+',
      icon: 'icon.png',
      access: { type: 'free' },
    },
    null,
    2,
  ),
)
put('icon.png', png(256, 256, 0.02))
put('index.html', html(4_000).replaceAll('../', ''))
put('css/s0.css', css(3_000))
for (let i = 0; i < 4; i++) put(`js/m${i}.js`, js(8_000))
for (let i = 0; i < 4; i++) put(`img/i${i}.png`, png(64, 64, 0.1))

if (size === 'full') {
  for (let i = 4; i < 154; i++) put(`js/m${i}.js`, js(int(20_000, 140_000)))
  for (let i = 1; i < 80; i++) put(`css/s${i}.css`, css(int(5_000, 60_000)))
  for (let i = 0; i < 150; i++) put(`page/p${i}.html`, html(int(5_000, 50_000)))
  for (let i = 0; i < 120; i++) put(`vec/v${i}.svg`, svg(int(2_000, 40_000)))
  for (let i = 0; i < 120; i++) put(`data/d${i}.json`, json(int(5_000, 120_000)))
  for (let i = 4; i < 204; i++) put(`img/i${i}.png`, png(int(64, 200), int(64, 200), 0.12))
  for (let i = 0; i < 50; i++)
    put(`snd/a${i}.ogg`, withHead('4f67675300020000000000000000', noise(int(20_000, 90_000))))
  for (let i = 0; i < 30; i++)
    put(`fnt/f${i}.woff2`, withHead('774f463200010000', noise(int(10_000, 40_000))))
  for (let i = 0; i < 85; i++) put(`lvl/l${i}.bin`, level(int(150_000, 450_000)))
}
