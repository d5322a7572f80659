import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the lines of the processes' logs that are errors, on which an operator must act. */
export const errorsIn = (logFolder: string, names: readonly string[]): string[] =>
  names.flatMap((name) =>
    readFileSync(join(logFolder, `${name}.log`), 'utf8')
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line)),
  )
