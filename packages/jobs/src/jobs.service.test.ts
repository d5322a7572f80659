import { openDatabase } from '@purple-sector/database'
import { startProxy } from '@purple-sector/testing'
import { acquireTimeoutMs, createTestDatabase } from '@purple-sector/testing/databases/test-database'
import { jobsContract } from './contract-suite.ts'

jobsContract('Postgres', async () => {
  const test = await createTestDatabase({ service: 'jobs' })
  const admin = openDatabase({ url: test.adminUrl, schema: 'bullmq', acquireTimeoutMs })
  const proxy = await startProxy(test.adminUrl)
  return {
    connection: { kind: 'postgres', url: proxy.url, schema: 'bullmq' },
    cut: proxy.cut,
    restore: proxy.restore,
    async empty() {
      await admin.raw('truncate job, dedup, dedup_next, event cascade')
    },
    async close() {
      await proxy.stop()
      await admin.destroy()
      await test.drop()
    },
  }
})
