import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { readQrCodes } from '../../../../e2e/read-qr-code.ts'
import { inviteLink } from './invite-link.ts'
import { type QrCode, qrCodeOf } from './qr-code.ts'

const PIXELS = 6

/** Renders the SVG of a code as pixels, black on white. */
const paint = ({ viewBox, path }: QrCode): Uint8Array => {
  const [margin = 0, , side = 0] = viewBox.split(' ').map(Number)
  const png = new PNG({ width: side * PIXELS, height: side * PIXELS })
  png.data.fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = 0; row < PIXELS; row++)
      for (let column = 0; column < Number(width) * PIXELS; column++) {
        const offset = ((Number(y) - margin) * PIXELS + row) * png.width + (Number(x) - margin) * PIXELS + column
        png.data.fill(0, offset * 4, offset * 4 + 3)
      }
  return PNG.sync.write(png)
}

test.each(['http://localhost:8080', 'https://purplesector.example'])(
  'encodes the invite link at %s so that a camera reads it',
  async (origin) => {
    const link = inviteLink('mJ3nQ8yWc2LxTz5K', origin)
    expect(await readQrCodes(paint(qrCodeOf(link)))).toEqual([`${origin}/groups/join/mJ3nQ8yWc2LxTz5K`])
  },
)

test('surrounds the code by a quiet zone of two modules', () => {
  const { viewBox, path } = qrCodeOf('https://purplesector.example/groups/join/a')
  const [x, y, width, height] = viewBox.split(' ').map(Number)
  expect([x, y, width]).toEqual([-2, -2, height])
  const columns = [...path.matchAll(/M(\d+) /g)].map(([, column]) => Number(column))
  expect(Math.min(...columns)).toBe(0)
  expect(Math.max(...columns)).toBeLessThan((width ?? 0) - 4)
})

test('rejects a text that is too long', () => {
  expect(() => qrCodeOf('x'.repeat(5_000))).toThrow()
})
