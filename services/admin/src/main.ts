import { runService } from '@purple-sector/service-kit'
import { buildAdmin, readConfig } from './app.ts'

await runService('admin', buildAdmin, readConfig)
