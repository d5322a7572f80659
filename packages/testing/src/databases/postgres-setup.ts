import { startTestPostgres } from './test-postgres.ts'

type Project = { provide(key: 'postgres' | 'runFolder', value: string): void }

/** vitest's global set-up of the `node` project: one Postgres for the whole run, and a folder. */
export default async function setup(project: Project): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('postgres', postgres.url)
  project.provide('runFolder', postgres.folder)
  return postgres.stop
}
