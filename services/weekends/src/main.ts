import { runService } from '@purple-sector/service-kit/run-service'
import { weekends } from './service.ts'

await runService(weekends)
