import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))

/** Reads QR codes as a phone's camera would. Returns the text of each. */
export const readQrCodes = async (png: Uint8Array): Promise<string[]> => {
  // From our own files: the library would fetch them from the network.
  const { buffer } = new Uint8Array(await readFile(wasm))
  prepareZXingModule({ overrides: { wasmBinary: buffer } })
  const barcodes = await readBarcodes(png, { formats: ['QRCode'] })
  return barcodes.map(({ text }) => text)
}
