import { runService } from '@purple-sector/service-kit'
import { buildTipping } from './app.ts'
import { readConfig } from './config.ts'

await runService('tipping', buildTipping, readConfig)
