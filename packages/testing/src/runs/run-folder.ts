import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run, removed at its end. */
    runFolder: string
  }
}

/** Folder for files that one suite of a run of `*.service.test.ts` creates for all. */
export const runFolder = (): string => inject('runFolder')
