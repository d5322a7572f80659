import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The workspaces whose packages are in the image: `infra/native` needs all services and the gateway. */
const SHIPPED = ['@purple-sector/native', '@purple-sector/web']
const TOOLS = 'infra/release/sbom'

const run = (command: string, args: readonly string[]): void => {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`)
}

/**
 * Writes the software bill of materials of the image (CycloneDX, JSON), from package-lock.json alone: the same lock makes
 * the same file. It is checked against the schema of CycloneDX; the first time, the tool is installed.
 */
const makeSbom = (file: string): void => {
  mkdirSync(dirname(resolve(file)), { recursive: true })
  run('npm', ['ci', '--prefix', TOOLS, '--ignore-scripts', '--silent'])
  run(`${TOOLS}/node_modules/.bin/cyclonedx-npm`, [
    ...['--package-lock-only', '--omit', 'dev', '--workspace', ...SHIPPED],
    ...['--output-format', 'JSON', '--output-reproducible', '--validate', '--output-file', file],
  ])
  process.stdout.write(`${file}\n`)
}

try {
  makeSbom(process.argv[2] || 'var/sbom.cdx.json')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
