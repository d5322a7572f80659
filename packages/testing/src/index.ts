export { type Proxy, startProxy } from './proxy.ts'
export { temporaryFolder } from './temporary-folder.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { startTestPostgres } from './test-postgres.ts'
