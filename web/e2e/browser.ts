import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * A Chromium to test in: `CHROMIUM_PATH`, Debian's, else the one shipped inside an npm package, so that a machine with
 * nothing but npm can run the journeys. That one is unpacked into a folder of its own: the package would reuse whatever
 * an earlier version left in the temporary folder.
 */
export const findChromium = async (): Promise<string> => {
  const given = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', process.env.E2E_CHROMIUM].find(
    (path) => path !== undefined && existsSync(path),
  )
  if (given !== undefined) return given
  const folder = await mkdtemp(join(tmpdir(), 'purple-sector-chromium-'))
  process.env.TMPDIR = folder
  const { default: chromium, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium')
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', '..', 'bin')
  await inflate(join(bin, 'al2023.tar.br'))
  setupLambdaEnvironment(join(folder, 'al2023', 'lib'))
  process.env.E2E_CHROMIUM = await chromium.executablePath()
  return process.env.E2E_CHROMIUM
}
