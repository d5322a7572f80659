import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'

/** Fonts and pictures are compressed as they are; the page is written for whoever asks. */
const TEXT = /\.(js|css|svg|json)$/
/** Below that a packet more or less is not saved. */
const WORTH_IT = 1_000

const dist = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), 'dist')
const brotli = { params: { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY } }

// The gateway sends what lies beside a file to clients that take it.
for (const { parentPath, name } of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!TEXT.test(name) || parentPath.endsWith('.vite')) continue
  const file = join(parentPath, name)
  const content = readFileSync(file)
  if (content.length < WORTH_IT) continue
  writeFileSync(`${file}.br`, brotliCompressSync(content, brotli))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: zlib.Z_BEST_COMPRESSION }))
}
