export { createTestDatabase, type TestDatabase } from './databases/test-database.ts'
export { startTestPostgres } from './databases/test-postgres.ts'
export { type Proxy, startProxy } from './servers/proxy.ts'
export { temporaryFolder } from './temporary-folder.ts'
