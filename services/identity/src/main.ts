import { runService } from '@purple-sector/service-kit'
import { buildIdentity, readConfig } from './app.ts'

await runService('identity', buildIdentity, readConfig)
