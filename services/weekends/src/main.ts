import { runService } from '@purple-sector/service-kit'
import { buildWeekends } from './app.ts'
import { readConfig } from './config.ts'

await runService('weekends', buildWeekends, readConfig)
