import { runService } from '@purple-sector/service-kit'
import { weekends } from './service.ts'

await runService(weekends)
