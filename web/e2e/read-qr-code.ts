import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))

/** What a phone's camera would read in a picture: of each QR code its text. */
export const readQrCodes = async (png: Uint8Array): Promise<string[]> => {
  // From our own files: by itself it asks the network for them.
  const { buffer } = new Uint8Array(await readFile(wasm))
  prepareZXingModule({ overrides: { wasmBinary: buffer } })
  const read = await readBarcodes(png, { formats: ['QRCode'] })
  return read.map(({ text }) => text)
}
