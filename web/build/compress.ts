import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'

/** Fonts and images are compressed already; the page itself is written for each request. */
const TEXT = /\.(js|css|svg|json)$/
/** Below this size, in bytes, compression does not save a packet. */
const MIN_SIZE = 1_000

const dist = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url))
const brotli = { params: { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY } }

// The gateway sends the compressed file beside the original to clients that accept it.
for (const { parentPath, name } of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!TEXT.test(name) || parentPath.endsWith('.vite')) continue
  const file = join(parentPath, name)
  const content = readFileSync(file)
  if (content.length < MIN_SIZE) continue
  writeFileSync(`${file}.br`, brotliCompressSync(content, brotli))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: zlib.Z_BEST_COMPRESSION }))
}
