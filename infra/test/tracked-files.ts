import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Lists the files of the working copy that git does not ignore, by patterns of `git ls-files`; all of them without one. */
export const trackedFiles = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))
