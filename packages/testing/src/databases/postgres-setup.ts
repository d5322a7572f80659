import { startTestPostgres } from './test-postgres.ts'

type Project = { provide(key: 'postgres' | 'runFolder', value: string): void }

/** Vitest's global set-up of the `node` project: one Postgres and a folder for the whole run. */
export default async function setup(project: Project): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('postgres', postgres.url)
  project.provide('runFolder', postgres.folder)
  return postgres.stop
}
