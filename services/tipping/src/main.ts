import { runService } from '@purple-sector/service-kit/run-service'
import { tipping } from './service.ts'

await runService(tipping)
