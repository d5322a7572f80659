import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import satisfies from 'spdx-satisfies'
import { z } from 'zod'

/**
 * Licences of packages that we ship: they allow use in a product of any licence, if their notices stay. MPL-2.0 requires
 * changes of the package's own files to be published, of which we make none; OFL-1.1 is for fonts.
 */
const ALLOWED = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['MPL-2.0', 'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib'],
]

/** Licences of packages whose package.json states none, from their file LICENSE, which was read. */
const READ: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' }

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
      link: z.boolean().default(false),
    }),
  ),
})
type Package = { name: string; licence: string }

/** Returns the packages of package-lock.json that are not only for development; not those of this repository. */
export const shippedPackages = (text: string): Package[] =>
  Object.entries(lockfile.parse(JSON.parse(text)).packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version, license }]) => {
      const name = `${path.replace(/^.*node_modules\//, '')}@${version}`
      return { name, licence: license ?? READ[name] ?? '' }
    })

const isAllowed = (licence: string): boolean => {
  try {
    return satisfies(licence, ALLOWED)
  } catch {
    // Not an expression of SPDX.
    return false
  }
}

/** Returns the packages whose licence is not allowed, or that state none. */
export const refusedPackages = (packages: readonly Package[]): Package[] =>
  packages.filter(({ licence }) => !isAllowed(licence))

const main = (): void => {
  const packages = shippedPackages(readFileSync('package-lock.json', 'utf8'))
  const refused = refusedPackages(packages)
  for (const { name, licence } of refused)
    process.stderr.write(`${name}: ${licence === '' ? 'states no licence' : `the licence ${licence} is not allowed`}\n`)
  if (refused.length > 0) {
    process.stderr.write('Licences that we ship are listed in infra/release/licences.ts.\n')
    process.exitCode = 1
  } else if (process.argv.includes('--list')) {
    const counts = Map.groupBy(packages, ({ licence }) => licence)
    for (const [licence, names] of [...counts].sort(([, a], [, b]) => b.length - a.length))
      process.stdout.write(`${String(names.length).padStart(4)}  ${licence}\n`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
