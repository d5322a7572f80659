import { runService } from '@purple-sector/service-kit/run-service'
import { groups } from './service.ts'

await runService(groups)
