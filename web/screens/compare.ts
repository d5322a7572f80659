import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Compares two folders of screenshots pixel by pixel; differences are drawn into `<after>/differences`. */
const [before, after] = process.argv.slice(2)
if (!before || !after) throw new Error('node web/screens/compare.ts <folder before> <folder after>')

const screenshotsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.png')).sort()

const compare = async (name: string): Promise<string | undefined> => {
  const [old, now] = await Promise.all([before, after].map((folder) => readFile(join(folder, name))))
  if (!old || !now || old.equals(now)) return
  const [a, b] = [PNG.sync.read(old), PNG.sync.read(now)]
  if (a.width !== b.width || a.height !== b.height) return `${a.width}×${a.height} became ${b.width}×${b.height}`
  const drawn = new PNG({ width: a.width, height: a.height })
  const pixels = pixelmatch(a.data, b.data, drawn.data, a.width, a.height, { threshold: 0, includeAA: true })
  if (pixels === 0) return
  await mkdir(join(after, 'differences'), { recursive: true })
  await writeFile(join(after, 'differences', name), PNG.sync.write(drawn))
  return `${pixels} pixels`
}

const [old, now] = [await screenshotsIn(before), await screenshotsIn(after)]
const both = now.filter((name) => old.includes(name))
let different = 0
for (const name of both) {
  const difference = await compare(name)
  if (difference === undefined) continue
  different++
  console.log(`${name}: ${difference}`)
}
const alone = [...old.filter((name) => !now.includes(name)), ...now.filter((name) => !old.includes(name))]
if (alone.length > 0) console.log(`in one folder only: ${alone.join(', ')}`)
console.log(`${both.length} pictures compared, ${different} differ`)
process.exitCode = different > 0 ? 1 : 0
