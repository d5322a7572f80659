export { type Proxy, startProxy } from './proxy.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { startTestPostgres } from './test-postgres.ts'
