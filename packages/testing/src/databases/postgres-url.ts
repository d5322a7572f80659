import { expect, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of the Postgres of this run. */
    postgres: string
  }
}

/** Returns the URL of this run's Postgres: the embedded one of the `node` project, or `DATABASE_URL` in distributed tests. */
export const postgresUrl = (): string => {
  const isNamed = /\.(service|distributed)\.test\.ts$/.test(expect.getState().testPath ?? '')
  const url = isNamed && (inject('postgres') ?? process.env.DATABASE_URL)
  if (!url) throw new Error('No Postgres: name the file *.service.test.ts, or set DATABASE_URL for distributed tests')
  return url
}
