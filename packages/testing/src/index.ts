export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { startTestPostgres } from './test-postgres.ts'
