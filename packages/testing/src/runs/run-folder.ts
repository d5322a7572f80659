import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run, which goes away with it. */
    runFolder: string
  }
}

/** Where the files of a run of `*.service.test.ts` keep what one of them makes for all. */
export const runFolder = (): string => inject('runFolder')
