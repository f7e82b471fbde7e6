import { describe, expect, it } from 'vitest'
import { qrCode } from '../../src/terminal/qr-code.js'

describe('a QR code for a terminal', () => {
  const link = 'http://192.168.178.113:4848/?pair=ABCD2345'

  it('fits into 80 columns and 24 lines, every line as long as the others', () => {
    const lines = qrCode(link, false).split('\n')
    expect(lines.length).toBeLessThan(22)
    expect(new Set(lines.map((line) => line.length))).toEqual(new Set([33]))
    expect(lines.join('')).toMatch(/^[ █▀▄]+$/)
  })

  it('has its own background if the terminal supports colour', () => {
    const plain = qrCode(link, false).split('\n')
    expect(qrCode(link, true).split('\n')).toEqual(plain.map((line) => `\u001b[97;40m${line}\u001b[39;49m`))
  })
})
