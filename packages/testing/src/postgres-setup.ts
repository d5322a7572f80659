import { startTestPostgres } from './test-postgres.ts'

type Project = { provide(key: 'postgres', value: string): void }

/** vitest's global set-up of the `services` project: one Postgres for the whole run. */
export default async function setup(project: Project): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('postgres', postgres.url)
  return postgres.stop
}
