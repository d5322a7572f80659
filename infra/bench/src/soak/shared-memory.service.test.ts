import { startEmbeddedPostgres } from '@purple-sector/database/embedded'
import { silentLogger } from '@purple-sector/service-kit'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { expect, test } from 'vitest'
import { memoryOfPrograms } from './process-memory.ts'

const MB = 2 ** 20

test.runIf(process.platform === 'linux')(
  "Postgres' buffers count once and in full before any page of them is used",
  async () => {
    const folder = await temporaryFolder('shared-memory')
    const settings = { shared_buffers: '256MB', fsync: 'off' }
    const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLogger(), settings })
    try {
      const megabytes = (memoryOfPrograms(process.pid, ['postgres']).get('postgres') ?? 0) / MB
      expect(megabytes).toBeGreaterThan(256)
      expect(megabytes).toBeLessThan(400)
    } finally {
      await postgres.stop()
      await folder.remove()
    }
  },
)
