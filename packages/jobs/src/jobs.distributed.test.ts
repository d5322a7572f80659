import { startProxy } from '@purple-sector/testing'
import { Redis } from 'ioredis'
import { jobsContract } from './contract-suite.ts'

jobsContract('Redis', async () => {
  const url = new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379')
  // A Redis database used only by this test, because it is emptied.
  url.pathname = '/11'
  const redis = new Redis(url.href)
  const proxy = await startProxy(url.href)
  return {
    connection: { kind: 'redis', url: proxy.url },
    cut: proxy.cut,
    restore: proxy.restore,
    async empty() {
      await redis.flushdb()
      await redis.script('FLUSH')
    },
    async close() {
      await proxy.stop()
      await redis.flushdb()
      redis.disconnect()
    },
  }
})
