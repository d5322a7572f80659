import { create } from 'qrcode'

/** Its quiet edge, in modules. */
const MARGIN = 2

export type QrCode = {
  /** Of the SVG that draws it, with its edge. */
  viewBox: string
  /** The dark modules: one stroke for each run of them in a row. */
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

/** A text as a QR code of error correction level M. Throws where it is too long for one. */
export const qrCodeOf = (text: string): QrCode => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const indices = Array.from({ length: size }, (_, index) => index)
  const rows = indices.map((y) => indices.map((x) => modules.get(y, x) === 1))
  const side = size + 2 * MARGIN
  return { viewBox: `${-MARGIN} ${-MARGIN} ${side} ${side}`, path: rows.map(runsOf).join('') }
}
