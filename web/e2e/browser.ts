import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from '@playwright/test'

// Hinted to whole pixels, letters would stand unevenly.
const ARGS = ['--no-sandbox', '--disable-quic', '--font-render-hinting=none']

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Our fonts and none of the machine, so that a page looks the same everywhere and on machines without fonts. */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${inXml(folder)}/fonts/fonts</dir>
  <cachedir>${inXml(folder)}/fonts-cache</cachedir>
</fontconfig>
`

/** The package unpacks into the temporary folder only and trusts whatever is there, so it gets a folder of its own. */
const unpackInto = async (folder: string, packageFolder: string): Promise<void> => {
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  const usualFolder = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await inflate(join(packageFolder, 'bin', 'al2023.tar.br'))
    await chromium.executablePath()
  } finally {
    if (usualFolder === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usualFolder
  }
}

/**
 * The Chromium of an npm package, unpacked once per version, with the libraries and fonts that a bare machine lacks.
 *
 * A folder is complete when its fonts.conf is, which also detects one that was moved since.
 */
const chromiumFromNpm = async (): Promise<LaunchOptions> => {
  const packageFolder = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const folder = join(cache, `chromium-${version}`)
  const conf = fontsConf(folder)
  const isWhole = async () => (await readFile(join(folder, 'fonts.conf'), 'utf8').catch(() => '')) === conf
  if (!(await isWhole())) {
    await mkdir(cache, { recursive: true })
    const draft = await mkdtemp(`${folder}-`)
    try {
      await unpackInto(draft, packageFolder)
      await writeFile(join(draft, 'fonts.conf'), conf)
      await rm(folder, { recursive: true, force: true })
      await rename(draft, folder)
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      // Another run of the tests may have unpacked it meanwhile.
      if (!(await isWhole())) throw error
    }
  }
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: libraries,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      FONTCONFIG_PATH: folder,
    },
  }
}

/**
 * Whether the Chromium from npm is used: the default of `make test`, for the same browser and fonts on every machine.
 */
export const isFromNpm = !process.env.CHROMIUM_PATH && process.platform === 'linux' && process.arch === 'x64'

/**
 * Launch options of the Chromium under test: `CHROMIUM_PATH`, else the one from npm, so that nothing but npm is needed.
 */
export const findChromium = async (): Promise<LaunchOptions> => {
  if (isFromNpm) return chromiumFromNpm()
  const path = process.env.CHROMIUM_PATH || '/usr/bin/chromium'
  if (!existsSync(path))
    throw new Error(
      `There is no ${path}. Name a Chromium in CHROMIUM_PATH: the one from npm is for Linux on x64 alone.`,
    )
  return { executablePath: path, args: ARGS }
}
