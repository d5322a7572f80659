import { create } from 'qrcode'

/** Width of the quiet zone, in modules. */
const MARGIN = 2

export type QrCode = {
  /** View box of the SVG, including the quiet zone. */
  viewBox: string
  /** SVG path of the dark modules: one stroke for each horizontal run. */
  path: string
}

const runsOf = (row: readonly boolean[], y: number): string => {
  let path = ''
  for (let from = row.indexOf(true); from >= 0; ) {
    const light = row.indexOf(false, from)
    const to = light < 0 ? row.length : light
    path += `M${from} ${y}h${to - from}v1h${from - to}z`
    from = row.indexOf(true, to)
  }
  return path
}

/** Encodes a text as a QR code of error correction level M. Throws if it is too long. */
export const qrCodeOf = (text: string): QrCode => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const indices = Array.from({ length: size }, (_, index) => index)
  const rows = indices.map((y) => indices.map((x) => modules.get(y, x) === 1))
  const side = size + 2 * MARGIN
  return { viewBox: `${-MARGIN} ${-MARGIN} ${side} ${side}`, path: rows.map(runsOf).join('') }
}
